// Checks laws that hold for every tokenizer of this family, with any vocabulary, on random texts
// (LawBook). They test programs that cannot be compared with the reference: those with a built-in
// vocabulary, and those that train but cannot load.
//
//   round-trip      decode(encode(t)) is t (FR-25)
//   determinism     encode(t) gives the same ids later (FR-12)
//   special         encode(a <|endoftext|> b) is encode(a), its id, encode(b) (S10)
//   chunks          encode(t) is the joined ids of its chunks (S4b)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conform/program/driver.hpp"
#include "conform/search/fuzz.hpp"
#include "conform/search/fuzz_texts.hpp"
#include "conform/search/random.hpp"

namespace bpetite::conform::search {

class LawBook {
 public:
  // The vocabulary is the built-in one of this name. A program that cannot load trains a
  // vocabulary.
  LawBook(const suite::Suite& suite, const program::Hello& hello, std::string builtin,
          std::uint64_t seed);

  // True if the program encodes with a vocabulary that the reference does not know.
  bool applies() const { return applies_; }

  // Checks all laws with one text. Returns the first broken law with a small text.
  std::optional<FuzzFinding> try_one(program::Driver& driver, const FuzzOptions& options);

 private:
  const suite::Suite& suite_;
  std::string builtin_;
  Random random_;
  TextMaker texts_;
  bool applies_ = false;
  int prepared_ = 0;  // the number of the start that has the vocabulary
};

}  // namespace bpetite::conform::search
