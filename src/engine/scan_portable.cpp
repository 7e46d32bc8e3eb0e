// The scanner for any machine.
#include "engine/scan_state.hpp"

#define BPETITE_LEVEL portable
// clang-format off
#include "engine/blocks_common.hpp"
#include "engine/blocks_portable.hpp"
#include "engine/block_reader.hpp"
#include "engine/scan_masks.hpp"
// clang-format on
#undef BPETITE_LEVEL

namespace bpetite::engine {

const ScanFunctions& scan_portable() { return portable::functions; }

}  // namespace bpetite::engine
