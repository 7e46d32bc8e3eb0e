// Finds the word, the number or the list that the user of a command line probably meant. A word is
// compared with the known words by the edit distance.
#include "cli/options/suggestion.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

namespace bpetite::cli {
namespace {

// The edit distance of two words: how many letters must be added, removed or replaced, or
// neighbours exchanged (Damerau; no letter is changed twice).
std::size_t edits(std::string_view from, std::string_view to) {
  const std::size_t width = to.size() + 1;
  std::vector<std::size_t> table((from.size() + 1) * width);
  for (std::size_t i = 0; i <= from.size(); ++i) {
    for (std::size_t k = 0; k <= to.size(); ++k) {
      std::size_t& here = table[i * width + k];
      if (i == 0 || k == 0) {
        here = i + k;
        continue;
      }
      const std::size_t* const at = &here;
      const std::size_t replaced = *(at - width - 1) + (from[i - 1] == to[k - 1] ? 0 : 1);
      here = std::min({*(at - width) + 1, *(at - 1) + 1, replaced});
      if (i > 1 && k > 1 && from[i - 1] == to[k - 2] && from[i - 2] == to[k - 1]) {
        here = std::min(here, *(at - 2 * width - 2) + 1);
      }
    }
  }
  return table.back();
}

bool is_digit(char c) { return '0' <= c && c <= '9'; }

}  // namespace

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  constexpr std::size_t longest = 40;  // longer words are not compared
  if (word.size() > longest) return "";
  std::string_view nearest;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string_view one : known) {
    const std::size_t distance = edits(word, one);
    if (distance < least) {
      least = distance;
      nearest = one;
    }
  }
  return nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest);
}

std::optional<std::string> in_digits(std::string_view word) {
  std::string zeros;
  if (word.ends_with('k') || word.ends_with('K')) zeros = "000";
  if (word.ends_with('m') || word.ends_with('M')) zeros = "000000";
  if (!zeros.empty()) word.remove_suffix(1);
  std::string digits;
  for (const char c : word) {
    if (!is_digit(c) && c != ',' && c != '_') return std::nullopt;
    if (is_digit(c)) digits += c;
  }
  if (digits.empty() || !is_digit(word.front()) || !is_digit(word.back())) return std::nullopt;
  return digits + zeros;
}

std::optional<std::string> side_by_side(std::string_view word) {
  constexpr std::size_t longest = 60;  // for a message
  std::string numbers;
  for (const char c : word.substr(0, longest)) {
    if (is_digit(c)) {
      numbers += c;
    } else if (std::string_view(",;[]() ").find(c) == std::string_view::npos) {
      return std::nullopt;
    } else if (!numbers.empty() && numbers.back() != ' ') {
      numbers += ' ';
    }
  }
  while (numbers.ends_with(' ')) numbers.pop_back();
  if (numbers.empty()) return std::nullopt;
  return numbers + (word.size() > longest ? " ..." : "");
}

}  // namespace bpetite::cli
