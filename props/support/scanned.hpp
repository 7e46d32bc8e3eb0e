// Compares the chunks and ids of the engine with those of the reference (`pretokenizer_of`): for
// each way to encode (`ids_difference`), for each pattern that the engine has a scanner for
// (`all_scanned`), and at each instruction set level of the machine (`scan_difference`,
// `ids_differ_at`). `SpecialLaw` checks which special tokens a text yields by a scan of its own;
// `SpecialTexts` and `special_positions` make texts for it. `representatives` lists scalars for
// exhaustive checks.
//
//   scan_difference("a1  b")      "" if they agree, else
//                                 "cl100k at level 1: want a|1| | b, got a|1|  |b"
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>

#include "core/table.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/machine/level.hpp"
#include "engine/scan/scan.hpp"
#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::test {

// Encodes a text by the reference and, once for each number of threads, by one encoder of the
// engine. From the second time on, the encoder has the chunks in its cache. Returns the first
// difference; empty if there is none.
std::string ids_difference(std::string_view text, const Table& table,
                           const engine::EncodeOptions& options = {},
                           std::initializer_list<unsigned> threads = {1, 1});

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

// The reference's pre-tokenizer for the pattern.
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

// Checks the law of special tokens without trusting the reference or the engine (TOK-OBL-5b,
// FALSIFY-TOK-004b). A scan of the text finds the literals. The ids must be those of the literals,
// and the text between them must have tokens that are not special.
//
//   fim, matched          "a<fim_prefix>b"    a | <fim_prefix> | b      ids of a, 356, ids of b
//   fim, as ordinary      "a<fim_prefix>b"    a<fim_prefix>b            no id above 355
//   fim, refused          "a<fim_prefix>b"    error: byte 1, "<fim_prefix>"
//
// SpecialTexts makes texts in which literals stand side by side, one within another, cut short, at
// both ends, in white space, and beside marks that normalization joins to them.
//
// SpecialLaw has a table and the engine for it.
class SpecialLaw {
 public:
  explicit SpecialLaw(Table table);

  const Table& table() const { return table_; }
  std::string name() const;  // "fim, matched"

  // What is wrong with the ids or the error of the engine for this text, or how the reference
  // differs from it. Empty if nothing is wrong.
  std::string fault(std::string_view text, const SpecialChoice& choice) const;

 private:
  Table table_;
  engine::Encoder encoder_;
  engine::Decoder decoder_;
};

// Texts with the literal in each of the positions that the clause names. In some of them `other` is
// beside it.
std::vector<std::string> special_positions(std::string_view literal, std::string_view other);

// Random texts for a table, and choices for them.
class SpecialTexts {
 public:
  SpecialTexts(const Table& table, std::uint64_t seed) : table_(table), random_(seed) {}

  std::string text();
  SpecialChoice choice();

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }
  const std::string& literal();
  std::string piece();

  const Table& table_;
  std::mt19937_64 random_;
  std::vector<std::string> used_;  // literals of the last text
};

}  // namespace bpetite::test
