#include "engine/kernels/scan_pattern.hpp"

#include <array>
#include <utility>

#include "profiles/profiles.hpp"

namespace bpetite::engine::kernels {

std::optional<ScanPattern> find_scan_pattern(const Profile& profile) {
  const std::array<std::pair<const Profile*, ScanPattern>, 4> carried = {
      {{&profiles::gpt2(), ScanPattern::gpt2},
       {&profiles::r50k(), ScanPattern::gpt2},  // S26b: spelt otherwise, with the same meaning
       {&profiles::cl100k(), ScanPattern::cl100k},
       {&profiles::nanochat(), ScanPattern::nanochat}}};
  for (const auto& [of, pattern] : carried) {
    if (of->splits == profile.splits) return pattern;
  }
  return std::nullopt;
}

}  // namespace bpetite::engine::kernels
