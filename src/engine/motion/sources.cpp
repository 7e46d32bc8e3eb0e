// Keeps which bytes of a given text the bytes of another one came from (Sources), as a list of
// entries that follow each other. normalized() and without() give the list after one more change of
// the text.
//
//   "ab" of 3..5, then "ab" without "a"      "b" of 4..5
#include "engine/motion/sources.hpp"

#include <algorithm>

namespace bpetite::engine::motion {

void Sources::add_same(Span from) {
  if (from.begin == from.end) return;
  if (!entries_.empty() && entries_.back().is_same && entries_.back().from.end == from.begin) {
    entries_.back().size += from.end - from.begin;
    entries_.back().from.end = from.end;
    return;
  }
  entries_.push_back({from.end - from.begin, from, true});
}

void Sources::add(std::size_t size, Span from) {
  if (size > 0) entries_.push_back({size, from, false});
}

void Sources::append(const Sources& more) {
  for (const auto& [size, from, is_same] : more.entries_) {
    if (is_same) {
      add_same(from);
    } else {
      add(size, from);
    }
  }
}

template <typename Take>
void Sources::Reader::read(std::size_t size, const Take& take) {
  while (size > 0) {
    const Entry& entry = sources_.entries_[entry_];
    const std::size_t count = std::min(size, entry.size - used_);
    const std::size_t begin = entry.from.begin + used_;
    take(count, entry.is_same ? Span{begin, begin + count} : entry.from, entry.is_same);
    size -= count;
    used_ += count;
    if (used_ == entry.size) {
      ++entry_;
      used_ = 0;
    }
  }
}

Span Sources::Reader::take(std::size_t size) {
  Span whole;
  bool is_first = true;
  read(size, [&](std::size_t, Span from, bool) {
    whole = {is_first ? from.begin : whole.begin, from.end};
    is_first = false;
  });
  return whole;
}

void Sources::Reader::copy(std::size_t size, Sources& to) {
  read(size, [&](std::size_t count, Span from, bool is_same) {
    if (is_same) {
      to.add_same(from);
    } else {
      to.add(count, from);
    }
  });
}

Sources Sources::normalized(std::size_t size,
                            std::span<const normalize::Nfc::Change> changes) const {
  Sources form;
  Reader reader(*this);
  std::size_t at = 0;
  for (const auto& [begin, end, group] : changes) {
    reader.copy(begin - at, form);
    form.add(group.size(), reader.take(end - begin));
    at = end;
  }
  reader.copy(size - at, form);
  return form;
}

Sources Sources::without(std::string_view text, std::string_view dropped) const {
  Sources left;
  Reader reader(*this);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find_first_of(dropped, at), text.size());
    reader.copy(next - at, left);
    if (next < text.size()) reader.take(1);
    at = next + 1;
  }
  return left;
}

}  // namespace bpetite::engine::motion
