// The functions that each level of instructions brings: compiled anew for it, from the same text.
//
//   kernels_avx512.cpp    instructions_avx512.hpp, merge_lanes.hpp, and what all levels share
//   kernels_avx2.cpp      instructions_avx2.hpp, merge_each.hpp, and the same
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/level.hpp"
#include "engine/merge_table.hpp"
#include "engine/scan_state.hpp"

namespace bpetite::engine {

inline constexpr std::size_t max_small_chunk = 64;
inline constexpr std::size_t group_size = 16;
inline constexpr std::size_t group_chunk = 15;

// Chunks to be merged together, and what becomes of them.
struct ChunkGroup {
  std::size_t count = 0;
  std::array<std::string_view, group_size> chunks;
  std::array<std::uint32_t, group_size> sizes;  // of the ids of each
  std::array<std::array<TokenId, group_chunk>, group_size> ids;
};

using Scan = std::uint32_t* (*)(ScanState&, std::uint32_t* starts, std::size_t blocks);

struct Kernels {
  void (*first_blocks)(ScanState&);
  Scan scan_v1;
  Scan scan_cl100k;
  Scan scan_nanochat;
  // The ids of a chunk of 1 to max_small_chunk bytes; returns how many.
  std::size_t (*merge_small)(const MergeTable&, std::string_view chunk, TokenId* out);
  // The ids of up to group_size chunks of up to group_chunk bytes, which may lie anywhere.
  void (*merge_group)(const MergeTable&, ChunkGroup& group);
};

const Kernels& kernels(Level level);
const Kernels& kernels_portable();
const Kernels& kernels_avx2();    // only on machines that have it
const Kernels& kernels_avx512();  // the same

}  // namespace bpetite::engine
