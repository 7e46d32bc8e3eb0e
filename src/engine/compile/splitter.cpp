#include "engine/compile/splitter.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/utf8.hpp"
#include "pattern/parse.hpp"

namespace bpetite::engine::compile {

// Makes the table of a pass, row by row.
class Pass::TableMaker {
 public:
  explicit TableMaker(const Automaton& automaton) : automaton_(automaton) {}

  // Nothing if there are texts in which no match begins somewhere, or too many rows.
  std::optional<std::vector<Entry>> make() {
    row_of(first_row);
    std::vector<Entry> table;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      for (std::size_t c = 0; c <= automaton_.end_class(); ++c) {
        const std::optional<Entry> entry = entry_for(rows_[row], c);
        if (!entry || rows_.size() > max_rows) return std::nullopt;
        table.push_back(*entry);
      }
    }
    return table;
  }

 private:
  // The states in which a second match can be, beside those of the automaton.
  static constexpr std::uint32_t none = Automaton::dead - 1;     // there is no mark
  static constexpr std::uint32_t unknown = Automaton::dead - 2;  // it has ended meanwhile
  static constexpr std::uint32_t failed = Automaton::dead;       // no match begins at the mark
  static constexpr std::size_t max_rows = std::size_t{1} << 16;

  struct Row {
    std::uint32_t state;      // of the match that is read
    std::uint32_t from_mark;  // of a match that began at the mark
    bool is_first = false;    // nothing of the match was read yet (\S* comes to its start again)
    auto operator<=>(const Row&) const = default;
  };
  static constexpr Row first_row{Automaton::start, none, true};

  Entry row_of(const Row& row) {
    const auto [place, is_new] = numbers_.emplace(row, static_cast<Entry>(rows_.size()));
    if (is_new) rows_.push_back(row);
    return place->second << row_shift;
  }

  // The row when a match begins before the class: nothing if none does.
  std::optional<Entry> begin(std::size_t c) {
    if (c == automaton_.end_class()) return row_of(first_row);
    const std::uint32_t state = automaton_.move(Automaton::start, c).to;
    if (state == Automaton::dead) return std::nullopt;
    return row_of({state, none});
  }

  std::optional<Entry> entry_for(const Row& row, std::size_t c) {
    const auto [to, ends_before] = automaton_.move(row.state, c);
    if (to != Automaton::dead) {
      if (!ends_before) return row_of({to, after(row.from_mark, c)});
      return set_mark | row_of({to, automaton_.move(Automaton::start, c).to});
    }
    if (ends_before) return joined(cut_here, begin(c));
    if (row.from_mark == unknown) return rescan;
    if (row.from_mark == none || row.from_mark == failed) return empty_text(row, c);
    // The match ended at the mark, and the one that began there reads this class.
    const auto [second, second_ends] = automaton_.move(row.from_mark, c);
    if (second == Automaton::dead) {
      return second_ends ? joined(cut_mark | cut_here, begin(c)) : std::nullopt;
    }
    if (!second_ends) return cut_mark | row_of({second, none});
    return cut_mark | set_mark | row_of({second, automaton_.move(Automaton::start, c).to});
  }

  // The empty text ends where it begins. Anything else without a match is a gap.
  std::optional<Entry> empty_text(const Row& row, std::size_t c) {
    if (row.is_first && c == automaton_.end_class()) return row_of(row);
    return std::nullopt;
  }

  // The state of the match from the mark, after one more class.
  std::uint32_t after(std::uint32_t from_mark, std::size_t c) const {
    if (from_mark == none || from_mark == unknown || from_mark == failed) return from_mark;
    const auto [to, ends_before] = automaton_.move(from_mark, c);
    if (ends_before) return unknown;
    return to == Automaton::dead ? failed : to;
  }

  static std::optional<Entry> joined(Entry action, std::optional<Entry> row) {
    if (row) *row |= action;
    return row;
  }

  const Automaton& automaton_;
  std::map<Row, Entry> numbers_;
  std::vector<Row> rows_;
};

Pass::Pass(const Pattern& pattern)
    : automaton_(pattern::parse(pattern)), stride_(automaton_.classes().size() + 1) {
  bool can_match_nothing = false;
  for (std::size_t c = 0; c < stride_; ++c) {
    can_match_nothing |= automaton_.move(Automaton::start, c).ends_before;
  }
  if (can_match_nothing) return;
  if (auto table = TableMaker(automaton_).make()) {
    table_ = *std::move(table);
    find_safe_pairs();
  }
}

// A place is safe if each row that can come before it cuts there and nowhere else, both before the
// second class and at the end of a text.
void Pass::find_safe_pairs() {
  const std::size_t classes = automaton_.classes().size();
  const std::size_t rows = table_.size() / stride_;
  safe_.assign(classes * classes, true);
  const auto action = [](Entry entry) { return entry & ((Entry{1} << row_shift) - 1); };
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t before = 0; before < classes; ++before) {
      const Entry entry = table_[row * stride_ + before];
      // A rescan begins a row that the table does not name: nothing is known behind it.
      const bool is_known = (entry & rescan) == 0;
      const std::size_t next = (entry >> row_shift) * stride_;
      for (std::size_t after = 0; after < classes; ++after) {
        const bool cuts = is_known && action(table_[next + after]) == cut_here &&
                          action(table_[next + classes]) == cut_here;
        if (!cuts) safe_[before * classes + after] = false;
      }
    }
  }
}

