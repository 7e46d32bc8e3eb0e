// Makes the cut table of a pattern from its automaton (table_of), and one table from the tables of
// two patterns of a sequence (table_of_both). A row is what is known while a match is read. Each
// move to a new row adds that row, until there is no new one. An end that is certainly removed
// later is not put at all.
//
//   ab|a     the end after "a" is not put before b: after "ab" it would certainly be removed
//
// There is no table if it would be too large, if the pattern can match the empty text, or if it is
// not known soon enough where a gap, the text between two matches, ends. There is no table of two
// if the first one may remove an end, or if the second one reads a part of a text again.
#include "engine/compile/table_maker.hpp"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace bpetite::engine::compile {
namespace {

using Entry = CutTable::Entry;

// In place of a state or row: there is none.
constexpr std::uint32_t none = ~std::uint32_t{0} - 1;
// In place of a row: it is not known.
constexpr std::uint32_t unknown = none - 1;

// What is known while a match is read. On top of the stack are ends that may be taken again:
//
//   the mark       where the present match may end, or where it began, behind a gap
//   further ones   that the text behind the mark has, if the match does end there
struct Row {
  std::uint32_t state = none;   // of the match; none: a gap, and the next scalar begins a match
  std::uint32_t behind = none;  // the row of the text behind the mark, if it is where a match ends
  std::uint32_t further = 0;    // how many ends that text has
  bool is_first = false;        // nothing of the text was read
  bool after_gap = false;       // the mark is where the match began
  bool is_alone = true;         // no match could begin at a scalar behind the first of this one
  auto operator<=>(const Row&) const = default;

  std::uint32_t open() const { return behind != none ? 1 + further : after_gap ? 1 : 0; }
};

struct Move {
  std::uint32_t to = 0;
  std::uint32_t takes = 0;
  bool puts = false;
  bool rescans = false;
};

class RowMaker {
 public:
  explicit RowMaker(const Automaton& automaton)
      : automaton_(automaton), end_(automaton.end_class()) {}

  // The moves of all rows, row after row.
  std::optional<std::vector<Move>> make(std::size_t& left) {
    number_of({.state = Automaton::start, .is_first = true});
    std::vector<Move> moves;
    for (std::uint32_t row = 0; row < rows_.size(); ++row) {
      for (std::size_t c = 0; c <= end_; ++c) {
        const std::optional<Move> move = move_of(row, c);
        if (!move || left == 0) return std::nullopt;
        moves.push_back(*move);
        --left;
      }
    }
    return moves;
  }

 private:
  std::uint32_t number_of(const Row& row) {
    const auto [place, is_new] = numbers_.emplace(row, static_cast<std::uint32_t>(rows_.size()));
    if (is_new) rows_.push_back(row);
    return place->second;
  }

  std::uint32_t begun(std::size_t c) const { return automaton_.move(Automaton::start, c).to; }

  // A match begins before the class, or a gap if none does.
  Row first_of(std::size_t c) const {
    if (c == end_) return {.state = Automaton::start, .is_first = true};
    return {.state = begun(c) == Automaton::dead ? none : begun(c)};
  }

  std::optional<Move> move_of(std::uint32_t number, std::size_t c) {
    const Row row = rows_[number];
    if (row.is_first) return Move{.to = number_of(first_of(c))};
    if (row.state == none) return in_gap(c, 0);
    const auto [to, ends_before] = automaton_.move(row.state, c);
    if (!ends_before && to != Automaton::dead) return goes_on(row, to, c);
    if (!ends_before) return row.behind == none ? fails(row, c) : ends_at_mark(row, c);
    // The place takes over from the mark. A match behind a gap began at the mark for certain.
    Row next = first_of(c);
    if (to != Automaton::dead) next = {.state = to, .behind = number_of(next)};
    return Move{.to = number_of(next), .takes = row.after_gap ? 0 : row.open(), .puts = true};
  }

  std::optional<Move> goes_on(const Row& row, std::uint32_t to, std::size_t c) {
    Move move;
    Row next = row;
    next.state = to;
    if (row.behind == none) {
      next.is_alone &= begun(c) == Automaton::dead;
    } else if (row.behind != unknown) {
      constexpr std::uint32_t most = CutTable::most_open - 1;
      const std::optional<Move> behind = move_of(row.behind, c);
      const bool is_known = behind && !behind->rescans &&
                            row.further - behind->takes + (behind->puts ? 1 : 0) <= most;
      move = is_known ? *behind : Move{.to = unknown, .takes = row.further};
      next.behind = move.to;
      next.further = row.further - move.takes + (move.puts ? 1 : 0);
    }
    move.to = number_of(next);
    return move;
  }

