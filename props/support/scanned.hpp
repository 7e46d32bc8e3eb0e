// The patterns that the engine has a scanner for: chunks and ids beside those of the reference.
//
//   scan_difference("a1  b")      "" if each pattern at each level of the machine cuts alike; else
//                                 "cl100k at level 1: want a|1| | b, got a|1|  |b"
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/machine/level.hpp"
#include "engine/scan/scan.hpp"
#include "profiles/profiles.hpp"
#include "reference/regex.hpp"

namespace bpetite::test {

struct Scanned {
  engine::ScanPattern scan;
  const Profile& profile;
};

inline const std::array all_scanned = {
    Scanned{engine::ScanPattern::gpt2, profiles::gpt2()},
    Scanned{engine::ScanPattern::cl100k, profiles::cl100k()},
    Scanned{engine::ScanPattern::nanochat, profiles::nanochat()}};

// Its regular expression, compiled once.
const reference::Regex& regex_of(const Scanned& scanned);

// How the engine's chunks of well-formed text differ from the reference's; nothing if they do not.
std::string scan_difference(std::string_view text);

// The first of the machine's levels at which the ids of some text are not the reference's, when it
// is new and when it is known; nothing if all agree. The table may have no special tokens.
std::optional<engine::Level> ids_differ_at(const std::vector<std::string>& texts,
                                           const Table& table, const Scanned& scanned,
                                           std::size_t cache_memory);

// One scalar of each kind that any of the patterns tells apart: white space of one, two and three
// bytes, line breaks, letters of one to four bytes, those of contractions, numbers, signs.
inline constexpr std::array<std::string_view, 22> representatives = {
    " ", "\t",     "\n",     "\r",     "\u00a0",     "\u3000", "a",      "s",
    "L", "\u00e9", "\u65e5", "\u017f", "\U00020000", "1",      "\u0663", "\u2167",
    "!", "'",      "\u201c", "\u0301", "\U0001f600", "e"};

}  // namespace bpetite::test
