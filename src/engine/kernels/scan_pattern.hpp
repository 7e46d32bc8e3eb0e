// ScanPattern lists the patterns that the engine has a scanner for: a loop, written by hand, that
// finds where chunks begin. find_scan_pattern() gives the scanner for a profile, or nullopt, and
// profile_of() gives the profile with such a pattern.
//
//   gpt2       that of GPT-2, and of v1 (FR-4)
//   cl100k     as tiktoken publishes it: at most three digits in a chunk; white space at the end
//              of a text is one chunk
//   nanochat   at most two digits; white space at the end is cut after its last line break
//   llama3     as nanochat, with at most three digits
//   qwen2      as nanochat, with each digit alone
//   o200k      words end before an upper case letter that follows a lower case one, and take
//              their contraction; line breaks after signs, and the slashes after these line
//              breaks, belong to the signs
//
// is_cased() says whether the case of letters matters to a pattern, as it does to o200k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/profile.hpp"

namespace bpetite::engine::kernels {

enum class ScanPattern : std::uint8_t { gpt2, cl100k, nanochat, llama3, qwen2, o200k };
inline constexpr std::size_t scan_patterns = 6;

// Whether the case of letters decides where chunks begin. Such a scanner knows the case of ASCII
// letters alone: it stops before a block with others, or with marks (ScanState::stopped).
constexpr bool is_cased(ScanPattern pattern) { return pattern == ScanPattern::o200k; }

// The profile with this pattern.
const Profile& profile_of(ScanPattern pattern);

// The scanner for a profile, or nothing if there is none for its pattern, dialect and version.
std::optional<ScanPattern> find_scan_pattern(const Profile& profile);

}  // namespace bpetite::engine::kernels
