// Asks the system for memory by the megabyte before it is written for the first time. That costs
// less than 256 page faults.
#pragma once

#include <algorithm>
#include <cstddef>

#include "engine/machine/large_pages.hpp"

namespace bpetite::engine::machine {

class FreshPages {
 public:
  // `data` has space for `capacity` bytes, of which `used` are written, and up to `needed` will be.
  void touch(void* data, std::size_t used, std::size_t needed, std::size_t capacity) {
    constexpr std::size_t step = std::size_t{1} << 20;
    if (capacity < step) return;
    char* const begin = static_cast<char*>(data);
    if (begin != begin_) {
      begin_ = begin;
      done_ = used;
    }
    if (needed <= done_ || done_ >= capacity) return;
    const std::size_t to = std::min(done_ + step, capacity);
    make_ready(begin + done_, to - done_);
    done_ = to;
  }

 private:
  char* begin_ = nullptr;
  std::size_t done_ = 0;
};

}  // namespace bpetite::engine::machine
