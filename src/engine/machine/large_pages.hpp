// Allocates memory in large pages, where the system has them. It is for large tables: with pages of
// 4 KB most look-ups would wait for the address of the page as well.
//
//   std::vector<std::uint64_t, LargePages<std::uint64_t>> slots(1 << 18);      one page of 2 MB
#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <new>

namespace bpetite::engine::machine {

enum class Pages { large, usual };

// Zeros; from a megabyte on in pages of a kind, which take no memory until they are touched.
// std::bad_alloc if the system does not give them.
void* map_zeros(std::size_t bytes, Pages pages = Pages::large);
void unmap(void* memory, std::size_t bytes) noexcept;

// Asks for memory that is about to be written for the first time, by one call to the system instead
// of one for each page. Where that is not known, the pages come by themselves.
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

// An allocator of the standard library's kind.
template <typename T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <typename U>
  LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) {
    if (count > std::numeric_limits<std::size_t>::max() / sizeof(T)) throw std::bad_alloc();
    return static_cast<T*>(map_zeros(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { unmap(memory, count * sizeof(T)); }

  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

}  // namespace bpetite::engine::machine
