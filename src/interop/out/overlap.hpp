// Which special tokens can overlap in a text, so that a program must choose between them.
//
//   <|end|>  <|en      one holds the other
//   ab       bc        the end of one is the beginning of the other: "abc"
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/table.hpp"

namespace bpetite::interop::out {

// The literals of two such tokens, one out of each list; a token does not overlap itself.
// ValueError (S58a): there are too many to compare. `format` is the name of the target in messages.
std::optional<std::pair<std::string_view, std::string_view>> first_overlap(
    std::span<const SpecialToken> some, std::span<const SpecialToken> others,
    std::string_view format);

}  // namespace bpetite::interop::out
