// Compiles the kernels, the inner loops of the engine, for machines with AVX2, and gives their
// table (kernels_avx2). Only the .inl files that it includes are compiled for these instructions,
// and not the headers. On processors other than x86-64 the file has no code.
#include "engine/kernels/kernels.hpp"

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
#include "engine/kernels/instructions_avx2.inl"
#include "engine/kernels/block_reader.inl"
#include "engine/kernels/scan_masks.inl"
#include "engine/kernels/merge_small.inl"
#include "engine/kernels/merge_middle.inl"
#include "engine/kernels/merge_each.inl"
#include "engine/kernels/utf8_lanes.inl"
#include "engine/kernels/find_in_set.inl"
#include "engine/kernels/emit_cached.inl"
#include "engine/kernels/probe_each.inl"
#include "engine/kernels/kernel_list.inl"
// clang-format on
#undef BPETITE_LEVEL

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

namespace bpetite::engine::kernels {

const Kernels& kernels_avx2() { return avx2::functions; }

}  // namespace bpetite::engine::kernels
#endif
