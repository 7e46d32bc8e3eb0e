// Finds how the end of an open text can be cut: which of the ends that more text may remove stay,
// under all texts that may follow, and whether a chunk ends at the end of the text.
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

// A way to cut, and how a text that follows begins that makes it.
struct OpenEnd {
  std::size_t removed = 0;            // so many of the last ends are removed
  bool ends_here = false;             // a chunk ends at the end of the open text
  std::vector<std::uint8_t> classes;  // of the scalars that follow

  friend bool operator==(const OpenEnd&, const OpenEnd&) = default;
};

// All ways, from a row of the table: for each class of the first scalar that follows, each way once
// with the fewest scalars, and one for the end of the text. `ends` is how many ends there are.
std::vector<OpenEnd> open_ends(const compile::CutTable& table, std::uint32_t row, std::size_t ends);

}  // namespace bpetite::engine::motion
