// Memory that is about to be written for the first time: a megabyte of it is asked for by one call
// to the system, which costs less than 256 page faults. Where that is not known, the pages come by
// themselves.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bpetite::engine {

class FreshPages {
 public:
  // `data` has room for `capacity` bytes, of which `used` are written, and up to `needed` will be.
  void touch([[maybe_unused]] const void* data, [[maybe_unused]] std::size_t used,
             [[maybe_unused]] std::size_t needed, [[maybe_unused]] std::size_t capacity) {
#if defined(MADV_POPULATE_WRITE)
    constexpr std::size_t step = std::size_t{1} << 20;
    constexpr std::size_t page = 4096;
    if (capacity < 4 * step) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(data);
    if (begin != begin_) {
      begin_ = begin;
      done_ = (begin + used + page - 1) / page * page;
    }
    const std::uintptr_t end = (begin + capacity) / page * page;
    if (begin + needed <= done_ || done_ >= end) return;
    const std::uintptr_t to = std::min(done_ + step, end);
    ::madvise(reinterpret_cast<void*>(done_), to - done_, MADV_POPULATE_WRITE);
    done_ = to;
#endif
  }

 private:
  std::uintptr_t begin_ = 0;
  std::uintptr_t done_ = 0;
};

}  // namespace bpetite::engine
