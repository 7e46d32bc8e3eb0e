// The law of special tokens, judged without the reference and the engine (TOK-OBL-5b,
// FALSIFY-TOK-004b): a scan of the text says which literals it yields, and the ids must be theirs,
// with the text between them as tokens that are not special.
//
//   fim, matched          "a<fim_prefix>b"    a | <fim_prefix> | b      ids of a, 356, ids of b
//   fim, as ordinary      "a<fim_prefix>b"    a<fim_prefix>b            no id above 355
//   fim, refused          "a<fim_prefix>b"    error: byte 1, "<fim_prefix>"
//
// SpecialTexts makes texts in which literals stand side by side, one within another, cut short, at
// both ends, in white space, and beside marks that normalization joins to them.
#pragma once

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>

#include "core/table.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"

namespace bpetite::test {

// A table with the engine for it.
class SpecialLaw {
 public:
  explicit SpecialLaw(Table table);

  const Table& table() const { return table_; }
  std::string name() const;  // "fim, matched"

  // What is wrong with the ids or the error of the engine for this text, or how the reference
  // differs from it. Empty if nothing is.
  std::string fault(std::string_view text, const SpecialChoice& choice) const;

 private:
  Table table_;
  engine::Encoder encoder_;
  engine::Decoder decoder_;
};

// The text with each literal of the list `others` and this one in each of the positions that the
// clause names.
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
