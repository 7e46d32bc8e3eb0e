// Removes items: first from both ends by bisection, then stretches of half the length each time,
// then single items.
#include "conform/shrink/ddmin.hpp"

#include <algorithm>
#include <numeric>

namespace bpetite::conform::shrink {
namespace {

Places slice(const Places& places, std::size_t begin, std::size_t end) {
  return {places.begin() + static_cast<std::ptrdiff_t>(begin),
          places.begin() + static_cast<std::ptrdiff_t>(end)};
}

// The shortest beginning that fails, and then its shortest end, with 2 log n questions. If the
// fault needs a certain length, the result has exactly this length.
Places trimmed(Places places, const Question& question) {
  const std::size_t end = lowest(
      0, places.size(), [&](std::uint64_t n) { return question.fails(slice(places, 0, n)); });
  places.resize(end);
  const std::size_t size = places.size();
  const std::size_t kept = lowest(
      0, size, [&](std::uint64_t n) { return question.fails(slice(places, size - n, size)); });
  return slice(places, size - kept, size);
}

// Leaves out each stretch of this length that is not needed. True if it left one out.
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

  // Stretches of half the length, a quarter, ... one. Then again from the beginning, as long as
  // this removes something: an item may no longer be needed.
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

}  // namespace bpetite::conform::shrink
