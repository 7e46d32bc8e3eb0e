// PairTable makes the table of pairs that kernels/pair_view.hpp reads.
//
//   add({97, 98}, 256)      find(97, 98) is 256, and parts(256) is {97, 98}
//
// set_bytes() adds the token of two bytes to a table of its own. bound_look_ups() comes after the
// last pair: whatever the pairs are, a look-up then reads at most 256 slots (S32). Memory: 8 bytes
// a slot, two to four slots a pair, 2 to 4 bytes a pair for the filter, 8 for the parts of a token,
// and 256 KB for the tokens of two bytes. longest_run() finds the longest look-up of such a hash
// table. WholeTokens maps bytes to the tokens that merging does not make from them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <vector>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "engine/kernels/pair_view.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::merge {

// Tokens that merging does not make from their own bytes, by these bytes.
using WholeTokens = std::map<std::string_view, TokenId>;

class PairTable {
 public:
  // An empty table with space for this many pairs. `table` must outlive it.
  PairTable(const Table& table, std::size_t pairs, const HashSeed& seed);
  PairTable(const PairTable&) = delete;
  PairTable& operator=(const PairTable&) = delete;

  // Adds a pair that is not in the table.
  void add(const Pair& pair, TokenId token);
  void set_bytes(unsigned char left, unsigned char right, TokenId token) {
    byte_pairs_[std::size_t{left} << 8 | right] = token;
  }

  // To be called when all pairs are there: draws other seeds until no look-up is too long.
  void bound_look_ups();

  const kernels::PairView& view() const { return view_; }
  TokenId find(TokenId left, TokenId right) const { return view_.find(left, right); }

  // The pair that makes a token; no_token twice where there is none.
  const Pair& parts(TokenId token) const { return parts_[token]; }

  bool is_wide() const { return view_.is_wide; }

  // A look-up reads at most this many slots. If it would read more, another seed is drawn.
  static constexpr std::size_t most_slots = 256;
  std::size_t longest_look_up() const;  // the most slots that a look-up reads

 private:
  bool place(const Pair& pair, TokenId token);
  void place_all();

  std::vector<std::uint64_t, machine::LargePages<std::uint64_t>> filter_;
  std::vector<std::uint64_t, machine::LargePages<std::uint64_t>> slots_;
  std::vector<Pair> parts_;
  std::vector<TokenId> byte_pairs_;
  kernels::PairView view_;
};

// The largest number of taken places in a row, in a hash table with free places. This is its
// longest look-up.
//
//   places   k . k k k . . k      longest run   3      (the first place follows the last)
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
