// A scanner is a loop, written by hand, that finds the chunks of one pattern. Finds the scanner for
// a profile (find_scan_pattern), and the profile of a scanner (profile_of). A profile must have one
// pattern, which is that of a profile with a scanner: the text and the version of Unicode must be
// equal; the dialect may differ if it reads the text in the same way. Two other spellings of
// GPT-2's pattern are known too.
#include "engine/kernels/scan_pattern.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "pattern/parse.hpp"
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

namespace {

// Whether two patterns are one and the same, but for a dialect that makes no difference to them.
bool means(const Pattern& pattern, const Pattern& known) {
  if (pattern.text != known.text || pattern.version != known.version) return false;
  return pattern.dialect == known.dialect || pattern::parse(pattern) == pattern::parse(known);
}

}  // namespace

std::optional<ScanPattern> find_scan_pattern(const Profile& profile) {
  if (profile.splits.size() != 1) return std::nullopt;
  const Pattern& given = profile.splits.front().pattern;
  for (std::size_t i = 0; i < scan_patterns; ++i) {
    const auto pattern = static_cast<ScanPattern>(i);
    const std::vector<Split>& known = profile_of(pattern).splits;
    if (known.size() == 1 && means(given, known.front().pattern)) return pattern;
  }
  // S26b: spelt otherwise, with the same meaning.
  if (means(given, profiles::r50k().splits.front().pattern)) return ScanPattern::gpt2;
  constexpr std::string_view byte_level =
      R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
  if (means(given, {std::string(byte_level), Dialect::huggingface, unicode::pinned})) {
    return ScanPattern::gpt2;
  }
  return std::nullopt;
}

}  // namespace bpetite::engine::kernels
