// How much memory a piece of code asks for: every `new` of the test program is counted.
//
//   const Allocations before = allocations();
//   ...
//   REQUIRE(allocations().bytes - before.bytes < 1000);
#pragma once

#include <cstdint>

namespace bpetite::test {

// What this thread has asked for since its start. What was given back stays counted.
struct Allocations {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

Allocations allocations();

}  // namespace bpetite::test
