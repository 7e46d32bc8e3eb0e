// Comparing the engine's chunks with the reference's.
#include "support/scanned.hpp"

#include <fmt/format.h>

#include <cstddef>

#include "engine/level.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::test {

const reference::Regex& regex_of(const Scanned& scanned) {
  static const std::array<reference::Regex, 3> all = {
      reference::Regex(patterns::v1.text, unicode::pinned),
      reference::Regex(patterns::cl100k.text, unicode::pinned),
      reference::Regex(patterns::nanochat.text, unicode::pinned)};
  return all.at(static_cast<std::size_t>(scanned.scan));
}

std::string scan_difference(std::string_view text) {
  for (const Scanned& scanned : all_scanned) {
    const auto wanted = reference::pretokenize(text, regex_of(scanned));
    for (const engine::Level level : engine::machine_levels()) {
      const auto got = engine::chunks(text, scanned.scan, level);
      if (got != wanted) {
        return fmt::format("{} at level {}: want {}, got {}", scanned.pattern.name,
                           static_cast<int>(level), fmt::join(wanted, "|"), fmt::join(got, "|"));
      }
    }
  }
  return "";
}

}  // namespace bpetite::test
