// The fewest of some items that still show a fault: delta debugging.
//
//   items   0 1 2 3 4 5 6 7        the fault needs 2 and 5
//   fewest      2     5            after some twenty questions in place of 256
//
// Every question costs a request to a program, so that halves go first and single items last. The
// questions depend on the answers alone: the same answers give the same result.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace bpetite::conform::shrink {

using Places = std::vector<std::size_t>;  // of items, in ascending order

struct Question {
  std::function<bool(const Places&)> fails;  // with these items alone, is the fault still there?
  std::function<bool()> tired;  // no more questions: what was found so far is the result
};

// Some of the items 0 to size - 1 that fail, and of which none can be left out. All of them are
// known to fail.
Places fewest(std::size_t size, const Question& question);

// The least number from `least` on that fails, if all above it fail too, up to `known`, which is
// known to fail; else some number that fails.
std::uint64_t lowest(std::uint64_t least, std::uint64_t known,
                     const std::function<bool(std::uint64_t)>& fails);

}  // namespace bpetite::conform::shrink
