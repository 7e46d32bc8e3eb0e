// Asking the system for what is free.
#include "cli/options/memory.hpp"

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

// Free, or in use for nothing that could not be given up. Where the system does not say, all of it.
std::uint64_t available_memory() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::uint64_t kibibytes = 0;
    if (name == "MemAvailable:" && file >> kibibytes) return kibibytes << 10;
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return std::numeric_limits<std::uint64_t>::max();
}

// Whether so much memory is in use for nothing at all: then nobody has to be asked what could be
// given up, and no file is opened for it.
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
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  double amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; amount >= 1024 && unit + 1 < units.size(); ++unit) amount /= 1024;
  return fmt::format("{:.1f} {}", amount, units.at(unit));
}

void require_memory(std::uint64_t needed) {
  // What the user may have at most.
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
