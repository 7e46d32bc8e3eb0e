// Cuts a text by a cut table (TableReader). read() divides a long part of the text at safe places,
// and reads it as four lanes side by side. It reads a short part, or one without such places, as
// one lane. Then the ends of all lanes are put together. The ends that a later scalar may still
// remove are kept back for the next call.
#include "engine/compile/table_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/assertion.hpp"

namespace bpetite::engine::compile {

// The text in front of `at_` is done. Then come ends that are not certain, and what was read since.
std::size_t TableReader::read(std::uint32_t* starts, std::size_t bytes) {
  std::array<Lane, lanes> all;
  const std::size_t end = whole_scalars(read_, bytes);
  assert_internal(end - at_ <= ~std::uint32_t{0}, "an end is not certain after 4 GB");
  Lane& first = all.front();
  first = {byte(read_), byte(end), row_, starts, starts};
  if (read_ == 0 && end > 0) *first.top++ = 0;
  for (std::uint32_t i = 0; i < open_; ++i) *first.top++ = distance(byte(open_ends_[i]));
  if (cut_into_lanes(all.data(), end, starts)) {
    read_side_by_side(all.data());
    for (std::size_t i = 0; i < lanes; ++i) {
      read_alone(all[i]);
      if (i + 1 < lanes) read_end(all[i]);
      if (i > 0) append(first, all[i]);
    }
  } else {
    read_alone(first);
  }
  if (end == text_.size()) read_end(first);
  row_ = first.row;
  read_ = end;
  return keep_open_ends(starts, static_cast<std::size_t>(first.top - starts));
}

// The lane goes on where the other one is, which is behind it.
void TableReader::append(Lane& lane, const Lane& other) {
  const auto count = static_cast<std::size_t>(other.top - other.bottom);
  std::memmove(lane.top, other.bottom, count * sizeof(*other.bottom));
  lane.top += count;
  lane.at = other.at;
  lane.end = other.end;
  lane.row = other.row;
}

// The end of the text is no start.
std::size_t TableReader::keep_open_ends(const std::uint32_t* starts, std::size_t count) {
  if (read_ == text_.size()) {
    at_ = read_;
    return count - std::min<std::size_t>(count, 1);
  }
  open_ = table_->open[row_ / table_->stride()];
  open_ = std::min(open_, static_cast<std::uint32_t>(count));
  count -= open_;
  for (std::uint32_t i = 0; i < open_; ++i) open_ends_[i] = at_ + starts[count + i];
  at_ = open_ == 0 ? read_ : open_ends_[0];
  return count;
}

// The end of the whole scalars among so many bytes from a place on.
std::size_t TableReader::whole_scalars(std::size_t from, std::size_t bytes) const {
  if (bytes >= text_.size() - from) return text_.size();
  std::size_t end = from + bytes;
  while (end > from && (*byte(end) & 0xC0U) == 0x80) --end;
  return end;
}

std::uint32_t TableReader::distance(const unsigned char* p) const {
  return static_cast<std::uint32_t>(p - byte(at_));
}

const unsigned char* TableReader::byte(std::size_t at) const {
  return reinterpret_cast<const unsigned char*>(text_.data()) + at;
}

// Lanes of about the same size. False if the text is too short, or has no safe places there.
bool TableReader::cut_into_lanes(Lane* all, std::size_t end, std::uint32_t* starts) const {
  const std::size_t size = (end - read_) / lanes;
  if (size < least_lane) return false;
  for (std::size_t i = 1; i < lanes; ++i) {
    const std::size_t from = read_ + i * size;
    const std::size_t to = table_->next_safe_place(text_, from, from + size / 2);
    if (to == from + size / 2) return false;
    std::uint32_t* const bottom = starts + CutTable::most_open + (to - read_);
    all[i] = {byte(to), byte(end), 0, bottom, bottom};
  }
  for (std::size_t i = 1; i < lanes; ++i) all[i - 1].end = all[i].at;
  return true;
}

// Without a branch: the place is always written, and stays if the stack grows over it.
inline void TableReader::apply(Lane& lane, CutTable::Entry entry, std::uint32_t place) const {
  lane.top -= CutTable::taken(entry);
  *lane.top = place;
  lane.top += entry & CutTable::put;
  lane.row = CutTable::next(entry);
}

void TableReader::read_side_by_side(Lane* all) const {
  constexpr std::size_t most = 4;   // bytes of a scalar
  constexpr std::size_t steps = 8;  // between two looks at what is left
  std::array<Lane, lanes> lane;
  std::copy_n(all, lanes, lane.begin());
  const ClassTable& classes = table_->classes;
  const CutTable::Entry* const entries = table_->entries.data();
  const unsigned char* const origin = byte(at_);
  const auto high_bits = [](const Lane& one) {
    std::uint64_t word = 0;
    std::memcpy(&word, one.at, steps);
    return word & 0x8080808080808080;
  };
  for (;;) {
    bool is_over = false;
    for (const Lane& one : lane) {
      is_over |= one.end - one.at < static_cast<std::ptrdiff_t>(steps * most);
    }
    if (is_over) break;
    std::uint64_t high = 0;
    for (const Lane& one : lane) high |= high_bits(one);
    if (high == 0) {
      for (std::size_t step = 0; step < steps; ++step) {
        for (Lane& one : lane) {
          const std::uint8_t found = classes.of_ascii(one.at[step]);
          apply(one, entries[one.row + found],
                static_cast<std::uint32_t>(one.at - origin + static_cast<std::ptrdiff_t>(step)));
        }
      }
      for (Lane& one : lane) one.at += steps;
    } else {
      for (std::size_t step = 0; step < steps; ++step) {
        for (Lane& one : lane) {
          const auto [found, size] = classes.at(one.at);
          apply(one, entries[one.row + found], static_cast<std::uint32_t>(one.at - origin));
          one.at += size;
        }
      }
    }
  }
  std::copy_n(lane.begin(), lanes, all);
}

void TableReader::read_alone(Lane& lane) const {
  const unsigned char* const origin = byte(at_);
  const unsigned char* const last = byte(text_.size()) - 1;
  while (lane.at < lane.end) {
    const ClassTable::Found found = *lane.at < 0x80 || lane.at == last
                                        ? ClassTable::Found{table_->classes.of_ascii(*lane.at), 1}
                                        : table_->classes.at(lane.at);
    const CutTable::Entry entry = table_->entries[lane.row + found.scalar_class];
    apply(lane, entry, static_cast<std::uint32_t>(lane.at - origin));
    lane.at += found.size;
  }
}

// Reads the end of a text, or of a part of it that ends at a safe place.
void TableReader::read_end(Lane& lane) const {
  if (lane.row == 0) return;
  apply(lane, table_->entries[lane.row + table_->end_class()], distance(lane.end));
}

}  // namespace bpetite::engine::compile
