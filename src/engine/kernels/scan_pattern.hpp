// Lists the patterns that the engine has a scanner for.
//
//   gpt2       that of GPT-2, and of v1 (FR-4)
//   cl100k     as tiktoken publishes it: digits by three, white space at the end of a text whole
//   nanochat   digits by two, white space at the end parted after its last line break
#pragma once

#include <cstdint>
#include <optional>

#include "core/profile.hpp"

namespace bpetite::engine::kernels {

enum class ScanPattern : std::uint8_t { gpt2, cl100k, nanochat };

// The scanner for a profile, or nothing if there is none for its pattern, dialect and version.
std::optional<ScanPattern> find_scan_pattern(const Profile& profile);

}  // namespace bpetite::engine::kernels
