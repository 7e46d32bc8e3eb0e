// Cuts an open text (OpenCuts): by a table, scalar by scalar, or up to the last safe place. A table
// leaves what lies between two safe places of a long part to a scanner.
//
//   "a  "     by GPT-2's pattern: the end behind "a" is certain, the one behind the first blank may
//             be removed (nothing follows) or stay (a letter follows)
#include "engine/motion/open_cuts.hpp"

#include <algorithm>
#include <array>

#include "core/utf8.hpp"

namespace bpetite::engine::motion {

using compile::ClassTable;
using compile::CutTable;

namespace {

constexpr std::size_t least_scanned = 96;  // bytes: less is read as fast by the table

}  // namespace

OpenCuts::OpenCuts(const scan::Cutter& cutter) : cutter_(&cutter), splitter_(&cutter.compiled()) {}

void OpenCuts::read(std::string_view more) {
  text_.insert(text_.size() - beyond, more);
  const std::size_t size = text().size();
  // A place is safe by the scalars on both sides, so the first one that was not looked at is the
  // end of what was there before.
  const std::size_t unknown = std::max<std::size_t>(read_, 1);
  const CutTable* const table = splitter_->table();
  if (table == nullptr) {
    if (const std::size_t safe = scan::last_safe_place(*cutter_, text(), unknown)) {
      cut(0, safe);
      certain_ = ends_.size();
    }
    read_ = size;
    return;
  }
  if (more.size() >= least_scanned) scan_between_safe_places(*table, unknown);
  read_by_table(*table, size);
  const std::size_t open = table->open[row_ / table->stride()];
  certain_ = std::max(certain_, ends_.size() - std::min(open, ends_.size()));
}

// Reads up to the last safe place, if there are two that are far enough from each other. They are
// searched near both ends, since some texts have none.
void OpenCuts::scan_between_safe_places(const CutTable& table, std::size_t from) {
  const std::size_t size = text().size();
  const std::size_t near = 16 + (size - from) / 16;
  const std::string_view head = text().substr(0, from + near);
  const std::size_t first = splitter_->next_safe_place(head, from);
  const std::size_t last =
      scan::last_safe_place(*cutter_, text(), std::max(from, size - std::min(size, near)));
  if (first == head.size() || last < first + least_scanned) return;
  read_by_table(table, first);
  end_of_table(table);
  cut(first, last);
  read_ = last;
  certain_ = ends_.size();
}

// The entry of a row and a class says which ends are removed before the scalar, and whether a chunk
// ends there (CutTable). The end is always written, and stays if the list grows over it. An end
// that no later entry can remove is certain.
void OpenCuts::read_by_table(const CutTable& table, std::size_t to) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text_.data());
  std::size_t count = ends_.size();
  ends_.resize(count + to - read_ + 1);
  std::size_t* const ends = ends_.data();
  std::uint32_t row = row_;
  for (std::size_t at = read_; at < to;) {
    const ClassTable::Found found = bytes[at] < 0x80
                                        ? ClassTable::Found{table.classes.of_ascii(bytes[at]), 1}
                                        : table.classes.at(bytes + at);
    const CutTable::Entry entry = table.entries[row + found.scalar_class];
    count -= CutTable::taken(entry);
    ends[count] = at;
    count += entry & CutTable::put;
    row = CutTable::next(entry);
    at += found.size;
  }
  read_ = to;
  row_ = row;
  ends_.resize(count);
}

// What was read ends as a whole text does.
void OpenCuts::end_of_table(const CutTable& table) {
  if (read_ > 0) {
    const CutTable::Entry entry = table.entries[row_ + table.end_class()];
    ends_.resize(ends_.size() - CutTable::taken(entry));
    ends_.push_back(read_);
  }
  row_ = 0;
}

// Cuts what lies between two safe places, or the beginning, as a whole text.
void OpenCuts::cut(std::size_t begin, std::size_t end) {
  constexpr std::size_t blocks = 64;
  std::array<std::uint32_t, scan::Scanner::entries_for(blocks)> starts;
  scan::Scanner scanner(text().substr(begin, end - begin), *cutter_, machine::level());
  while (!scanner.done()) {
    const std::size_t at = begin + scanner.at();
    const std::size_t count = scanner.scan(starts.data(), blocks);
    for (std::size_t i = 0; i < count; ++i) {
      if (at + starts[i] > begin) ends_.push_back(at + starts[i]);
    }
  }
  ends_.push_back(end);
}

void OpenCuts::finish() {
  const CutTable* const table = splitter_->table();
  if (table != nullptr) {
    end_of_table(*table);
  } else if (!text().empty()) {
    cut(0, text().size());
  }
  certain_ = ends_.size();
}

void OpenCuts::clear() {
  text_.assign(beyond, '\0');
  ends_.clear();
  certain_ = 0;
  read_ = 0;
  row_ = 0;
}

void OpenCuts::forget() {
  if (certain_ == 0) return;
  const std::size_t gone = ends_[certain_ - 1];
  text_.erase(0, gone);
  read_ -= std::min(gone, read_);
  ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(certain_));
  for (std::size_t& end : ends_) end -= gone;
  certain_ = 0;
}

bool OpenCuts::is_like_a_new_text() const {
  if (splitter_->table() == nullptr || splitter_->patterns() == 1) return true;
  constexpr std::size_t most_read_again = 4096;
  if (text().size() > most_read_again) return false;
  OpenCuts other(*cutter_);
  other.read(text());
  return other.row_ == row_ && other.ends_ == ends_ && other.certain_ == 0;
}

}  // namespace bpetite::engine::motion
