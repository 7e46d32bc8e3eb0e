// What a scanner knows between two blocks, and for which patterns there is one.
//
//   ".. can'|t stop"     a block ends after the apostrophe: for the one after it `cleared` says
//   that
//                        "t" begins nothing, and `set` that " stop" begins a chunk
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "engine/scan/blocks.hpp"
#include "engine/scan/scalar_classes.hpp"

namespace bpetite::engine {

// The patterns that there is a scanner for.
//
//   v1         that of GPT-2 (FR-4)
//   cl100k     as tiktoken publishes it: digits by three, white space at the end of a text whole
//   nanochat   digits by two, white space at the end parted after its last line break
enum class ScanPattern : std::uint8_t { v1, cl100k, nanochat };

struct ScanState {
  std::string_view text;
  std::size_t at = 0;           // where `block` begins
  std::array<Block, 3> blocks;  // the one before it, itself, the one after it: see Window
  Carry carry;
  std::uint64_t set = 0;         // starts after a contraction
  std::uint64_t cleared = 0;     // letters of a contraction, which begin nothing
  std::uint64_t attached = 0;    // line breaks that belong to the signs before them
  std::uint64_t new_others = 0;  // signs with which a chunk begins
  unsigned digits = 0;           // so many are in the group of digits at hand
};

}  // namespace bpetite::engine
