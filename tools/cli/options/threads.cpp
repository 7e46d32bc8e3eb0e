// Reads the number of threads from --threads or BPETITE_THREADS; without both, takes the number of
// cores that the process may use. The number is from 1 to 1024.
#include "cli/options/threads.hpp"

#include <fmt/format.h>

#if defined(__linux__)
#include <sched.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <string>
#include <thread>

#include "cli/options/ids.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

constexpr unsigned most_threads = 1024;

// The number of cores that this process may use. On Linux, no file is opened to find it.
unsigned cores() {
#if defined(__linux__)
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
    return static_cast<unsigned>(CPU_COUNT(&allowed));
  }
#endif
  return std::thread::hardware_concurrency();
}

unsigned parsed(const std::string& where, const std::string& word) {
  const std::optional<Number> number = parse_number(word);
  if (!number || !number->value || *number->value < 1 || *number->value > most_threads) {
    throw UsageError(fmt::format("{}: {} is not a number from 1 to {}", where, utf8::quoted(word),
                                 most_threads));
  }
  return *number->value;
}

}  // namespace

unsigned threads_argument(const Arguments& arguments) {
  if (const auto given = arguments.value("--threads")) {
    return parsed(arguments.command() + ": --threads", *given);
  }
  if (const char* const wish = std::getenv("BPETITE_THREADS"); wish != nullptr && *wish != '\0') {
    return parsed("BPETITE_THREADS", wish);
  }
  return std::clamp(cores(), 1U, most_threads);
}

}  // namespace bpetite::cli
