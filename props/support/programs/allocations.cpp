// Counts the memory that a thread allocates: replaces the global operator new by one that counts
// each allocation and its bytes.
//
// operator new[] calls it by default. The form that does not throw must be replaced too: else
// memory of AddressSanitizer's own form would be freed by our operator delete. ThreadSanitizer's
// operator new cannot be replaced. There the sanitizer calls a hook, which counts.
#include "support/programs/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local bpetite::test::Allocations total;

}  // namespace

namespace bpetite::test {

Allocations allocations() { return total; }

}  // namespace bpetite::test

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define BPETITE_TOLD_OF_MEMORY
#endif
#endif

#ifdef BPETITE_TOLD_OF_MEMORY

extern "C" __attribute__((no_sanitize("thread"))) void __sanitizer_malloc_hook(
    const volatile void* /*memory*/, std::size_t size) {
  ++total.count;
  total.bytes += size;
}

#else

void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++total.count;
  total.bytes += size;
  return std::malloc(size == 0 ? 1 : size);
}

void* operator new(std::size_t size) {
  if (void* memory = operator new(size, std::nothrow)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif
