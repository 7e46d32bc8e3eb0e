#include "engine/scan/cutter.hpp"

namespace bpetite::engine::scan {

// S26d "It is never cut by another pattern instead."
Cutter::Cutter(const Profile& profile) : by_hand_(kernels::find_scan_pattern(profile)) {
  if (!by_hand_) compiled_ = std::make_shared<const compile::Splitter>(profile.splits);
}

}  // namespace bpetite::engine::scan
