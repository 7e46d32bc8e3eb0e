// Includes the test framework Catch2, version 2 or 3, and declares `contains_text`, the matcher for
// a part of a text, which has another name in each version.
#pragma once

// An exception in an assertion ends the whole test case, not only the assertion. The tests compile
// faster so.
#define CATCH_CONFIG_FAST_COMPILE

#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>

// In Catch2's own macro the compiler reads the expression of an assertion three times: once to
// evaluate it, and twice only to warn of more. Read once, tests compile in nine tenths of the time.
#undef INTERNAL_CATCH_TEST
#define INTERNAL_CATCH_TEST(macro, disposition, ...)                                         \
  do {                                                                                       \
    Catch::AssertionHandler catchAssertionHandler(macro##_catch_sr, CATCH_INTERNAL_LINEINFO, \
                                                  CATCH_INTERNAL_STRINGIFY(__VA_ARGS__),     \
                                                  disposition);                              \
    CATCH_INTERNAL_START_WARNINGS_SUPPRESSION                                                \
    CATCH_INTERNAL_SUPPRESS_PARENTHESES_WARNINGS                                             \
    catchAssertionHandler.handleExpr(Catch::Decomposer() <= __VA_ARGS__);                    \
    CATCH_INTERNAL_STOP_WARNINGS_SUPPRESSION                                                 \
    catchAssertionHandler.complete();                                                        \
  } while (false)

namespace bpetite::test {

// Matches a text that contains `part`. This matcher has another name in version 3.
inline auto contains_text(const std::string& part) {
#if __has_include(<catch2/catch_all.hpp>)
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace bpetite::test
