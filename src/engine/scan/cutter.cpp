#include "engine/scan/cutter.hpp"

#include <array>
#include <mutex>

namespace bpetite::engine::scan {

// S26d "It is never cut by another pattern instead."
Cutter::Cutter(const Profile& profile) : by_hand_(kernels::find_scan_pattern(profile)) {
  if (!by_hand_) compiled_ = std::make_shared<const compile::Splitter>(profile.splits);
}

const compile::Splitter& Cutter::compiled() const {
  if (!by_hand_) return *compiled_;
  static std::array<std::once_flag, kernels::scan_patterns> are_made;
  static std::array<std::unique_ptr<const compile::Splitter>, kernels::scan_patterns> all;
  const auto i = static_cast<std::size_t>(*by_hand_);
  std::call_once(are_made.at(i), [&] {
    all.at(i) = std::make_unique<const compile::Splitter>(kernels::profile_of(*by_hand_).splits);
  });
  return *all.at(i);
}

}  // namespace bpetite::engine::scan
