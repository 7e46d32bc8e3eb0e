// Says how the texts of a profile are cut: by its compiled patterns, and if there is one by a
// scanner written by hand.
//
//   Cutter(profiles::cl100k())      a compile::Splitter, and the scanner for cl100k
//   Cutter(profiles::o200k())       a compile::Splitter alone
#pragma once

#include <memory>
#include <optional>

#include "core/profile.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/kernels/scan_pattern.hpp"

namespace bpetite::engine::scan {

// Cheap to copy: copies share the compiled patterns, which do not change.
class Cutter {
 public:
  // Throws PatternError for a pattern outside the language, or one that is too large (S25b, S25i).
  explicit Cutter(const Profile& profile);
  // The scanner of that pattern.
  Cutter(kernels::ScanPattern pattern)  // NOLINT(google-explicit-constructor): the same in short
      : by_hand_(pattern) {}

  const std::optional<kernels::ScanPattern>& by_hand() const { return by_hand_; }
  // Where there is a scanner, the first call for a pattern compiles it: some machines never need
  // it.
  const compile::Splitter& compiled() const;

 private:
  std::optional<kernels::ScanPattern> by_hand_;
  std::shared_ptr<const compile::Splitter> compiled_;  // where there is no scanner
};

}  // namespace bpetite::engine::scan
