// ChunkCounts counts how often each chunk occurs in the texts of a corpus.
//
//   "ab ab ab"      "ab" 1, " ab" 2
//
// It counts texts (add_text), adds chunks and tables that were counted elsewhere (add, add_all),
// and gives its counts one by one (for_each) or all at once (take). bound_memory() bounds its
// memory: it calls a function that takes the counts before they are too many. A search for a chunk
// looks at 256 places at most (longest_look_up).
//
// CorpusCutter normalizes a text before it is cut, and finds the places at which a corpus may be
// divided. A ChunkSource is a function that gives counts, from memory or from files. add_bytes()
// adds up the bytes of a corpus, and notices a sum of 2^64 or more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "core/profile.hpp"
#include "engine/cache/chunk_cache.hpp"
#include "engine/machine/level.hpp"
#include "engine/scan/scan.hpp"

namespace bpetite::engine::count {

// Brings texts to the normal form of the profile, and then cuts them.
//
//   corpus     "cafe\u0301 noir"
//   counted    "café" " noir"        under NFC
//
// A corpus is counted in parts, which must have the same chunks as the whole. So a part ends where
// the pattern may be cut (S25l). Under a normalizer, this place must also be between two ASCII
// characters that a third one follows. Normalization joins nothing but marks to an ASCII character
// before them, so these three characters stay what they are.
class CorpusCutter {
 public:
  // Throws PatternError as scan::Cutter does.
  explicit CorpusCutter(const Profile& profile);
  // Without a normalizer.
  CorpusCutter(scan::Cutter cutter);  // NOLINT(google-explicit-constructor): the same in short
  CorpusCutter(kernels::ScanPattern pattern);  // NOLINT(google-explicit-constructor): as well

  const scan::Cutter& cutter() const { return cutter_; }

  // The normal form of the text, or nullopt if the text does not change. It must be well-formed
  // UTF-8.
  std::optional<std::string> changed(std::string_view text) const;

  // Like scan::is_safe_place, for texts that are not normalized yet.
  bool is_safe_place(std::string_view text, std::size_t at) const;

  // Cuts a well-formed text into parts of about `size` bytes, at such places.
  std::vector<std::string_view> safe_parts(std::string_view text, std::size_t size) const;

 private:
  Normalizer normalizer_ = Normalizer::none;
  scan::Cutter cutter_;
};

// Gives counts of chunks, from memory or from files. It calls its argument for each distinct chunk,
// in any order. It is called twice, and gives the same chunks both times. So the chunks need not be
// in memory together with what is made from them.
using ChunkSource =
    std::function<void(const std::function<void(std::string_view chunk, Count count)>&)>;

// Adds the bytes of a chunk that occurs `count` times to the total. If the total would be 2^64 or
// more, it returns false and adds nothing.
inline bool add_bytes(std::uint64_t& total, std::uint64_t size, Count count) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (size > 0 && count > (most - total) / size) return false;
  total += size * count;
  return true;
}

// A chunk of up to 15 bytes is its own key in a hash table with open addressing. Longer ones lie in
// an arena. Memory: 48 to 96 bytes for each distinct chunk, and the bytes of long ones. Whatever
// the chunks are, a search looks at no more than 256 places (S32).
class ChunkCounts {
 public:
  struct ShortCount {
    cache::ShortKey key;
    Count count = 0;  // 0: the place is free
  };
  struct LongCount {
    std::uint64_t hash = 0;
    std::size_t at = 0;  // in long_bytes
    std::size_t size = 0;
    Count count = 0;
  };
  // All counts, as they are in memory.
  struct Parts {
    std::vector<ShortCount> shorts;
    std::vector<LongCount> longs;
    std::string long_bytes;
  };

  // Tests give a seed that they know.
  explicit ChunkCounts(const CorpusCutter& cutter, machine::Level level = machine::level(),
                       const HashSeed& seed = new_hash_seed());

  // Adds the chunks of a whole text (S20), or of one of its safe parts. It must be well-formed
  // UTF-8.
  void add_text(std::string_view text);

  // Adds all counts of another table with the same pattern.
  void add_all(const ChunkCounts& other);

  // Adds a chunk that was counted elsewhere.
  void add(std::string_view chunk, Count count);

  // Keeps the memory of this object below `bytes`, also while its tables grow. When a text might
  // need more, it calls `when_full` with this object, which must take the counts. A single chunk
  // beyond the bound is kept all the same.
  void bound_memory(std::size_t bytes, std::function<void(ChunkCounts&)> when_full);

  // Returns all counts. Afterwards this object has none.
  Parts take();

  // The number of distinct chunks.
  std::size_t size() const { return short_used_ + long_chunks_.size(); }

  // A search for a chunk looks at this many places at most. If it needs more, another seed is
  // drawn.
  static constexpr std::size_t most_places = 256;
  std::size_t longest_look_up() const;  // the most places that a search for a chunk looks at

  // Calls `visit` for each distinct chunk, in any order.
  void for_each(const std::function<void(std::string_view chunk, Count count)>& visit) const;

 private:
  void add_chunks(std::string_view text);
  void add_short(const cache::ShortKey& key, Count count);
  void add_long(std::string_view chunk, Count count);
  ShortCount* find_short(const cache::ShortKey& key);
  std::size_t* find_long(std::string_view chunk, std::uint64_t hash);
  void place_shorts(std::size_t size);
  void place_longs(std::size_t size);
  void draw_long_seed();
  void make_space(std::size_t bytes);

  CorpusCutter cutter_;
  machine::Level level_;
  HashSeed seed_;
  HashSeed long_seed_;
  static constexpr unsigned first_bits = 12;
  unsigned short_shift_ = 64 - first_bits;
  std::vector<ShortCount> shorts_;
  std::size_t short_used_ = 0;
  std::vector<LongCount> long_chunks_;
  std::vector<std::size_t> long_slots_;  // places in long_chunks_, plus one; 0: free
  std::string long_bytes_;
  std::size_t most_memory_ = std::numeric_limits<std::size_t>::max();
  std::function<void(ChunkCounts&)> when_full_;
};

}  // namespace bpetite::engine::count
