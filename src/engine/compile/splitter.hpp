// Cuts texts by any pattern of the language, with one look-up for each scalar.
//
//   Splitter({" ?\\p{L}+|\\s"}).chunks("two words")      two, ␠words
//
// Where a pattern matches at every place, a table says for each row and class where to cut:
//
//   row          what is known: the state of the automaton, and, if a match could already have
//                ended, the state of a match that began where it ended (at the mark)
//   mark         the last place at which the present match could have ended
//   cut here     the match ends before this scalar
//   cut at mark  the match cannot go on, and ended at the mark
//   rescan       the same, but what came after the mark is not known: read it again
//
// Other patterns are matched from place to place: those that leave gaps, and those that can match
// nothing. props/engine/engine_compile.cpp compares both with the reference's matcher.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "engine/compile/automaton.hpp"

namespace bpetite::engine::compile {

// One pattern.
class Pass {
 public:
  // Throws PatternError.
  explicit Pass(const Pattern& pattern);

  // Appends the ends of the pieces of a well-formed text. The last one is the end of the text.
  void piece_ends(std::string_view text, std::vector<std::size_t>& ends) const;

  // Whether the table cuts, and not the plain search.
  bool has_table() const { return !table_.empty(); }

  // S25l: whether a text may be cut between two scalars, so that the pieces stay the same.
  bool is_safe(char32_t before, char32_t after) const {
    return has_table() &&
           safe_[std::size_t{class_of(before)} * automaton_.classes().size() + class_of(after)];
  }

 private:
  // An entry of the table: what to do, and the row after it.
  using Entry = std::uint32_t;
  static constexpr Entry cut_mark = 1;
  static constexpr Entry cut_here = 2;
  static constexpr Entry set_mark = 4;
  static constexpr Entry rescan = 8;
  static constexpr unsigned row_shift = 4;

  class TableMaker;

  void find_safe_pairs();
  std::uint8_t class_of(char32_t scalar) const { return automaton_.classes().of(scalar); }
  std::optional<std::size_t> match_end(std::string_view text, std::size_t begin) const;
  void search_ends(std::string_view text, std::vector<std::size_t>& ends) const;
  void table_ends(std::string_view text, std::vector<std::size_t>& ends) const;

  Automaton automaton_;
  std::size_t stride_ = 0;
  std::vector<Entry> table_;  // empty: the pattern leaves gaps, or can match nothing
  std::vector<bool> safe_;    // by the classes before and after a place
};

// The splits of a profile, one after the other.
class Splitter {
 public:
  // Throws PatternError.
  explicit Splitter(std::span<const Split> splits);

  // The chunks of a well-formed text, as views into it.
  std::vector<std::string_view> chunks(std::string_view text) const;

  // Appends the ends of the chunks of the part from `begin` to `end` of a text, as places of the
  // text.
  void chunk_ends(std::string_view text, std::size_t begin, std::size_t end,
                  std::vector<std::size_t>& ends) const;

  // S25l: whether a text may be cut at a byte, so that the chunks stay the same. Of bytes that are
  // not UTF-8 none is such a place. `at` is neither the beginning nor the end.
  bool is_safe_place(std::string_view text, std::size_t at) const;

  // The first safe place from a byte on, or the end of the text.
  std::size_t next_safe_place(std::string_view text, std::size_t from) const;

  const std::vector<Pass>& passes() const { return passes_; }

 private:
  std::vector<Pass> passes_;
};

}  // namespace bpetite::engine::compile
