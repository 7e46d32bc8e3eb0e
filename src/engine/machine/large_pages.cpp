// Maps memory that holds zeros, at a multiple of 2 MB, and asks the system for large pages if the
// caller wants them (map_zeros). Less than 1 MB comes from operator new. unmap() gives memory back.
// make_ready() asks the system for all pages of a buffer at once, before they are written, if the
// system has such a call.
#include "engine/machine/large_pages.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <new>

namespace bpetite::engine::machine {

namespace {

constexpr std::size_t large_page = std::size_t{2} << 20;

// For less memory, large pages are not worth the memory that the last one wastes.
bool is_large(std::size_t bytes) { return bytes >= large_page / 2; }

std::size_t rounded(std::size_t bytes) {
  return (bytes + large_page - 1) / large_page * large_page;
}

// Tables begin at a line of the cache.
constexpr std::align_val_t cache_line{64};

}  // namespace

void* map_zeros(std::size_t bytes, [[maybe_unused]] Pages pages) {
  if (bytes > std::size_t{1} << 60) throw std::bad_alloc();
  // Small tables get memory of the usual kind, which sanitizers watch.
  if (!is_large(bytes)) return std::memset(::operator new(bytes, cache_line), 0, bytes);

  // A large page begins at a multiple of its size. The memory before and after it is given back.
  const std::size_t wanted = rounded(bytes);
  void* const memory = ::mmap(nullptr, wanted + large_page, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();

  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::size_t before = rounded(address) - address;
  char* const begin = static_cast<char*>(memory) + before;
  if (before > 0) ::munmap(memory, before);
  if (before < large_page) ::munmap(begin + wanted, large_page - before);
#if defined(MADV_HUGEPAGE)
  if (pages == Pages::large) ::madvise(begin, wanted, MADV_HUGEPAGE);
#endif
  return begin;
}

void unmap(void* memory, std::size_t bytes) noexcept {
  if (is_large(bytes)) {
    ::munmap(memory, rounded(bytes));
  } else {
    ::operator delete(memory, cache_line);
  }
}

void make_ready([[maybe_unused]] void* memory, [[maybe_unused]] std::size_t bytes) {
#if defined(MADV_POPULATE_WRITE)
  constexpr std::uintptr_t page = 4096;
  const std::uintptr_t begin = (reinterpret_cast<std::uintptr_t>(memory) + page - 1) / page * page;
  const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(memory) + bytes) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
#endif
}

}  // namespace bpetite::engine::machine
