// The record of what ran: one line a finished case, for spec/TRACE.md.
//
//   property <TAB> FR-10b <TAB> a tie goes to the smallest pair <TAB> 1000
//
// Lines are appended to the file named by BPETITE_TRACE; without it nothing is kept.
#pragma once

#include <cstdint>
#include <string_view>

namespace bpetite::test {

// kind      "example", "property", "test", "exhaustive" or "golden"
// clauses   one or several, separated by spaces: "FR-10b S6"
// name      what ran; for examples the chapter and line, "spec/03-train.md:41"
// cases     how many cases passed; never zero
void record(std::string_view kind, std::string_view clauses, std::string_view name,
            std::uint64_t cases);

}  // namespace bpetite::test
