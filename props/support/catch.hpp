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
