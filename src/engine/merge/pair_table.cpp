// Stores pairs and their tokens in a hash table with open addressing, and in its filter
// (PairTable). If a pair finds no slot near its first one, all pairs are placed again with another
// seed. bound_look_ups() does the same until no look-up is too long, and longest_look_up() gives
// the longest.
#include "engine/merge/pair_table.hpp"

#include <algorithm>
#include <bit>

namespace bpetite::engine::merge {

PairTable::PairTable(const Table& table, std::size_t pairs, const HashSeed& seed) {
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * pairs, 16));
  const std::size_t filter_words = std::max<std::size_t>(size / 8, 2);
  const std::size_t ids = table.tokens.size();
  slots_.assign(size, kernels::PairView::empty);
  filter_.assign(filter_words, 0);
  parts_.assign(ids, Pair{kernels::no_token, kernels::no_token});
  byte_pairs_.assign(std::size_t{256} * 256, kernels::no_token);
  view_.filter = filter_.data();
  view_.slots = slots_.data();
  view_.parts = parts_.data();
  view_.byte_pairs = byte_pairs_.data();
  view_.byte_ids = table.byte_ids.data();
  view_.seed = seed;
  view_.filter_shift = 64 - static_cast<unsigned>(std::countr_zero(filter_words));
  view_.shift = 64 - static_cast<unsigned>(std::countr_zero(size));
  view_.mask = size - 1;
  view_.is_wide = ids > kernels::PairView::id_mask;
}

void PairTable::add(const Pair& pair, TokenId token) {
  parts_[token] = pair;
  while (!place(pair, token)) place_all();
}

// False if all slots are taken where the pair may be.
bool PairTable::place(const Pair& pair, TokenId token) {
  const std::uint64_t key = view_.key_of(pair.left, pair.right);
  const std::uint64_t hash = view_.hash_of(key);
  filter_[hash >> view_.filter_shift] |= kernels::PairView::filter_bits(hash);
  std::size_t i = hash >> view_.shift;
  for (std::size_t n = 0; n < most_slots; ++n, i = (i + 1) & view_.mask) {
    if (slots_[i] != kernels::PairView::empty) continue;
    slots_[i] = is_wide() ? token : key << kernels::PairView::id_bits | token;
    return true;
  }
  return false;
}

// Places all pairs again, with other seeds until each finds a slot.
void PairTable::place_all() {
  const auto old = slots_;
  const auto place_again = [this](std::uint64_t slot) {
    if (slot == kernels::PairView::empty) return true;
    if (is_wide()) return place(parts_[slot], static_cast<TokenId>(slot));
    const Pair pair{
        static_cast<TokenId>(slot >> 2 * kernels::PairView::id_bits),
        static_cast<TokenId>(slot >> kernels::PairView::id_bits & kernels::PairView::id_mask)};
    return place(pair, static_cast<TokenId>(slot & kernels::PairView::id_mask));
  };
  do {
    view_.seed = new_hash_seed();
    std::fill(slots_.begin(), slots_.end(), kernels::PairView::empty);
    std::fill(filter_.begin(), filter_.end(), 0);
  } while (!std::all_of(old.begin(), old.end(), place_again));
}

void PairTable::bound_look_ups() {
  while (longest_look_up() > most_slots) place_all();
}

// A look-up that finds nothing reads the free slot as well.
std::size_t PairTable::longest_look_up() const {
  return longest_run(slots_.size(),
                     [this](std::size_t i) { return slots_[i] != kernels::PairView::empty; }) +
         1;
}

}  // namespace bpetite::engine::merge
