// Kernels is the table of the inner loops that are compiled once for each level of instructions:
// finding where chunks begin (scanners), merging of chunks, checking of UTF-8, finding scalars of a
// set, and looking chunks up in the cache. Three files compile them, each with its own versions of
// some loops:
//
//   kernels_avx512.cpp      instructions_avx512.inl, merge_lanes.inl, probe_lanes.inl
//   kernels_avx2.cpp        instructions_avx2.inl, merge_each.inl, probe_each.inl
//   kernels_portable.cpp    instructions_portable.inl, merge_each.inl, probe_each.inl,
//                           utf8_each.inl, scan_none.inl (no scanners)
//
// All other loops have one text for all levels, or for the two levels with vectors. of_level()
// gives the table of a level. ChunkGroup has chunks that are merged together, and ProbeGroup has
// chunks that are looked up together. The constants limit how many chunks a group has and how long
// they are. scan_sample is the number of bytes by which a text is judged: the table of its pattern
// may be faster than a scanner (table_from).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/cache/chunk_cache.hpp"
#include "engine/kernels/pair_view.hpp"
#include "engine/kernels/scalar_set.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "engine/kernels/scan_state.hpp"
#include "engine/machine/level.hpp"

namespace bpetite::engine::kernels {

inline constexpr std::size_t max_small_chunk = 64;
inline constexpr std::size_t max_middle_chunk = 512;
inline constexpr std::size_t group_size = 32;
inline constexpr std::size_t group_chunk = 31;
inline constexpr std::size_t max_group_ids =
    group_chunk + 1;  // a few more than a chunk of the group has

// Chunks to be merged together, and what becomes of them.
struct ChunkGroup {
  std::size_t count = 0;
  std::array<std::string_view, group_size> chunks;
  std::array<std::uint32_t, group_size> sizes;  // of the ids of each
  std::array<std::array<TokenId, max_group_ids>, group_size> ids;
};

inline constexpr std::size_t probe_size = 64;  // bits of ProbeGroup::longs

// Chunks to be looked up together. Of an array there are some more, for those who take four at
// once.
struct ProbeGroup {
  explicit ProbeGroup(const cache::ChunkCache::View& view) : cache(view) {}
  cache::ChunkCache::View cache;
  std::size_t count = 0;
  std::size_t next = 0;     // what is before it was emitted, or is none of emit_known()'s
  std::uint64_t longs = 0;  // which of them have no short key
  std::size_t missed = 0;   // of these short ones no ids are known,
  std::array<std::uint32_t, probe_size> misses;
  std::array<TokenId*, probe_size> misses_at;  // which belong here
  std::array<cache::ShortKey, probe_size + 4> keys;
  std::array<std::uint32_t, probe_size + 4> lines;
};

inline constexpr std::size_t scan_sample = 256;

using Scan = std::uint32_t* (*)(ScanState&, std::uint32_t* starts, std::size_t blocks);

struct Kernels {
  // A text is cut by the table of its pattern, since that is faster, if of `scan_sample` bytes at
  // least so many are beyond ASCII. 0: always, and there are no scanners.
  std::size_t table_from;
  // By ScanPattern: reads the first blocks of a text, and writes the starts of some more.
  std::array<void (*)(ScanState&), scan_patterns> first_blocks;
  std::array<Scan, scan_patterns> scan;
  // The ids of a chunk of 1 to max_small_chunk bytes; returns how many.
  std::size_t (*merge_small)(const PairView&, std::string_view chunk, TokenId* out);
  // The same of up to max_middle_chunk bytes, by a table that is not wide.
  std::size_t (*merge_middle)(const PairView&, std::string_view chunk, TokenId* out);
  // The ids of up to group_size chunks of up to group_chunk bytes, which may lie anywhere.
  void (*merge_group)(const PairView&, ChunkGroup& group);
  // A place where a scalar begins, with nothing ill-formed before it: as far as is easily seen.
  const char* (*skip_well_formed)(const char* begin, const char* end);
  // The first block of 64 bytes, counted from `begin`, where a scalar begins that may be in the
  // set; the last one of all, with no bits, that has fewer than set_reads bytes.
  SetPlaces (*find_in_set)(const char* begin, const char* end, const ScalarSet& set);
  // The keys and lines of group.count chunks; asks memory for the lines. The chunks begin at
  // text + starts[i], and end where the next begins; from each on there are sixteen bytes to read.
  void (*make_keys)(const char* text, const std::uint32_t* starts, ProbeGroup& group);
  // Writes the ids of the chunks from group.next on until a long one, which group.next then is, and
  // lists those that are not in the cache. There must be space for
  // cache::ChunkCache::beyond ids more.
  TokenId* (*emit_known)(ProbeGroup& group, TokenId* out);
};

const Kernels& of_level(machine::Level level);
const Kernels& kernels_portable();
const Kernels& kernels_avx2();    // only on machines that have it
const Kernels& kernels_avx512();  // the same

}  // namespace bpetite::engine::kernels
