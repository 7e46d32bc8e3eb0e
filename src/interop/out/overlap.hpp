// Finds two special tokens, one of each of two lists, that can overlap in a text, so that a program
// must choose between them (first_overlap, Overlap).
//
//   <|end|>  <|en      one holds the other
//   ab       bc        the end of one is the beginning of the other: "abc"
#pragma once

#include <optional>
#include <span>

#include "core/table.hpp"

namespace bpetite::interop::out {

// One token of each list. A token does not overlap itself.
struct Overlap {
  const SpecialToken* one;
  const SpecialToken* other;
};
std::optional<Overlap> first_overlap(std::span<const SpecialToken> some,
                                     std::span<const SpecialToken> others);

}  // namespace bpetite::interop::out
