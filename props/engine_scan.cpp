// The engine's scanner against the reference's regular expressions: each pattern, at each level.
#include <fmt/format.h>

#include <array>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/pattern.hpp"
#include "engine/scan.hpp"
#include "reference/pretokenize.hpp"
#include "support/exhaustive.hpp"
#include "support/generators.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using engine::Level;
using engine::ScanPattern;

struct Scanned {
  ScanPattern scan;
  const Pattern& pattern;
};

constexpr std::array all_scanned = {Scanned{ScanPattern::v1, patterns::v1},
                                    Scanned{ScanPattern::cl100k, patterns::cl100k},
                                    Scanned{ScanPattern::nanochat, patterns::nanochat}};

const reference::Regex& regex_of(const Scanned& scanned) {
  static const std::array<reference::Regex, 3> all = {
      reference::Regex(patterns::v1.text, unicode::pinned),
      reference::Regex(patterns::cl100k.text, unicode::pinned),
      reference::Regex(patterns::nanochat.text, unicode::pinned)};
  return all.at(static_cast<std::size_t>(scanned.scan));
}

std::string shown(const std::vector<std::string_view>& chunks) {
  return fmt::format("{}", fmt::join(chunks, "|"));
}

// The pattern whose chunks differ at some level, and how; nothing if all agree.
std::string difference(std::string_view text) {
  for (const Scanned& scanned : all_scanned) {
    const auto wanted = reference::pretokenize(text, regex_of(scanned));
    for (const Level level : engine::machine_levels()) {
      const auto got = engine::chunks(text, scanned.scan, level);
      if (got != wanted) {
        return fmt::format("{} at level {}: want {}, got {}", scanned.pattern.name,
                           static_cast<int>(level), shown(wanted), shown(got));
      }
    }
  }
  return "";
}

// One of each kind that any of the patterns tells apart: white space of one, two and three bytes,
// line breaks, letters of one to four bytes, those of contractions, numbers, signs.
constexpr std::array<std::string_view, 22> representatives = {
    " ", "\t",     "\n",     "\r",     "\u00a0",     "\u3000", "a",      "s",
    "L", "\u00e9", "\u65e5", "\u017f", "\U00020000", "1",      "\u0663", "\u2167",
    "!", "'",      "\u201c", "\u0301", "\U0001f600", "e"};

// Pieces that meet block borders at every distance.
rc::Gen<std::string> mixed_text() {
  return rc::gen::map(rc::gen::container<std::vector<std::pair<std::size_t, std::size_t>>>(
                          rc::gen::pair(rc::gen::inRange<std::size_t>(0, representatives.size()),
                                        rc::gen::inRange<std::size_t>(1, 5))),
                      [](const std::vector<std::pair<std::size_t, std::size_t>>& runs) {
                        std::string text;
                        for (const auto& [which, times] : runs) {
                          for (std::size_t i = 0; i < times; ++i) text += representatives.at(which);
                        }
                        return text;
                      });
}

PROPERTY("FR-4", "the engine cuts where the reference cuts, for each pattern and level") {
  const std::string text = *rc::gen::oneOf(mixed_text(), any_text());
  RC_LOG() << difference(text) << "\n";
  RC_ASSERT(difference(text).empty());
  RC_CLASSIFY(text.size() > 64, "more than a block");
}

PROPERTY("S4a", "the engine cuts alike wherever blocks of 64 bytes begin") {
  const std::string text = *mixed_text();
  const auto lead = *number_between<std::size_t>(40, 64);
  const std::string moved = std::string(lead, 'x') + text;
  RC_LOG() << difference(moved) << "\n";
  RC_ASSERT(difference(moved).empty());
}

TEST_CASE("FR-4: the engine cuts every short string of representatives as the reference does") {
  const std::size_t longest = few_cases() ? 2 : 3;
  std::uint64_t compared = 0;
  std::vector<std::string> texts = {""};
  for (std::size_t length = 1; length <= longest; ++length) {
    std::vector<std::string> longer;
    for (const std::string& text : texts) {
      for (const std::string_view next : representatives) {
        longer.push_back(text + std::string(next));
      }
    }
    texts = std::move(longer);
    for (const std::string& text : texts) {
      // Once at the start of a block, and once over the border of one.
      for (const std::size_t lead : {0U, 62U}) {
        const std::string whole = std::string(lead, 'x') + text;
        const std::string found = difference(whole);
        if (!found.empty()) FAIL(found);
        ++compared;
      }
    }
  }
  std::cout << "strings of up to " << longest << " of " << representatives.size()
            << " representatives, three patterns, " << engine::machine_levels().size()
            << " levels: " << compared << " compared, 0 differ\n";
  record("exhaustive", "FR-4", "the engine cuts short strings as the reference does", compared);
}

}  // namespace
}  // namespace bpetite::test
