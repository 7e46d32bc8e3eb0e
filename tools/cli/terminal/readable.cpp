// Makes bytes and lists of ids readable for people, and measures the width of texts on a terminal.
#include "cli/terminal/readable.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t most_ids = 200;  // that a list shows

bool is_in(std::span<const std::pair<char32_t, char32_t>> ranges, char32_t scalar) {
  return std::ranges::any_of(
      ranges, [&](const auto& range) { return range.first <= scalar && scalar <= range.second; });
}

// The scalars that terminals draw in two columns: most of those that UAX #11 calls wide. A terminal
// may differ for a scalar, and then a column of a table is shifted.
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

}  // namespace

std::string readable(std::string_view bytes, std::size_t most) {
  std::string text = "\"";
  std::size_t columns = 0;
  while (!bytes.empty()) {
    const auto [part, size] = first_shown(bytes, "\"\\");
    columns += columns_of(part);
    if (columns > most) return text + "\"...";
    text += part;
    bytes.remove_prefix(size);
  }
  return text + "\"";
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
