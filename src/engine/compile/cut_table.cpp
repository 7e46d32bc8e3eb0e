// Completes a cut table, the automaton by which the engine cuts texts (completed): joins rows that
// do the same if the table is not too large, leaves out rows that no text leads to, counts for each
// row how many ends of pieces may still be taken back, and finds the pairs of classes between which
// a text may be divided (safe places). is_safe_place() and next_safe_place() look such places up in
// a text. takes() says whether a table may take an end back or read a part of a text again.
#include "engine/compile/cut_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "core/utf8.hpp"

namespace bpetite::engine::compile {
namespace {

using Entry = CutTable::Entry;

// The groups of rows that do the same, as the number of the group of each row. Rows are told apart
// by their actions first, and then by the groups of their next rows, until nothing changes. Of a
// large table each row stays alone: it would take too long.
std::vector<Entry> groups_of(const std::vector<Entry>& entries, std::size_t stride) {
  constexpr std::size_t most_entries = std::size_t{1} << 16;
  constexpr std::size_t most_rounds = 64;
  const std::size_t rows = entries.size() / stride;
  std::vector<Entry> groups(rows, 0);
  std::size_t count = 1;
  for (std::size_t round = 0; round < most_rounds && entries.size() <= most_entries; ++round) {
    std::map<std::vector<Entry>, Entry> known;
    std::vector<Entry> finer;
    std::vector<Entry> looks(stride + 1);
    for (std::size_t row = 0; row < rows; ++row) {
      looks[stride] = groups[row];
      for (std::size_t c = 0; c < stride; ++c) {
        const Entry entry = entries[row * stride + c];
        looks[c] = (entry & CutTable::actions) | groups[CutTable::next(entry) / stride]
                                                     << CutTable::row_shift;
      }
      finer.push_back(known.emplace(looks, static_cast<Entry>(known.size())).first->second);
    }
    groups.swap(finer);
    if (known.size() == count) return groups;
    count = known.size();
  }
  std::iota(groups.begin(), groups.end(), Entry{0});
  return groups;
}

// Keeps one row of each group, and only those to which some text leads from the first row.
std::vector<Entry> joined_rows(const std::vector<Entry>& entries, std::size_t stride) {
  const std::vector<Entry> groups = groups_of(entries, stride);
  std::vector<std::size_t> rows = {0};
  std::map<Entry, Entry> numbers = {{groups[0], 0}};  // by groups
  std::vector<Entry> kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (std::size_t c = 0; c < stride; ++c) {
      const Entry entry = entries[rows[i] * stride + c];
      const std::size_t next = CutTable::next(entry) / stride;
      const auto [place, is_new] = numbers.emplace(groups[next], static_cast<Entry>(rows.size()));
      if (is_new) rows.push_back(next);
      const auto to = static_cast<Entry>(place->second * stride);
      kept.push_back((entry & CutTable::actions) | to << CutTable::row_shift);
    }
  }
  return kept;
}

// How many ends each row may take. Of a table that does not rescan: with rescans there may be no
// bound.
std::vector<std::uint8_t> open_ends(const std::vector<Entry>& entries, std::size_t stride) {
  std::vector<std::uint8_t> open(entries.size() / stride);
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = entries.size(); i-- > 0;) {
      const Entry entry = entries[i];
      const std::uint32_t later = open[CutTable::next(entry) / stride];
      const std::uint32_t own = (entry & CutTable::put) != 0 ? 1 : 0;
      std::uint32_t may = later > own ? later - own : 0;
      if (may + CutTable::taken(entry) == 0) continue;
      may += CutTable::taken(entry);
      if (may > open[i / stride]) {
        open[i / stride] = static_cast<std::uint8_t>(may);
        changed = true;
      }
    }
  }
  return open;
}

// S25l: a place is safe if each row that can come before it does the same there as at the end of a
// text, and goes on as a text that begins there.
std::vector<bool> safe_pairs(const std::vector<Entry>& entries, std::size_t classes) {
  const std::size_t stride = classes + 1;
  std::vector<bool> safe(classes * classes, true);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::size_t before = i % stride;
    // What is read again comes to this class again, from another row.
    if (before == classes || (entries[i] & CutTable::rescan) != 0) continue;
    const Entry* const row = entries.data() + CutTable::next(entries[i]);
    // What is done at the end of a text must be done here too. If it is to read again, the text
    // behind the last end is not over yet.
    const Entry at_end = row[classes] & CutTable::actions;
    for (std::size_t after = 0; after < classes; ++after) {
      const bool cuts = (row[after] & CutTable::actions) == at_end &&
                        (at_end & CutTable::rescan) == 0 &&
                        CutTable::next(row[after]) == CutTable::next(entries[after]);
      if (!cuts) safe[before * classes + after] = false;
    }
  }
  return safe;
}

}  // namespace

bool CutTable::takes() const {
  return std::ranges::any_of(
      entries, [](Entry entry) { return taken(entry) != 0 || (entry & rescan) != 0; });
}

bool CutTable::is_safe_place(std::string_view text, std::size_t at) const {
  const auto after = utf8::well_formed_at(text, at);
  if (!after) return false;
  for (std::size_t size = 1; size <= std::min<std::size_t>(at, 4); ++size) {
    const auto before = utf8::well_formed_at(text.substr(0, at), at - size);
    if (before && before->size == size) return is_safe(before->value, after->value);
  }
  return false;
}

std::size_t CutTable::next_safe_place(std::string_view text, std::size_t from,
                                      std::size_t end) const {
  while (from < end && !is_safe_place(text, from)) ++from;
  return from;
}

CutTable completed(ClassTable classes, std::vector<Entry> entries) {
  const std::size_t stride = classes.size() + 1;
  CutTable table{.classes = std::move(classes), .entries = joined_rows(entries, stride)};
  table.has_rescan = std::ranges::any_of(
      table.entries, [](Entry entry) { return (entry & CutTable::rescan) != 0; });
  if (!table.has_rescan) table.open = open_ends(table.entries, stride);
  table.safe = safe_pairs(table.entries, table.classes.size());
  return table;
}

}  // namespace bpetite::engine::compile
