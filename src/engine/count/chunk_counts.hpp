// Counts how often each chunk occurs in the texts of a corpus.
//
//   "ab ab ab"      "ab" 1, " ab" 2
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

// Brings texts to the form of the profile, and then cuts them.
//
//   corpus     "cafe\u0301 noir"
//   counted    "café" " noir"        under NFC
//
// A corpus is counted in parts, which must be as good as the whole. So a part ends where the
// pattern may be cut (S25l) and, under a normalizer, between two ASCII characters with a third one
// behind: no form joins anything to an ASCII character but marks that follow it, so all three stay
// what they are.
class CorpusCutter {
 public:
  // Throws PatternError as scan::Cutter does.
  explicit CorpusCutter(const Profile& profile);
  // Without a normalizer.
  CorpusCutter(scan::Cutter cutter);  // NOLINT(google-explicit-constructor): the same in short
  CorpusCutter(kernels::ScanPattern pattern);  // NOLINT(google-explicit-constructor): as well

  const scan::Cutter& cutter() const { return cutter_; }

  // The text in its form, if that is another one. It must be well-formed UTF-8.
  std::optional<std::string> changed(std::string_view text) const;

  // As scan::is_safe_place, for texts that are not yet in their form.
  bool is_safe_place(std::string_view text, std::size_t at) const;

  // Cuts a well-formed text into parts of about `size` bytes, at such places.
  std::vector<std::string_view> safe_parts(std::string_view text, std::size_t size) const;

 private:
  Normalizer normalizer_ = Normalizer::none;
  scan::Cutter cutter_;
};

// Gives counts of chunks, from memory or from files: calls its argument for each distinct chunk, in
// any order. It is called twice and gives the same
// chunks both times. So the chunks need not be in memory together with what is made of them.
using ChunkSource =
    std::function<void(const std::function<void(std::string_view chunk, Count count)>&)>;

// Adds the bytes of a chunk that occurs so often to those of others; false, and nothing is added,
// if they come to 2^64 or more.
inline bool add_bytes(std::uint64_t& total, std::uint64_t size, Count count) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (size > 0 && count > (most - total) / size) return false;
  total += size * count;
  return true;
}

// Chunks of up to 15 bytes are their own keys in an open hash table; longer ones lie in an arena.
// Memory: 48 to 96 bytes for each distinct chunk, and the bytes of long ones. Whatever the chunks
// are, one is looked for in at most 256 places (S32).
class ChunkCounts {
 public:
  struct ShortCount {
    cache::ShortKey key;
    Count count = 0;  // 0: none
  };
  struct LongCount {
    std::uint64_t hash = 0;
    std::size_t at = 0;  // in long_bytes
    std::size_t size = 0;
    Count count = 0;
  };
  // All that was counted, as it lies in memory.
  struct Parts {
    std::vector<ShortCount> shorts;
    std::vector<LongCount> longs;
    std::string long_bytes;
  };

  // Tests give a seed that they know.
  explicit ChunkCounts(const CorpusCutter& cutter, machine::Level level = machine::level(),
                       const HashSeed& seed = new_hash_seed());

  // Adds the chunks of a text of its own (S20), or of one of its safe parts. It must be well-formed
  // UTF-8.
  void add_text(std::string_view text);

  // Adds all that was counted elsewhere, with the same pattern.
  void add_all(const ChunkCounts& other);

  // Adds a chunk that was counted elsewhere.
  void add(std::string_view chunk, Count count);

  // Keeps the memory of all this, tables that grow included, below `bytes`: when a text might
  // need more, `when_full` is called with this, to take what is there. A chunk beyond the bound is
  // held all the same.
  void bound_memory(std::size_t bytes, std::function<void(ChunkCounts&)> when_full);

  // Gives away all that was counted.
  Parts take();

  // The number of distinct chunks.
  std::size_t size() const { return short_used_ + long_chunks_.size(); }

  // A chunk is looked for in at most this many places. Where it would need more, another seed is
  // drawn.
  static constexpr std::size_t most_places = 256;
  std::size_t longest_look_up() const;  // the most places where one that is there is looked for

  // Calls `visit` for each distinct chunk, in no order that means anything.
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
  std::vector<std::size_t> long_slots_;  // places in long_chunks_, plus one; 0: none
  std::string long_bytes_;
  std::size_t most_memory_ = std::numeric_limits<std::size_t>::max();
  std::function<void(ChunkCounts&)> when_full_;
};

}  // namespace bpetite::engine::count
