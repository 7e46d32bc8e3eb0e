#include "engine/scan/cutter.hpp"

#include "profiles/profiles.hpp"

namespace bpetite::engine::scan {
namespace {

template <kernels::ScanPattern P>
const compile::Splitter& compiled_once(const Profile& profile) {
  static const compile::Splitter splitter(profile.splits);
  return splitter;
}

}  // namespace

// S26d "It is never cut by another pattern instead."
Cutter::Cutter(const Profile& profile) : by_hand_(kernels::find_scan_pattern(profile)) {
  if (!by_hand_) compiled_ = std::make_shared<const compile::Splitter>(profile.splits);
}

const compile::Splitter& Cutter::compiled() const {
  using kernels::ScanPattern;
  if (!by_hand_) return *compiled_;
  switch (*by_hand_) {
    case ScanPattern::cl100k:
      return compiled_once<ScanPattern::cl100k>(profiles::cl100k());
    case ScanPattern::nanochat:
      return compiled_once<ScanPattern::nanochat>(profiles::nanochat());
    case ScanPattern::gpt2:
      break;
  }
  return compiled_once<ScanPattern::gpt2>(profiles::gpt2());
}

}  // namespace bpetite::engine::scan
