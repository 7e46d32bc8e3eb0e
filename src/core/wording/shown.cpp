// Makes text safe to show: replaces invisible scalars, and bytes that are not UTF-8, by escapes, in
// a whole text or in its first scalar. Also puts a backslash before the characters that a caller
// names, and leaves out the middle of a long text (shortened).
#include "core/wording/shown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite {
namespace {

// Scalars without a shape of their own, such as the fillers of Hangul and the selectors of
// variants: those of Default_Ignorable_Code_Point in Unicode 16.0 whose category is not Cf. U+FDD0
// to U+FDEF are never characters.
constexpr std::array<std::pair<char32_t, char32_t>, 10> ignorable_ranges = {{
    {0x034F, 0x034F},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x2065, 0x2065},
    {0x3164, 0x3164},
    {0xFDD0, 0xFDEF},
    {0xFE00, 0xFE0F},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFF8},
}};

// Whether a scalar would move the cursor, hide, or change the direction of a line.
bool is_invisible(char32_t scalar) {
  if (scalar < 0x7F) return scalar < 0x20;
  using enum unicode::Category;
  const unicode::Category category = unicode::category(scalar);
  return category == Cc || category == Cf || category == Zl || category == Zp ||
         scalar >= 0xE0000 || (scalar & 0xFFFE) == 0xFFFE ||
         std::ranges::any_of(ignorable_ranges, [&](const auto& range) {
           return range.first <= scalar && scalar <= range.second;
         });
}

}  // namespace

ShownScalar first_shown(std::string_view bytes, std::string_view with_backslash) {
  const auto scalar = utf8::well_formed_at(bytes, 0);
  const std::size_t size = scalar ? scalar->size : 1;
  if (scalar && !is_invisible(scalar->value)) {
    const bool needs_backslash = with_backslash.find(bytes[0]) != std::string_view::npos;
    return {(needs_backslash ? "\\" : "") + std::string(bytes.substr(0, size)), size};
  }
  if (bytes[0] == '\n') return {"\\n", size};
  std::string text;
  for (const char c : bytes.substr(0, size)) {
    text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return {text, size};
}

std::string shown(std::string_view bytes, std::string_view with_backslash) {
  std::string text;
  while (!bytes.empty()) {
    const auto [part, size] = first_shown(bytes, with_backslash);
    text += part;
    bytes.remove_prefix(size);
  }
  return text;
}

std::string shortened(std::string_view bytes, std::size_t limit) {
  const std::string text = shown(bytes);
  if (text.size() <= limit) return text;
  constexpr std::string_view gap = " ... ";
  const std::size_t half = (limit - gap.size()) / 2;
  const auto is_inside = [&](std::size_t at) { return utf8::is_continuation(text[at]); };
  std::size_t head = half;
  while (is_inside(head)) --head;
  std::size_t tail = text.size() - half;
  while (tail < text.size() && is_inside(tail)) ++tail;
  return text.substr(0, head) + std::string(gap) + text.substr(tail);
}

}  // namespace bpetite
