// The kernels for any machine.
#include "engine/kernels/kernels.hpp"

#define BPETITE_LEVEL portable
// clang-format off
#include "engine/kernels/blocks_by_loop.inl"
#include "engine/kernels/instructions_portable.inl"
#include "engine/scan/block_reader.hpp"
#include "engine/scan/scan_masks.hpp"
#include "engine/merge/merge_small.hpp"
#include "engine/merge/merge_middle.hpp"
#include "engine/kernels/merge_each.inl"
#include "engine/kernels/utf8_each.inl"
#include "engine/kernels/probe_each.inl"
#include "engine/kernels/kernel_list.inl"
// clang-format on
#undef BPETITE_LEVEL

namespace bpetite::engine {

const Kernels& kernels_portable() { return portable::functions; }

}  // namespace bpetite::engine
