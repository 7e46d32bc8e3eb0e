// Cuts an open text (OpenCuts): by a table, scalar by scalar, or up to the last safe place.
//
//   "a  "     by GPT-2's pattern: the end behind "a" is certain, the one behind the first blank may
//             be removed (nothing follows) or stay (a letter follows)
#include "engine/motion/open_cuts.hpp"

#include <algorithm>

#include "core/utf8.hpp"

namespace bpetite::engine::motion {

using compile::ClassTable;
using compile::CutTable;

OpenCuts::OpenCuts(const compile::Splitter& splitter) : splitter_(&splitter) {}

void OpenCuts::read(std::string_view more) {
  text_.resize(text_.size() - beyond);
  text_ += more;
  text_.append(beyond, '\0');
  if (const CutTable* const table = splitter_->table()) {
    read_by_table(*table);
    return;
  }
  // A place is safe by the scalars on both sides, so the last place that was looked at is the end
  // of what was there before.
  for (std::size_t at = text().size(); at-- > std::max<std::size_t>(read_, 1);) {
    if (!splitter_->is_safe_place(text(), at)) continue;
    cut_up_to(at);
    break;
  }
  read_ = text().size();
}

// The entry of a row and a class says which ends are removed before the scalar, and whether a chunk
// ends there (CutTable). The end is always written, and stays if the list grows over it. An end
// that no later entry can remove is certain.
void OpenCuts::read_by_table(const CutTable& table) {
  const std::size_t size = text().size();
  const auto* const bytes = reinterpret_cast<const unsigned char*>(text_.data());
  std::size_t count = ends_.size();
  ends_.resize(count + size - read_ + 1);
  std::size_t* const ends = ends_.data();
  std::uint32_t row = row_;
  for (std::size_t at = read_; at < size;) {
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
  read_ = size;
  row_ = row;
  ends_.resize(count);
  certain_ = count - std::min<std::size_t>(table.open[row_ / table.stride()], count);
}

// The chunks before a safe place are those of the text that ends there.
void OpenCuts::cut_up_to(std::size_t safe) {
  splitter_->chunk_ends(text(), 0, safe, ends_);
  certain_ = ends_.size();
}

void OpenCuts::finish() {
  const CutTable* const table = splitter_->table();
  if (text().empty()) {
    ends_.clear();
  } else if (table == nullptr) {
    cut_up_to(text().size());
  } else {
    const CutTable::Entry entry = table->entries[row_ + table->end_class()];
    ends_.resize(ends_.size() - CutTable::taken(entry));
    ends_.push_back(text().size());
  }
  certain_ = ends_.size();
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
  OpenCuts other(*splitter_);
  other.read(text());
  return other.row_ == row_ && other.ends_ == ends_ && other.certain_ == 0;
}

}  // namespace bpetite::engine::motion