std::optional<std::size_t> Pass::match_end(std::string_view text, std::size_t begin) const {
  std::optional<std::size_t> end;
  std::uint32_t state = Automaton::start;
  for (std::size_t at = begin;;) {
    const bool is_end = at == text.size();
    const utf8::Scalar scalar = is_end ? utf8::Scalar{} : utf8::scalar_at(text, at);
    const auto [to, ends_before] =
        automaton_.move(state, is_end ? automaton_.end_class() : class_of(scalar.value));
    if (ends_before) end = at;
    if (is_end || to == Automaton::dead) return end;
    state = to;
    at += scalar.size;
  }
}

// S25h: a match is a piece, and so is what lies between two matches.
void Pass::search_ends(std::string_view text, std::vector<std::size_t>& ends) const {
  std::size_t last = 0;
  const auto cut = [&](std::size_t at) {
    if (at > last) ends.push_back(last = at);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::size_t> end = match_end(text, at);
    if (end) {
      cut(at);
      cut(*end);
    }
    at = end && *end > at ? *end : at + utf8::scalar_at(text, at).size;
  }
  cut(text.size());
}

void Pass::table_ends(std::string_view text, std::vector<std::size_t>& ends) const {
  const Entry* const table = table_.data();
  const Minterms& classes = automaton_.classes();
  std::size_t row = 0;
  std::size_t mark = 0;
  for (std::size_t at = 0; at <= text.size();) {
    std::size_t size = 1;
    std::size_t scalar_class = automaton_.end_class();
    if (at < text.size()) {
      const auto byte = static_cast<unsigned char>(text[at]);
      if (byte < 0x80) {
        scalar_class = classes.of_ascii(byte);
      } else {
        const utf8::Scalar scalar = utf8::scalar_at(text, at);
        scalar_class = classes.of(scalar.value);
        size = scalar.size;
      }
    }
    const Entry entry = table[row * stride_ + scalar_class];
    if ((entry & cut_mark) != 0) ends.push_back(mark);
    if ((entry & cut_here) != 0) ends.push_back(at);
    if ((entry & set_mark) != 0) mark = at;
    row = entry >> row_shift;
    at += size;
    if ((entry & rescan) != 0) [[unlikely]] {
      ends.push_back(mark);
      at = match_end(text, mark).value_or(text.size());
      ends.push_back(at);
      row = 0;
    }
  }
}

void Pass::piece_ends(std::string_view text, std::vector<std::size_t>& ends) const {
  if (text.empty()) return;
  if (has_table()) {
    table_ends(text, ends);
  } else {
    search_ends(text, ends);
  }
}

Splitter::Splitter(std::span<const Split> splits) {
  for (const Split& split : splits) passes_.emplace_back(split.pattern);
}

std::vector<std::string_view> Splitter::chunks(std::string_view text) const {
  std::vector<std::size_t> ends;
  chunk_ends(text, 0, text.size(), ends);
  std::vector<std::string_view> all;
  all.reserve(ends.size());
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    all.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  return all;
}

// S25j: each pass cuts the pieces of the one before it.
void Splitter::chunk_ends(std::string_view text, std::size_t begin, std::size_t end,
                          std::vector<std::size_t>& ends) const {
  if (begin == end) return;
  std::vector<std::size_t> pieces = {end};  // the ends, as places of the text
  std::vector<std::size_t> smaller;
  std::vector<std::size_t> inside;  // the ends in one piece, as distances from its beginning
  for (const Pass& pass : passes_) {
    smaller.clear();
    std::size_t from = begin;
    for (const std::size_t to : pieces) {
      inside.clear();
      pass.piece_ends(text.substr(from, to - from), inside);
      for (const std::size_t distance : inside) smaller.push_back(from + distance);
      from = to;
    }
    pieces.swap(smaller);
  }
  ends.insert(ends.end(), pieces.begin(), pieces.end());
}

// The pieces of the first pass do not change if the text is cut where they are safe, and the other
// passes see only these pieces.
bool Splitter::is_safe_place(std::string_view text, std::size_t at) const {
  if (passes_.empty() || !passes_.front().has_table()) return false;
  const auto after = utf8::well_formed_at(text, at);
  if (!after) return false;
  for (std::size_t size = 1; size <= std::min<std::size_t>(at, 4); ++size) {
    const auto before = utf8::well_formed_at(text.substr(0, at), at - size);
    if (before && before->size == size) return passes_.front().is_safe(before->value, after->value);
  }
  return false;
}

std::size_t Splitter::next_safe_place(std::string_view text, std::size_t from) const {
  if (passes_.empty() || !passes_.front().has_table()) return text.size();
  while (from < text.size() && !is_safe_place(text, from)) ++from;
  return std::min(from, text.size());
}

}  // namespace bpetite::engine::compile
