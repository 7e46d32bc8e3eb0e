#include "engine/kernels/scan_pattern.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include <bpetite/errors.hpp>

#include "profiles/profiles.hpp"

namespace bpetite::engine::kernels {

std::optional<ScanPattern> find_scan_pattern(const Profile& profile) {
  const std::array<std::pair<const Profile*, ScanPattern>, 3> carried = {
      {{&profiles::gpt2(), ScanPattern::gpt2},
       {&profiles::cl100k(), ScanPattern::cl100k},
       {&profiles::nanochat(), ScanPattern::nanochat}}};
  for (const auto& [of, pattern] : carried) {
    if (of->splits == profile.splits) return pattern;
  }
  return std::nullopt;
}

ScanPattern scan_pattern(const Profile& profile) {
  if (const auto pattern = find_scan_pattern(profile)) return *pattern;
  // S26d "It is never cut by another pattern instead."
  throw ValueError(
      fmt::format("pattern: that of the profile \"{}\" is not carried by the engine, required that "
                  "of gpt2, cl100k or nanochat, with Unicode 16.0.0",
                  profile.name),
      "S26d");
}

}  // namespace bpetite::engine::kernels
