// Counts the memory that a piece of code allocates with `new`.
//
//   const Allocations before = allocations();
//   ...
//   REQUIRE(allocations().bytes - before.bytes < 1000);
#pragma once

#include <cstdint>

namespace bpetite::test {

// The allocations of this thread since its start. Memory that was freed stays counted.
struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

Allocations allocations();

}  // namespace bpetite::test
