// Replaces scalars by simpler ones. The lists of replacements are ordered: a replacement always
// stands before the scalar that it replaces, so simplifying ends.
#include "conform/shrink/scalars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::shrink {
namespace {

using Ladder = std::vector<std::string_view>;

// The replacements for a class, in order of their size in bytes. Every list begins with
// `plainest`.
constexpr std::array<std::string_view, 3> plainest = {"a", " ", "\n"};
constexpr std::array<std::string_view, 5> letters = {"A", "é", "ſ", "中", "𐐀"};
constexpr std::array<std::string_view, 4> number_ladder = {"1", "²", "①", "𝟎"};
constexpr std::array<std::string_view, 4> spaces = {"\t", "\r", "\u00a0", "\u2003"};
constexpr std::array<std::string_view, 5> others = {"!", "'", "¡", "…", "😀"};

template <std::size_t Size>
Ladder ladder_of(const std::array<std::string_view, Size>& own) {
  Ladder ladder(plainest.begin(), plainest.end());
  ladder.insert(ladder.end(), own.begin(), own.end());
  return ladder;
}

Ladder ladder_for(char32_t scalar) {
  if (unicode::is_letter(scalar)) return ladder_of(letters);
  if (unicode::is_number(scalar)) return ladder_of(number_ladder);
  if (unicode::is_white_space(scalar)) return ladder_of(spaces);
  return ladder_of(others);
}

}  // namespace

std::vector<std::string> units_of(std::string_view text) {
  const bool whole = !utf8::first_ill_formed(text);
  std::vector<std::string> units;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = whole ? utf8::scalar_at(text, at).size : 1;
    units.emplace_back(text.substr(at, size));
    at += size;
  }
  return units;
}

std::vector<std::string> simpler_than(const std::string& unit) {
  if (utf8::first_ill_formed(unit)) {
    return {"a", "\xff"};
  }
  std::vector<std::string> simpler;
  for (const std::string_view rung : ladder_for(utf8::scalar_at(unit, 0).value)) {
    if (rung == unit) break;
    simpler.emplace_back(rung);
  }
  return simpler;
}

std::string length_of(std::string_view text) {
  return counted(units_of(text).size(), utf8::first_ill_formed(text) ? "byte" : "scalar");
}

std::string counted(std::size_t number, std::string_view noun) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return noun.empty() ? digits : fmt::format("{} {}{}", digits, noun, number == 1 ? "" : "s");
}

}  // namespace bpetite::conform::shrink