  // No match ends the present one: its first scalar is a gap, or a part of one. The next scalar
  // that can begin a match must be the one that is read now.
  std::optional<Move> fails(const Row& row, std::size_t c) {
    if (!row.is_alone) return std::nullopt;
    return in_gap(c, row.open());
  }

  std::optional<Move> in_gap(std::size_t c, std::uint32_t takes) {
    Row next = first_of(c);
    next.after_gap = !next.is_first && next.state != none;
    return Move{.to = number_of(next), .takes = takes, .puts = next.after_gap || c == end_};
  }

  // The match ended at the mark, and what is behind it reads this class.
  std::optional<Move> ends_at_mark(const Row& row, std::size_t c) {
    const Move again{.takes = row.further, .rescans = true};
    if (row.behind == unknown) return again;
    return move_of(row.behind, c).value_or(again);
  }

  const Automaton& automaton_;
  std::size_t end_;
  std::map<Row, std::uint32_t> numbers_;
  std::vector<Row> rows_;
};

// For each row, how many of the last ends of the stack are taken again, whatever comes. The end
// of a text and a rescan lead to the first row, from which no ends are taken.
std::vector<std::uint32_t> surely_taken(const std::vector<Move>& moves, std::size_t stride) {
  std::vector<std::uint32_t> taken(moves.size() / stride, CutTable::most_open);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = moves.size(); i-- > 0;) {
      const Move& move = moves[i];
      std::uint32_t& now = taken[i / stride];
      const std::uint32_t later = taken[move.to];
      const std::uint32_t own = move.puts ? 1 : 0;
      const std::uint32_t most = move.takes + (later > own ? later - own : 0);
      if (most < now) {
        now = most;
        changed = true;
      }
    }
  }
  return taken;
}

// Ends that are surely taken again are not put at all. So a pattern that never has to go back, as
// \d{1,3}, takes no end.
std::vector<Entry> entries_of(const std::vector<Move>& moves, std::size_t stride) {
  const std::vector<std::uint32_t> taken = surely_taken(moves, stride);
  std::vector<Entry> entries;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const std::uint32_t missing = taken[i / stride];  // of the ends that the move thinks are there
    const std::uint32_t later = taken[move.to];
    const std::uint32_t own = move.puts ? 1 : 0;
    const std::uint32_t goes = move.takes + (later > own ? later - own : 0);
    const bool puts = move.puts && later == 0;
    const auto to = static_cast<Entry>(move.to * stride) << CutTable::row_shift;
    entries.push_back(to | (puts ? CutTable::put : 0) | (goes - missing) * CutTable::take |
                      (move.rescans ? CutTable::rescan : 0));
  }
  return entries;
}

}  // namespace

std::optional<CutTable> table_of(const Automaton& automaton, std::size_t& left) {
  const std::size_t stride = automaton.classes().size() + 1;
  for (std::size_t c = 0; c < stride; ++c) {
    if (automaton.move(Automaton::start, c).ends_before) return std::nullopt;
  }
  const auto moves = RowMaker(automaton).make(left);
  if (!moves) return std::nullopt;
  return completed(ClassTable(automaton.classes()), entries_of(*moves, stride));
}

// Where the outer table cuts, the inner one reads the end of a text, and the beginning of the next.
std::optional<CutTable> table_of_both(const CutTable& outer, const CutTable& inner,
                                      std::size_t& left) {
  if (outer.takes() || inner.has_rescan) return std::nullopt;
  auto both = ClassTable::both(outer.classes, inner.classes);
  if (!both) return std::nullopt;
  auto& [classes, pairs] = *both;
  pairs.emplace_back(outer.end_class(), inner.end_class());

  using Rows = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<Rows> rows = {{0, 0}};
  std::map<Rows, std::uint32_t> numbers = {{{0, 0}, 0}};
  std::vector<Entry> entries;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (const auto& [outer_class, inner_class] : pairs) {
      const Entry first = outer.entries[rows[row].first + outer_class];
      Entry second = inner.entries[rows[row].second + inner_class];
      Entry action = second & CutTable::actions;
      if ((first & CutTable::put) != 0) {
        action = inner.entries[rows[row].second + inner.end_class()] & CutTable::actions;
        second = inner.entries[inner_class];
      }
      const Rows next(CutTable::next(first), CutTable::next(second));
      const auto [place, is_new] = numbers.emplace(next, static_cast<std::uint32_t>(rows.size()));
      if (is_new) rows.push_back(next);
      const auto to = static_cast<Entry>(place->second * pairs.size());
      entries.push_back(action | to << CutTable::row_shift);
    }
    if (left < pairs.size()) return std::nullopt;
    left -= pairs.size();
  }
  return completed(std::move(classes), std::move(entries));
}

}  // namespace bpetite::engine::compile
