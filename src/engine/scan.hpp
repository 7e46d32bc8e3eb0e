// Where the chunks of a text begin, for each pattern, 64 bytes at a time.
//
//   "ab  cd"     starts   0 (ab), 2 (one blank), 3 (blank and cd)
//
// What the pattern says of neighbours is said here of masks (engine/blocks.hpp): a chunk begins
// where a class begins that no blank leads; the last white space of a run begins one; a contraction
// moves a start by two or three bytes. Cost: some forty operations a block, and one for each chunk.
// props/engine_scan.cpp holds each pattern and level against the reference's regular expression.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/blocks.hpp"

namespace bpetite::engine {

// The patterns that there is a scanner for.
//
//   v1         that of GPT-2 (FR-4)
//   cl100k     as tiktoken publishes it: digits by three, white space at the end of a text whole
//   nanochat   digits by two, white space at the end parted after its last line break
enum class ScanPattern : std::uint8_t { v1, cl100k, nanochat };

class Scanner {
 public:
  // The text must be well-formed UTF-8, and outlive the scanner.
  Scanner(std::string_view text, ScanPattern pattern, Level level);

  // At most so many starts are written for a number of blocks.
  static constexpr std::size_t room_for(std::size_t blocks) {
    return blocks * block_size + block_size;
  }

  // Writes the starts of the chunks that begin in the next blocks, ascending; returns how many.
  std::size_t scan(std::size_t* starts, std::size_t blocks);

  // Whether all starts were written.
  bool done() const { return done_; }

 private:
  template <ScanPattern P>
  std::size_t scan_blocks(std::size_t* starts, std::size_t blocks);
  std::uint64_t last_spaces() const;
  std::uint64_t starts_of_classes() const;
  std::uint64_t starts_of_words(std::uint64_t attached);
  std::uint64_t attached_breaks() const;
  std::uint64_t starts_after_breaks(std::uint64_t attached) const;
  bool is_joined(std::size_t at) const;
  std::uint64_t starts_of_groups(unsigned most);
  std::uint64_t contractions(std::uint64_t starts, bool any_case);

  std::string_view text_;
  ScanPattern pattern_;
  BlockReader reader_;
  Block before_;  // the block before the one at hand; at the start of a text: no class at all
  Block block_;
  Block after_;
  std::size_t at_ = 0;  // where block_ begins
  bool done_ = false;

  // Carried from one block into the next.
  std::uint64_t others_before_ = 0;  // of the block before: what is in none of the three classes
  std::uint64_t set_ = 0;            // starts after a contraction
  std::uint64_t cleared_ = 0;        // letters of a contraction, which begin nothing
  std::uint64_t attached_ = 0;       // line breaks that belong to the signs before them
  std::uint64_t new_others_ = 0;     // signs with which a chunk begins
  unsigned digits_ = 0;              // so many are in the group of digits at hand
};

// The chunks of a text, as views into it.
std::vector<std::string_view> chunks(std::string_view text, ScanPattern pattern, Level level);

}  // namespace bpetite::engine
