// Finds few items that still show a fault, of which none can be left out: delta debugging. A
// question asks a program whether some of the items show the fault. There is one function that asks
// one question after the other (fewest), one that asks many at once (fewest_at_once), and one for
// the lowest number that fails (lowest). Also lists simpler scalars for a scalar (simpler_than).
//
//   items   0 1 2 3 4 5 6 7        the fault needs 2 and 5
//   fewest      2     5            after about twenty questions in place of 256
//
// Each question costs a request to a program, so halves are tried first and single items last. The
// questions depend only on earlier answers, so the same answers give the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace bpetite::conform::search {

using Places = std::vector<std::size_t>;  // indices of items, in ascending order

struct Question {
  std::function<bool(const Places&)> fails;  // whether these items alone show the fault
  std::function<bool()> tired;               // true: stop, and return the best result so far
};

// Returns items from 0 to size - 1 that fail together, and do not fail if any one of them is left
// out. All items together must fail.
Places fewest(std::size_t size, const Question& question);

// The least number from `least` on that fails, if all numbers from it up to `known` fail. `known`
// must fail. If some number between passes, the result is still a number that fails.
std::uint64_t lowest(std::uint64_t least, std::uint64_t known,
                     const std::function<bool(std::uint64_t)>& fails);

// The same for a program that takes long to start and answers many questions at once. In each
// round, `shortest` gets all lists that lack one block: half of the items, a quarter, ... one. It
// returns the place of the best list that fails, or nullopt if no list fails or the time is over.
using Shortest = std::function<std::optional<std::size_t>(const std::vector<Places>&)>;
Places fewest_at_once(std::size_t size, const Shortest& shortest);

// The scalars that may replace this one in a text, the plainest first. The list is empty for "a".
//
//   simpler_than("Ω")    "a", " ", "\n", "A", "é"      "é" is a letter, too
std::vector<std::string> simpler_than(const std::string& unit);

}  // namespace bpetite::conform::search
