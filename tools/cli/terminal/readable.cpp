// Escapes bytes, formats numbers, and measures the width of texts for a terminal.
#include "cli/terminal/readable.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_ids = 200;  // shown in a list

// Default_Ignorable_Code_Point of Unicode 16.0, less what has the category Cf: scalars without a
// shape of their own, such as the fillers of Hangul and the selectors of variants.
constexpr std::array<std::pair<char32_t, char32_t>, 9> ignorable_ranges = {{
    {0x034F, 0x034F},
    {0x115F, 0x1160},
    {0x17B4, 0x17B5},
    {0x180B, 0x180F},
    {0x2065, 0x2065},
    {0x3164, 0x3164},
    {0xFE00, 0xFE0F},
    {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFF8},
}};

bool is_in(std::span<const std::pair<char32_t, char32_t>> ranges, char32_t scalar) {
  return std::ranges::any_of(
      ranges, [&](const auto& range) { return range.first <= scalar && scalar <= range.second; });
}

// Scalars that would move the cursor, hide, or turn the direction of a line.
bool is_invisible(char32_t scalar) {
  using enum unicode::Category;
  const unicode::Category category = unicode::category(scalar);
  return category == Cc || category == Cf || category == Zl || category == Zp ||
         scalar >= 0xE0000 || is_in(ignorable_ranges, scalar);
}

// Where terminals draw two columns: most of what UAX #11 calls wide. A terminal may differ for some
// scalar, and then a column of the table is shifted.
constexpr std::array<std::pair<char32_t, char32_t>, 10> wide_ranges = {{
    {0x1100, 0x115F},
    {0x2E80, 0x303E},
    {0x3041, 0xA4CF},
    {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},
    {0xFF00, 0xFF60},
    {0x1F300, 0x1F64F},
    {0x1F680, 0x1FAFF},
    {0x20000, 0x3FFFD},
}};

std::size_t columns_of(char32_t scalar) {
  const unicode::Category category = unicode::category(scalar);
  if (category == unicode::Category::Mn || category == unicode::Category::Me) return 0;
  return is_in(wide_ranges, scalar) ? 2 : 1;
}

// The scalar that begins these bytes, or their first byte, as it is shown. `escaped` are those that
// get a backslash.
struct Shown {
  std::string text;
  std::size_t size = 1;  // of what it stands for, in bytes
};
Shown shown_first(std::string_view bytes, std::string_view escaped) {
  const auto scalar = utf8::well_formed_at(bytes, 0);
  const std::size_t size = scalar ? scalar->size : 1;
  if (scalar && !is_invisible(scalar->value)) {
    const bool needs_backslash = escaped.find(bytes[0]) != std::string_view::npos;
    return {(needs_backslash ? "\\" : "") + std::string(bytes.substr(0, size)), size};
  }
  if (bytes[0] == '\n') return {"\\n", size};
  std::string text;
  for (const char c : bytes.substr(0, size)) {
    text += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return {text, size};
}

}  // namespace

std::string readable(std::string_view bytes, std::size_t most) {
  std::string text = "\"";
  std::size_t columns = 0;
  while (!bytes.empty()) {
    const auto [shown, size] = shown_first(bytes, "\"\\");
    columns += columns_of(shown);
    if (columns > most) return text + "\"...";
    text += shown;
    bytes.remove_prefix(size);
  }
  return text + "\"";
}

std::string visible(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const auto [shown, size] = shown_first(bytes, "\\");
    text += shown;
    bytes.remove_prefix(size);
  }
  return text;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    columns += columns_of(scalar);
    at += size;
  }
  return columns;
}

std::string id_list(std::span<const TokenId> ids) {
  const auto shown = ids.first(std::min(ids.size(), most_ids));
  return fmt::format(
      "[{}{}]", fmt::join(shown, ","),
      ids.size() > most_ids ? fmt::format(",... {} more", ids.size() - most_ids) : "");
}

}  // namespace bpetite::cli
