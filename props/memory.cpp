// Tests that the library, its C interface and the command line report a MemoryError wherever memory
// runs out, or do without that memory, and work again when there is memory (spec/10-interface.md).
// The program of support/programs/no_memory.cpp makes one allocation after the other fail, alone or
// with all later ones.
#include <iostream>
#include <string>

#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

void check_sweep(const std::string& mode) {
  if (is_sanitized()) {
    std::cout << "SKIPPED: a sanitizer has an allocator of its own\n";
    return;
  }
  // There are 30,000 places. All are tried only if more than the usual number of cases is to run.
  const Finished done = run({BPETITE_NO_MEMORY, mode, cases_percent() > 100 ? "1000000" : "200"});
  CAPTURE(done.out, done.err);
  CHECK(done.code == 0);
  CHECK(done.out.find("encode, decode: ") != std::string::npos);
  CHECK(done.out.find(" bad") != std::string::npos);
}

CLAUSE_TEST("ERR S33b S33c", "an allocation that fails is a MemoryError, at each place") {
  check_sweep("once");
}

CLAUSE_TEST("ERR S33b S33c",
            "memory that is gone from some place on is a MemoryError, at each place") {
  check_sweep("from-there");
}

}  // namespace
}  // namespace bpetite::test
