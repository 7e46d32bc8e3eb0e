// Makes the cut table of one pattern (table_of), and one cut table of two patterns of a sequence
// (table_of_both).
//
//   \p{N}, then gpt2     a digit is a piece, and gpt2 sees a text that ends before it
//
// Both return nullopt if there is no such table, or if it needs more entries than are left. They
// take the entries that they make from those that are left.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/compile/automaton.hpp"
#include "engine/compile/cut_table.hpp"

namespace bpetite::engine::compile {

// Nothing if the pattern can match nothing, if it is not known soon enough where a gap ends, or if
// there are too many rows. `left` is how many entries may be made, less those that are.
std::optional<CutTable> table_of(const Automaton& automaton, std::size_t& left);

// S25j: the table of a sequence, if the outer one never takes an end, and neither reads again.
std::optional<CutTable> table_of_both(const CutTable& outer, const CutTable& inner,
                                      std::size_t& left);

}  // namespace bpetite::engine::compile
