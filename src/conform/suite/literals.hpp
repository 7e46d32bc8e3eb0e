// Declares has_literal, which says whether a text contains the literal of an added token of a
// table, special or not.
//
//   has_literal(table, "a<|endoftext|>")     true for a table with the special token <|endoftext|>
#pragma once

#include <algorithm>
#include <string_view>

#include "core/table.hpp"

namespace bpetite::conform::suite {

// Whether the text contains the literal of an added token, special or not.
inline bool has_literal(const Table& table, std::string_view text) {
  return std::ranges::any_of(table.specials, [&](const SpecialToken& token) {
    return text.find(token.literal) != std::string_view::npos;
  });
}

}  // namespace bpetite::conform::suite
