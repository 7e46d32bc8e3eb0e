// The global operator new, counting. All other forms of new and delete come here by default.
#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

thread_local bpetite::test::Allocations total;

}  // namespace

namespace bpetite::test {

Allocations allocations() { return total; }

}  // namespace bpetite::test

void* operator new(std::size_t size) {
  ++total.count;
  total.bytes += size;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) {
    return memory;
  }
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
