// Compiles the kernels, the inner loops of the engine, for any machine, without vector
// instructions, and gives their table (kernels_portable). It includes the .inl files of this level,
// which have no scanners.
#include "engine/kernels/kernels.hpp"

#define BPETITE_LEVEL portable
// clang-format off
#include "engine/kernels/instructions_portable.inl"
#include "engine/kernels/scan_none.inl"
#include "engine/kernels/merge_small.inl"
#include "engine/kernels/merge_middle.inl"
#include "engine/kernels/merge_each.inl"
#include "engine/kernels/utf8_each.inl"
#include "engine/kernels/find_in_set.inl"
#include "engine/kernels/emit_cached.inl"
#include "engine/kernels/probe_each.inl"
#include "engine/kernels/kernel_list.inl"
// clang-format on
#undef BPETITE_LEVEL

namespace bpetite::engine::kernels {

const Kernels& kernels_portable() { return portable::functions; }

}  // namespace bpetite::engine::kernels
