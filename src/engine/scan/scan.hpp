// Finds where the chunks of a text begin: 64 bytes at a time if the pattern has a scanner, else by
// its table, or by several tables in parts that end at safe places. A scanner may be slow beyond
// ASCII, or not know all of it: then a text is read in stretches, from one safe place to another,
// each in the faster way.
//
//   "ab  cd"     starts   0 (ab), 2 (one blank), 3 (blank and cd)
//
// What the pattern says of neighbours is said here of masks (engine/kernels/blocks.hpp): a chunk
// begins where a class begins that no blank leads; the last white space of a run begins one; a
// contraction moves a start by two or three bytes. Cost: some forty operations a block, and one for
// each chunk. props/engine/engine_scan.cpp holds each scanner and level against the reference's
// regular expression, and engine_compile.cpp the compiled forms.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/table_reader.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/kernels/scan_state.hpp"
#include "engine/machine/level.hpp"
#include "engine/scan/cutter.hpp"

namespace bpetite::engine::scan {

class Scanner {
 public:
  // The text must be well-formed UTF-8, and outlive the scanner, as must the cutter.
  Scanner(std::string_view text, const Cutter& cutter, machine::Level level);

  // The most that scan() writes for a number of blocks.
  static constexpr std::size_t entries_for(std::size_t blocks) {
    return (blocks + 2) * kernels::block_size;
  }

  // The place from which the next starts are counted. All starts before it were written.
  std::size_t at() const { return std::min(begin_ + (reader_ ? reader_->at() : state_.at), end_); }

  // Reads the next blocks, and a few bytes more, and writes the starts of chunks that are certain
  // then, ascending, each as its distance from at(); returns how many. At most 2^26 blocks. A start
  // that is not certain yet comes with later blocks, and at() waits for it.
  std::size_t scan(std::uint32_t* starts, std::size_t blocks);

  // Whether all starts were written.
  bool done() const { return at() == text_.size(); }

 private:
  bool is_for_table(std::size_t at) const;
  std::size_t end_after(std::size_t bytes) const;
  void begin_stretch(std::size_t bytes);
  std::size_t scan_stretch(std::uint32_t* starts, std::size_t bytes);
  std::size_t scan_compiled(std::uint32_t* starts, std::size_t bytes);
  void cut_until(std::size_t end);

  std::string_view text_;
  const Cutter& cutter_;
  const kernels::Kernels& kernels_;
  kernels::Scan scan_ = nullptr;  // the scanner of the pattern, if there is one
  std::size_t table_from_ = 0;    // Kernels::table_from, for the pattern

  std::size_t next_start_ = 0;  // all starts before it were written

  // The present stretch.
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  kernels::ScanState state_;                    // for the scanner
  std::optional<compile::TableReader> reader_;  // or for the table

  // For patterns that are not one table: the text before `cut_to_` is cut, and `ends_` has the ends
  // of its chunks from `next_end_` on that were not written as starts yet.
  std::vector<std::size_t> ends_;
  std::size_t next_end_ = 0;
  std::size_t cut_to_ = 0;
};

// The chunks of a text, as views into it.
std::vector<std::string_view> chunks(std::string_view text, const Cutter& cutter,
                                     machine::Level level);

}  // namespace bpetite::engine::scan
