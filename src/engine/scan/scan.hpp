// Cuts texts into chunks by the patterns of a profile. Cutter holds the compiled patterns of a
// profile, and its scanner if there is one. Scanner finds the places where chunks begin, and
// chunks() lists the chunks themselves. is_safe_place() says whether a text may be divided at a
// place so that its chunks stay the same. last_safe_place() finds the last such place, or the last
// one before a blank (CutAt). safe_parts() divides a text at them, and parts_at() at places that a
// function chooses.
//
//   "one two  3"     chunks begin at 0, 3, 7, 8; it may be cut at 3, before the blank
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "engine/compile/splitter.hpp"
#include "engine/compile/table_reader.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "engine/kernels/scan_state.hpp"
#include "engine/machine/level.hpp"

namespace bpetite::engine::scan {

// How the texts of a profile are cut: by its compiled patterns, and by a scanner written by hand if
// there is one.
//
//   Cutter(profiles::cl100k())      a compile::Splitter, and the scanner for cl100k
//   Cutter(profiles::bloom())       a compile::Splitter alone
//
// Cheap to copy: copies share the compiled patterns, which do not change.
class Cutter {
 public:
  // Throws PatternError for a pattern outside the language, or one that is too large (S25b, S25i).
  explicit Cutter(const Profile& profile);
  // Uses the scanner of this pattern.
  Cutter(kernels::ScanPattern pattern)  // NOLINT(google-explicit-constructor): the same in short
      : by_hand_(pattern) {}

  const std::optional<kernels::ScanPattern>& by_hand() const { return by_hand_; }
  // If there is a scanner, the patterns are compiled at the first call: some programs never need
  // them.
  const compile::Splitter& compiled() const;

 private:
  std::optional<kernels::ScanPattern> by_hand_;
  std::shared_ptr<const compile::Splitter> compiled_;  // null if there is a scanner
};

// Whether a text may be cut at a byte so that its chunks stay the same (S4a).
//
//   "one two"     may be cut before the blank, between "one" and " two"; not within a word
//
// The automaton of the pattern says it (S25l). props/engine/engine_parallel.cpp cuts texts
// everywhere, for each pattern. A place in bytes that are not UTF-8 is never safe. `at` is neither
// the beginning nor the end.
bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at);

// Where a text is cut: at any safe place, or only at one where a blank comes next.
enum class CutAt { any_safe_place, blanks };

// The last such place of a text from a byte on, or 0 if there is none.
std::size_t last_safe_place(const Cutter& cutter, std::string_view text, std::size_t from,
                            CutAt cut_at = CutAt::any_safe_place);

// Cuts a text into parts of about `size` bytes, at places where is_cut(text, place) holds. Parts
// are longer if there is no such place.
template <typename IsCut>
std::vector<std::string_view> parts_at(std::string_view text, std::size_t size,
                                       const IsCut& is_cut) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(std::max<std::size_t>(size, 1), text.size());
    while (end < text.size() && !is_cut(text, end)) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

// Cuts a well-formed text into parts of about `size` bytes, at such places. Parts are longer if
// there is none.
std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at = CutAt::any_safe_place);

// Finds where the chunks of a text begin. A scanner reads 64 bytes at a time. A pattern without a
// scanner is cut by its table. If it has several tables, they cut parts that end at safe places. A
// scanner may be slow beyond ASCII, or not know all of it. Then a text is read in stretches, from
// one safe place to another, each in the faster way.
//
//   "ab  cd"     starts   0 (ab), 2 (one blank), 3 (blank and cd)
//
// A scanner uses masks with a bit for each byte (engine/kernels/blocks.hpp). A chunk begins where a
// class begins that no blank leads. The last white space of a run begins a chunk. A contraction
// moves a start by two or three bytes. Cost: some forty operations a block, and one for each chunk.
// props/engine/engine_scan.cpp compares each scanner and level with the reference's regular
// expression, and engine_compile.cpp the compiled forms.
class Scanner {
 public:
  // The text must be well-formed UTF-8, and outlive the scanner, as must the cutter.
  Scanner(std::string_view text, const Cutter& cutter, machine::Level level);

  // The most starts that scan() writes for a number of blocks.
  static constexpr std::size_t entries_for(std::size_t blocks) {
    return (blocks + 2) * kernels::block_size;
  }

  // The place from which the next starts are counted. All starts before it were written.
  std::size_t at() const { return std::min(begin_ + (reader_ ? reader_->at() : state_.at), end_); }

  // Reads the next blocks, and a few bytes more. Writes the starts of chunks that are then certain,
  // in ascending order, each as its distance from at(). Returns their number. A start that is not
  // certain yet comes with later blocks, and at() waits for it. `blocks` is at most 2^26.
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
