// Finds all ways to cut the end of an open text (open_ends). A way says which ends of chunks stay,
// of those that more text may remove, and whether a chunk ends at the end of the open text.
//
//   GPT-2's pattern, "a  "     nothing follows: "a", two blanks     a letter follows: "a", one
//                              blank, and the other one begins its chunk
//
// The table (compile::CutTable) is run with every sequence of classes, until nothing that follows
// changes the answer. Cost: at most some twenty steps for each class and row, whatever the text.
// props/motion/continuation.cpp compares the cuts with those of texts that follow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/compile/cut_table.hpp"

namespace bpetite::engine::motion {

// A way to cut, and the first scalars of a text behind the open one that causes it.
struct OpenEnd {
  std::size_t removed = 0;            // this many of the last ends are removed
  bool ends_here = false;             // a chunk ends at the end of the open text
  std::vector<std::uint8_t> classes;  // of the scalars that follow

  friend bool operator==(const OpenEnd&, const OpenEnd&) = default;
};

// All ways, from a row of the table: for each class of the first scalar that follows, each way
// once, with the fewest scalars; and the way if nothing follows. `ends` is the number of ends.
std::vector<OpenEnd> open_ends(const compile::CutTable& table, std::uint32_t row, std::size_t ends);

}  // namespace bpetite::engine::motion
