// CutTable is the table by which a text is cut, with one look-up for each scalar. A row stands for
// what is known of the text so far. Its entry for the class of the next scalar says what to do, and
// which row comes next.
//
//   "two  words"     o, space     put: the place before the space is an end
//                    space, space put: the match may end before the second space
//                    space, w     the match has ended there; " words" has begun
//
// The ends are a stack. An entry says what to do with the stack, at the place before its scalar:
//
//   take     remove the last ends, 0 to 3 of them: no piece ends there
//   put      then add this place: a piece ends here, or may end here
//   rescan   the last end that is left is right, but the text behind it must be read again (a table
//            with such an entry does not cut: it only says which places are safe)
//
// In a row, the last ends that a later entry may remove are *open*. One more class stands for the
// end of the text: there each row adds the last end. The table also says which places of a text are
// *safe* (is_safe, is_safe_place, next_safe_place): the text may be cut there, and the pieces stay
// the same. takes() says whether an end may be removed later. completed() makes a table from its
// entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/compile/class_table.hpp"

namespace bpetite::engine::compile {

struct CutTable {
  using Entry = std::uint32_t;  // what to do, and where the next row begins
  static constexpr Entry put = 1;
  static constexpr Entry take = 2;  // the unit of two bits
  static constexpr Entry rescan = 8;
  static constexpr Entry actions = 15;
  static constexpr unsigned row_shift = 4;
  static constexpr std::uint32_t most_open = 3;

  ClassTable classes;
  std::vector<Entry> entries;  // row after row; the first is that of the beginning of a text
  std::vector<std::uint8_t> open = {};  // how many ends each row may take; none if it rescans
  std::vector<bool> safe = {};          // S25l: by the classes before and after a place
  bool has_rescan = false;

  std::size_t end_class() const { return classes.size(); }
  std::size_t stride() const { return classes.size() + 1; }
  std::size_t rows() const { return entries.size() / stride(); }
  static std::uint32_t next(Entry entry) { return entry >> row_shift; }

  static std::uint32_t taken(Entry entry) { return entry / take % (most_open + 1); }

  // S25l: whether a text may be cut between two scalars, so that the pieces stay the same.
  bool is_safe(char32_t before, char32_t after) const {
    return safe[classes.of(before) * classes.size() + classes.of(after)];
  }
  // The same of a byte of a text, neither its beginning nor its end. Of bytes that are not UTF-8
  // none is such a place.
  bool is_safe_place(std::string_view text, std::size_t at) const;
  // The first safe place from a byte on, or `end` if there is none before it.
  std::size_t next_safe_place(std::string_view text, std::size_t from, std::size_t end) const;
  // Whether an end that was put may be taken again: such a table cannot be the outer one of two.
  bool takes() const;
};

// Fills in what follows from the entries, after rows that do the same were joined.
CutTable completed(ClassTable classes, std::vector<CutTable::Entry> entries);

}  // namespace bpetite::engine::compile
