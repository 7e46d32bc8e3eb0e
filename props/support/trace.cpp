// Appends a line for a finished test to the record that BPETITE_TRACE names. Fails if the test ran
// no case.
#include "support/trace.hpp"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace bpetite::test {

void record(std::string_view kind, std::string_view clauses, std::string_view name,
            std::uint64_t cases) {
  if (cases == 0) {
    throw std::logic_error("this test ran no case: " + std::string(name));
  }
  if (const char* path = std::getenv("BPETITE_TRACE"); path != nullptr && *path != '\0') {
    std::ofstream out(path, std::ios::app);
    out << kind << '\t' << clauses << '\t' << name << '\t' << cases << '\n';
  }
}

}  // namespace bpetite::test
