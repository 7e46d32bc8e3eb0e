// GapBuffer is a sequence that is edited at neighbouring places again and again: the free memory
// lies where the last edit was, so that the next edit there moves little.
//
//   "one two", replace(4, 7, "2")      "one 2"____     the gap is behind the 2
//
// An edit costs the elements between it and the last one. The memory is at most an eighth larger
// than the sequence, and 4 KB.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

namespace bpetite::engine::motion {

template <typename T>
class GapBuffer {
 public:
  std::size_t size() const { return data_.size() - gap_size_; }
  T operator[](std::size_t i) const { return data_[i < gap_ ? i : i + gap_size_]; }

  // Whether an element is in the memory of this buffer.
  bool holds(const T* element) const {
    const std::less<> is_before;
    return !is_before(element, data_.data()) && is_before(element, data_.data() + data_.size());
  }

  // Makes room for a replace of `old` elements by `others`, which then needs no memory.
  void make_room(std::size_t old, std::size_t others) {
    if (gap_size_ + old < others) grow(others - old);
  }

  // Replaces the elements from `begin` to `end` by others, which are not of this buffer.
  void replace(std::size_t begin, std::size_t end, std::span<const T> others) {
    make_room(end - begin, others.size());
    move_gap(end);
    gap_ -= end - begin;
    gap_size_ += end - begin;
    std::ranges::copy(others, data_.begin() + static_cast<std::ptrdiff_t>(gap_));
    gap_ += others.size();
    gap_size_ -= others.size();
  }

  // The elements from `begin` to `end`, side by side: valid until the next call.
  std::span<const T> view(std::size_t begin, std::size_t end) {
    if (begin < gap_ && end > gap_) move_gap(gap_ - begin < end - gap_ ? begin : end);
    return std::span<const T>(data_).subspan(begin < gap_ ? begin : begin + gap_size_, end - begin);
  }

 private:
  void move_gap(std::size_t to) {
    const auto at = [&](std::size_t place) {
      return data_.begin() + static_cast<std::ptrdiff_t>(place);
    };
    if (to < gap_) std::move_backward(at(to), at(gap_), at(gap_ + gap_size_));
    if (to > gap_) std::move(at(gap_ + gap_size_), at(to + gap_size_), at(gap_));
    gap_ = to;
  }

  void grow(std::size_t least) {
    const std::size_t rest = size() - gap_;
    const std::size_t larger = least + size() / 8 + 4096 / sizeof(T);
    const std::size_t old = gap_ + gap_size_;
    data_.reserve(data_.size() + larger - gap_size_);
    data_.resize(data_.size() + larger - gap_size_);
    std::move_backward(data_.begin() + static_cast<std::ptrdiff_t>(old),
                       data_.begin() + static_cast<std::ptrdiff_t>(old + rest), data_.end());
    gap_size_ = larger;
  }

  std::vector<T> data_;
  std::size_t gap_ = 0;  // where it begins
  std::size_t gap_size_ = 0;
};

}  // namespace bpetite::engine::motion
