// TableReader cuts a text by a cut table, a number of bytes at a time. Each call of read() gives
// the starts of the pieces that are then certain, as distances from at(). done() says whether all
// starts were given.
//
//   "one two  3", by GPT-2's pattern     0 3 7 8
//
// One look-up waits for the one before it, so that most of the time of a plain loop is waiting.
// Four parts of the text that begin at safe places do not wait for each other: they are read side
// by side, scalar by scalar, each as a lane. Each lane writes its ends where no other one can
// write, and then all ends are moved together. Cost: about one nanosecond a scalar in four lanes,
// three in one lane. props/engine/engine_compile.cpp compares the reader with the reference, with
// ends of lanes everywhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/compile/cut_table.hpp"

namespace bpetite::engine::compile {

class TableReader {
 public:
  // The text must be well-formed, and outlive the reader, as must the table, which may not rescan.
  TableReader(const CutTable& table, std::string_view text) : table_(&table), text_(text) {}

  // What starts are given as distances from. Nothing behind it was given.
  std::size_t at() const { return at_; }
  bool done() const { return at_ >= text_.size(); }

  // Reads up to so many bytes more, at least four, and writes the starts of the pieces that are
  // certain then, ascending; returns how many. There must be space for as many as bytes, and
  // `more`.
  std::size_t read(std::uint32_t* starts, std::size_t bytes);

  static constexpr std::size_t more = CutTable::most_open + 1;

  // Parts of a text that are shorter are read by one lane.
  static constexpr std::size_t least_lane = 128;

 private:
  static constexpr std::size_t lanes = 4;

  // One of the parts. The stack of its ends grows from `bottom`.
  struct Lane {
    const unsigned char* at;
    const unsigned char* end;
    std::uint32_t row;
    std::uint32_t* top;
    std::uint32_t* bottom;
  };

  std::size_t whole_scalars(std::size_t from, std::size_t bytes) const;
  std::uint32_t distance(const unsigned char* p) const;
  const unsigned char* byte(std::size_t at) const;
  bool cut_into_lanes(Lane* all, std::size_t end, std::uint32_t* starts) const;
  void apply(Lane& lane, CutTable::Entry entry, std::uint32_t place) const;
  void read_side_by_side(Lane* all) const;
  void read_alone(Lane& lane) const;
  void read_end(Lane& lane) const;
  static void append(Lane& lane, const Lane& other);
  std::size_t keep_open_ends(const std::uint32_t* starts, std::size_t count);

  const CutTable* table_;
  std::string_view text_;
  std::size_t at_ = 0;    // the first end that may be taken, or the same as read_
  std::size_t read_ = 0;  // the text before it was read
  std::uint32_t row_ = 0;
  std::uint32_t open_ = 0;  // how many ends may be taken:
  std::array<std::size_t, CutTable::most_open> open_ends_{};
};

}  // namespace bpetite::engine::compile
