// Asks the system how much memory the program can still get, and refuses a training that needs
// more. Also writes a number of bytes for people: "1.5 GiB".
#include "cli/options/memory.hpp"
#include "core/wording/counted.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/sysinfo.h>
#endif

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string_view>

#include <bpetite/errors.hpp>

namespace bpetite::cli {
namespace {

// The bytes that are free, or that the system can take back from its caches. The largest number if
// this is not known.
std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::uint64_t kibibytes = 0;
    if (name == "MemAvailable:" && file >> kibibytes) return kibibytes << 10;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();
}

// Whether at least `bytes` of memory are free, so that nothing has to be taken back from caches.
// Then /proc/meminfo need not be read.
bool lies_idle([[maybe_unused]] std::uint64_t bytes) {
#if defined(__linux__)
  struct sysinfo system {};
  return ::sysinfo(&system) == 0 && bytes <= std::uint64_t{system.freeram} * system.mem_unit;
#else
  return false;
#endif
}

}  // namespace

std::string shown_bytes(std::uint64_t bytes) {
  constexpr std::array<std::string_view, 5> units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  if (bytes < 1024) return counted(bytes, "byte");
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < units.size(); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units.at(unit));
}

void require_memory(std::uint64_t needed) {
  // The limit of this process.
  std::uint64_t available = std::numeric_limits<std::uint64_t>::max();
  struct rlimit limit {};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    available = limit.rlim_cur;
  }
  if (!lies_idle(needed)) available = std::min(available, available_memory());
  if (needed > available) {
    throw ValueError(fmt::format("train: {} of memory are needed, and {} are available",
                                 shown_bytes(needed), shown_bytes(available)),
                     "S42d");
  }
}

}  // namespace bpetite::cli
