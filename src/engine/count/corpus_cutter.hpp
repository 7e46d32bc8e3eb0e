// Says how the texts of a corpus become chunks: brought to the form of the profile, and then cut.
//
//   corpus     "cafe\u0301 noir"
//   counted    "café" " noir"        under NFC
//
// A corpus is counted in parts, which must be as good as the whole. So a part ends where the
// pattern may be cut (S25l) and, under a normalizer, between two ASCII characters with a third one
// behind: no form joins anything to an ASCII character but marks that follow it, so all three stay
// what they are.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "engine/scan/cutter.hpp"

namespace bpetite::engine::count {

class CorpusCutter {
 public:
  // Throws PatternError as scan::Cutter does.
  explicit CorpusCutter(const Profile& profile);
  // Without a normalizer.
  CorpusCutter(scan::Cutter cutter);  // NOLINT(google-explicit-constructor): the same in short
  CorpusCutter(kernels::ScanPattern pattern);  // NOLINT(google-explicit-constructor): as well

  const scan::Cutter& cutter() const { return cutter_; }

  // The text in its form, if that is another one. It must be well-formed UTF-8.
  std::optional<std::string> changed(std::string_view text) const;

  // As scan::is_safe_place, for texts that are not yet in their form.
  bool is_safe_place(std::string_view text, std::size_t at) const;

  // Cuts a well-formed text into parts of about `size` bytes, at such places.
  std::vector<std::string_view> safe_parts(std::string_view text, std::size_t size) const;

 private:
  Normalizer normalizer_ = Normalizer::none;
  scan::Cutter cutter_;
};

}  // namespace bpetite::engine::count
