// ScanState holds what a scanner, the loop that finds where chunks begin (scan_masks.inl), knows
// between two blocks: the text and the place in it, three blocks of masks, and what the last block
// says about the next one.
//
//   ".. can'|t stop"     a block ends after the apostrophe. For the next block, `cleared` says that
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
#include "engine/kernels/blocks.hpp"
#include "engine/kernels/scalar_classes.hpp"
#include "engine/kernels/scan_pattern.hpp"

namespace bpetite::engine::kernels {

struct ScanState {
  std::string_view text;
  std::size_t at = 0;           // where `block` begins
  std::array<Block, 3> blocks;  // the one before it, itself, the one after it: see Window
  Carry carry;
  std::uint64_t set = 0;         // starts after a contraction
  std::uint64_t cleared = 0;     // letters of a contraction, which begin nothing
  std::uint64_t attached = 0;    // line breaks (slashes) that belong to the signs before them
  std::uint64_t new_others = 0;  // signs with which a chunk begins
  unsigned digits = 0;           // number of digits in the present group of digits
  bool stopped = false;          // `block` has letters whose case is not known
};

}  // namespace bpetite::engine::kernels
