// The kernels for any machine.
#include "engine/kernels.hpp"

#define BPETITE_LEVEL portable
// clang-format off
#include "engine/blocks_by_loop.hpp"
#include "engine/instructions_portable.hpp"
#include "engine/block_reader.hpp"
#include "engine/scan_masks.hpp"
#include "engine/merge_small.hpp"
#include "engine/merge_middle.hpp"
#include "engine/merge_each.hpp"
#include "engine/utf8_each.hpp"
#include "engine/probe_each.hpp"
#include "engine/kernel_list.hpp"
// clang-format on
#undef BPETITE_LEVEL

namespace bpetite::engine {

const Kernels& kernels_portable() { return portable::functions; }

}  // namespace bpetite::engine
