// Records each finished test in one line. tools/trace writes spec/TRACE.md from these lines.
//
//   property <TAB> FR-10b <TAB> a tie goes to the smallest pair <TAB> 1000
//
// The lines go to the file that the environment variable BPETITE_TRACE names. If it is not set,
// nothing is recorded.
#pragma once

#include <cstdint>
#include <string_view>

namespace bpetite::test {

// kind      "example", "property", "test", "exhaustive" or "golden"
// clauses   one or more, separated by spaces: "FR-10b S6"
// name      the test's name; for an example its file and line, "spec/03-train.md:41"
// cases     how many cases passed, at least one
void record(std::string_view kind, std::string_view clauses, std::string_view name,
            std::uint64_t cases);

}  // namespace bpetite::test
