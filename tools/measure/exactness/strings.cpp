// Compares the chunks of all strings of at most five of the 24 representative scalars
// (support/scanned.hpp), by the engine and the reference, for each pattern that the engine has a
// scanner for and each instruction set level.
//
//   1 + 24 + 24^2 + ... + 24^5 = 8,308,825 strings, each at the start of a block of 64 bytes, and
//   across the border of two blocks
#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "engine/machine/level.hpp"
#include "engine/machine/parallel.hpp"
#include "report.hpp"
#include "support/scanned.hpp"

namespace bpetite::test {
namespace {

constexpr std::size_t most_representatives = 5;

// The string with this length and number. Each digit of the number is a representative scalar.
std::string string_of(std::size_t length, std::uint64_t number) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i) {
    text += representatives.at(number % representatives.size());
    number /= representatives.size();
  }
  return text;
}

}  // namespace

void compare_strings(Report& report) {
  std::uint64_t compared = 0;
  std::string difference;
  std::uint64_t strings = 1;
  for (std::size_t length = 0; length <= most_representatives && difference.empty(); ++length) {
    const std::uint64_t part = std::max<std::uint64_t>(1, strings / representatives.size());
    std::vector<std::string> found(strings / part);
    engine::machine::for_each_index(found.size(), std::thread::hardware_concurrency(),
                                    [&](std::size_t i) {
                                      for (std::uint64_t number = i * part;
                                           number < (i + 1) * part && found[i].empty(); ++number) {
                                        const std::string text = string_of(length, number);
                                        found[i] = scan_difference(text);
                                        if (found[i].empty())
                                          found[i] = scan_difference(std::string(62, 'x') + text);
                                      }
                                    });
    compared += 2 * strings;
    const auto first = std::ranges::find_if(found, [](const auto& it) { return !it.empty(); });
    if (first != found.end()) difference = *first;
    strings *= representatives.size();
  }
  report.line(fmt::format("strings of up to {} of {} representatives, {} patterns, {} levels",
                          most_representatives, representatives.size(), all_scanned.size(),
                          engine::machine::machine_levels().size()),
              compared, difference);
}

}  // namespace bpetite::test
