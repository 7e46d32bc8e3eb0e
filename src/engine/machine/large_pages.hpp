// Allocates memory in large pages, where the system has them. It is for large tables: with pages of
// 4 KB most look-ups would wait for the address of the page as well.
//
//   std::vector<std::uint64_t, LargePages<std::uint64_t>> slots(1 << 18);      one page of 2 MB
//
// LargePages is an allocator for containers, and zeros() makes an array of zeros (Zeros). Both use
// map_zeros() and unmap(), which also give pages of the usual size. make_ready() and FreshPages ask
// the system for the pages of a buffer before they are written, which costs less than a page fault
// for each; FreshPages does so 1 MiB at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <new>

namespace bpetite::engine::machine {

enum class Pages { large, usual };

// Allocates zeros. From a megabyte on, they are in pages of this kind, which take no memory until
// they are touched. std::bad_alloc if the system has no memory.
void* map_zeros(std::size_t bytes, Pages pages = Pages::large);
void unmap(void* memory, std::size_t bytes) noexcept;

// Asks for memory that is about to be written for the first time, by one call to the system instead
// of one for each page. If the system does not have this call, each page comes when it is written.
void make_ready(void* memory, std::size_t bytes);

// An array of such zeros, for types that need no constructor.
struct Unmap {
  std::size_t bytes = 0;
  void operator()(void* memory) const noexcept { unmap(memory, bytes); }
};
template <typename T>
using Zeros = std::unique_ptr<T[], Unmap>;

template <typename T>
Zeros<T> zeros(std::size_t count, Pages pages = Pages::large) {
  return {static_cast<T*>(map_zeros(count * sizeof(T), pages)), Unmap{count * sizeof(T)}};
}

// An allocator for containers of the standard library.
template <typename T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <typename U>
  explicit LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(map_zeros(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { unmap(memory, count * sizeof(T)); }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

// Prefaults the pages of a large buffer, 1 MiB at a time, before they are written. One system call
// for 1 MiB costs less than the 256 page faults that it saves.
class FreshPages {
 public:
  // `data` is a buffer of `capacity` bytes. The first `used` of them are written already, and the
  // caller will write the others up to `needed`.
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
