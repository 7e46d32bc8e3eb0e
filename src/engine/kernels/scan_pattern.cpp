#include "engine/kernels/scan_pattern.hpp"

#include "profiles/profiles.hpp"

namespace bpetite::engine::kernels {

const Profile& profile_of(ScanPattern pattern) {
  switch (pattern) {
    case ScanPattern::gpt2:
      return profiles::gpt2();
    case ScanPattern::cl100k:
      return profiles::cl100k();
    case ScanPattern::nanochat:
      return profiles::nanochat();
    case ScanPattern::llama3:
      return profiles::llama3();
    case ScanPattern::qwen2:
      return profiles::qwen2();
    case ScanPattern::o200k:
      break;
  }
  return profiles::o200k();
}

std::optional<ScanPattern> find_scan_pattern(const Profile& profile) {
  for (std::size_t i = 0; i < scan_patterns; ++i) {
    const auto pattern = static_cast<ScanPattern>(i);
    if (profile_of(pattern).splits == profile.splits) return pattern;
  }
  // S26b: spelt otherwise, with the same meaning.
  if (profiles::r50k().splits == profile.splits) return ScanPattern::gpt2;
  return std::nullopt;
}

}  // namespace bpetite::engine::kernels
