// The kernels for machines with AVX2.
#include "engine/kernels.hpp"

#if defined(__x86_64__)
#include <immintrin.h>

// What follows is compiled for these instructions, what was included above is not.
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,bmi,bmi2,lzcnt,popcnt")
#endif

#define BPETITE_LEVEL avx2
// clang-format off
#include "engine/blocks_by_loop.hpp"
#include "engine/instructions_avx2.hpp"
#include "engine/block_reader.hpp"
#include "engine/scan_masks.hpp"
#include "engine/merge_small.hpp"
#include "engine/merge_middle.hpp"
#include "engine/merge_each.hpp"
#include "engine/utf8_lanes.hpp"
#include "engine/probe_each.hpp"
#include "engine/kernel_list.hpp"
// clang-format on
#undef BPETITE_LEVEL

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace bpetite::engine {

const Kernels& kernels_avx2() { return avx2::functions; }

}  // namespace bpetite::engine
#endif
