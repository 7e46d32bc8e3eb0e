// Compares the chunks and ids of the engine with those of the reference, for each pattern that the
// engine has a scanner for and at each instruction set level of the machine.
//
//   scan_difference("a1  b")      "" if they agree, else
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
#include "reference/pretokenize.hpp"

namespace bpetite::test {

// A scanner of the engine, and the profile whose pattern it implements.
struct Scanned {
  engine::kernels::ScanPattern scan;
  const Profile& profile;
};

inline const std::array all_scanned = {
    Scanned{engine::kernels::ScanPattern::gpt2, profiles::gpt2()},
    Scanned{engine::kernels::ScanPattern::cl100k, profiles::cl100k()},
    Scanned{engine::kernels::ScanPattern::nanochat, profiles::nanochat()},
    Scanned{engine::kernels::ScanPattern::llama3, profiles::llama3()},
    Scanned{engine::kernels::ScanPattern::qwen2, profiles::qwen2()},
    Scanned{engine::kernels::ScanPattern::o200k, profiles::o200k()}};
static_assert(all_scanned.size() == engine::kernels::scan_patterns);

// The reference for the pattern.
const reference::Pretokenizer& pretokenizer_of(const Scanned& scanned);

// The first difference between the engine's chunks of well-formed text and the reference's. Empty
// if there is none.
std::string scan_difference(std::string_view text);

// The first level at which the engine's ids of some text differ from the reference's. Each text is
// encoded twice, since the second time the cache may have its chunks. Special tokens of the table
// are not looked for.
std::optional<engine::machine::Level> ids_differ_at(const std::vector<std::string>& texts,
                                                    const Table& table, const Scanned& scanned,
                                                    std::size_t cache_memory);

// Scalars for exhaustive checks, at least one of each kind that some pattern distinguishes: white
// space of one, two and three bytes, line breaks, letters of one to four bytes, letters of
// contractions, numbers, signs.
inline constexpr std::array<std::string_view, 24> representatives = {
    " ", "\t",     "\n",     "\r",     "\u00a0",     "\u3000", "a",      "s",
    "L", "\u00e9", "\u65e5", "\u017f", "\U00020000", "1",      "\u0663", "\u2167",
    "!", "'",      "\u201c", "\u0301", "\U0001f600", "e",      "/",      "S"};

}  // namespace bpetite::test
