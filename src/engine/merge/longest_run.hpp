// Finds the longest look-up in a hash table that looks from place to place until one is free.
//
//   places   k . k k k . . k      longest run   3      (from the last place it goes on to the
//   first)
#pragma once

#include <algorithm>
#include <cstddef>

namespace bpetite::engine::merge {

// The most places in a row that are taken, of a table in which some are free.
template <typename IsTaken>
std::size_t longest_run(std::size_t places, const IsTaken& is_taken) {
  std::size_t longest = 0;
  std::size_t first = 0;  // the run that begins at the first place
  std::size_t run = 0;
  for (std::size_t i = 0; i < places; ++i) {
    run = is_taken(i) ? run + 1 : 0;
    if (run == i + 1) first = run;
    longest = std::max(longest, run);
  }
  return std::max(longest, run + first);
}

}  // namespace bpetite::engine::merge
