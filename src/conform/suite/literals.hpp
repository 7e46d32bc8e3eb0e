// Tests whether a text contains literals of added tokens.
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
