// Leaves out items of a list as long as the others still show a fault, until no single item can be
// left out (fewest). A question asks a program whether some of the items show the fault. Removes
// items from both ends by bisection, then ever shorter stretches, then single items, and begins
// again as long as something was removed. fewest_at_once asks many questions at once, and lowest
// finds the lowest number that shows a fault. Also lists simpler scalars for a scalar
// (simpler_than).
#include "conform/search/ddmin.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {
namespace {

Places slice(const Places& places, std::size_t begin, std::size_t end) {
  return {places.begin() + static_cast<std::ptrdiff_t>(begin),
          places.begin() + static_cast<std::ptrdiff_t>(end)};
}

// Finds the shortest beginning that fails, and then its shortest end, with 2 log n questions. If
// the fault needs a certain length, the result has exactly this length.
Places trimmed(Places places, const Question& question) {
  const std::size_t end = lowest(
      0, places.size(), [&](std::uint64_t n) { return question.fails(slice(places, 0, n)); });
  places.resize(end);
  const std::size_t size = places.size();
  const std::size_t kept = lowest(
      0, size, [&](std::uint64_t n) { return question.fails(slice(places, size - n, size)); });
  return slice(places, size - kept, size);
}

// Leaves out each stretch of this length that is not needed. Returns true if it left one out.
bool without_stretches(Places& places, std::size_t length, const Question& question) {
  bool changed = false;
  for (std::size_t at = 0; at < places.size() && !question.tired();) {
    const std::size_t end = std::min(at + length, places.size());
    Places rest = places;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(at),
               rest.begin() + static_cast<std::ptrdiff_t>(end));
    if (question.fails(rest)) {
      places = std::move(rest);
      changed = true;
    } else {
      at = end;
    }
  }
  return changed;
}

}  // namespace

Places fewest(std::size_t size, const Question& question) {
  Places places(size);
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (size == 0) {
    return places;
  }
  places = trimmed(std::move(places), question);

  // Tries stretches of half the length, a quarter, ... one. Then begins again as long as something
  // was removed, because other items may no longer be needed.
  for (bool changed = true; changed && !question.tired();) {
    changed = false;
    for (std::size_t length = (places.size() + 1) / 2; length > 0; length /= 2) {
      changed = without_stretches(places, length, question) || changed;
    }
  }
  return places;
}

std::uint64_t lowest(std::uint64_t least, std::uint64_t known,
                     const std::function<bool(std::uint64_t)>& fails) {
  while (least < known) {
    const std::uint64_t middle = least + (known - least) / 2;
    if (fails(middle)) {
      known = middle;
    } else {
      least = middle + 1;
    }
  }
  return known;
}

Places fewest_at_once(std::size_t size, const Shortest& shortest) {
  constexpr std::size_t lists_a_round = 500;
  constexpr std::size_t most_rounds = 12;
  Places places(size);
  std::iota(places.begin(), places.end(), std::size_t{0});
  for (std::size_t round = 0; round < most_rounds; ++round) {
    std::vector<Places> shorter;
    for (std::size_t block = places.size() / 2; block > 0 && shorter.size() <= lists_a_round;
         block /= 2) {
      for (std::size_t at = 0; at < places.size(); at += block) {
        Places rest = slice(places, 0, at);
        const Places after = slice(places, std::min(at + block, places.size()), places.size());
        rest.insert(rest.end(), after.begin(), after.end());
        if (!rest.empty()) shorter.push_back(std::move(rest));
      }
    }
    const auto best = shortest(shorter);
    if (!best) break;
    places = std::move(shorter[*best]);
  }
  return places;
}

// --- Simpler scalars. ---
//
// The lists of replacements are ordered. A replacement always stands before the scalar that it
// replaces, so simplifying ends.

namespace {

using Ladder = std::vector<std::string_view>;

// The replacements for a scalar of a class, in order of their size in bytes. Every list begins with
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

}  // namespace bpetite::conform::search
