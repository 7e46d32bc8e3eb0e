// Splitter cuts texts by any sequence of patterns of the language, and gives the chunks or their
// ends.
//
//   Splitter({" ?\\p{L}+|\\s"}).chunks("two words")      two, ␠words
//
// Each pattern becomes a table (cut_table.hpp), and neighbours in the sequence become one table
// where that is possible (Pass). A pattern has no table if it can match the empty text, if much
// must be read until it is known where a piece ends, or if the table would be too large. Then the
// pattern is matched from place to place (search.hpp). An Allowance limits what all patterns of a
// sequence cost together; patterns that need more steps or states are a PatternError. Splitter also
// finds the places at which a text may be cut so that its chunks stay the same (is_safe_place,
// next_safe_place). props/engine/engine_compile.cpp compares both ways with the reference's
// matcher.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "engine/compile/automaton.hpp"
#include "engine/compile/cut_table.hpp"
#include "engine/compile/search.hpp"

namespace bpetite::engine::compile {

// What the patterns of a sequence may cost together, however many they are (S25i): without it, one
// could take a second to compile, and 64 of them a minute.
struct Allowance {
  std::size_t steps = Automaton::max_steps;
  std::size_t entries = std::size_t{1} << 19;  // of tables
  std::size_t futures = std::size_t{1} << 22;  // see Futures
  std::size_t states = 2048;                   // that each scalar of a text costs, without futures
};

// One pattern, or several that have become one table.
class Pass {
 public:
  // Throws PatternError. Both take from what is allowed.
  Pass(const pattern::Node& tree, Allowance& allowance);

  // Takes the next pattern of a sequence into the table: false if there can be no such table.
  bool join(const Pass& next, Allowance& allowance);

  // Appends the ends of the pieces of a well-formed text. The last one is the end of the text.
  void piece_ends(std::string_view text, std::vector<std::size_t>& ends) const;

  // Nothing: the pattern is matched from place to place.
  const CutTable* table() const { return table_ && !table_->has_rescan ? &*table_ : nullptr; }
  // The table that knows where a text may be cut, even if it cannot do so alone. Nothing: nowhere.
  const CutTable* safe_places() const { return table_ ? &*table_ : nullptr; }

 private:
  std::optional<CutTable> table_;
  std::optional<Search> search_;  // only if there is no table, or it rescans
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

  // How many patterns there are.
  std::size_t patterns() const { return patterns_; }
  // The table, if one does all.
  const CutTable* table() const { return passes_.size() == 1 ? passes_.front().table() : nullptr; }

 private:
  std::vector<Pass> passes_;
  std::size_t patterns_;
};

}  // namespace bpetite::engine::compile
