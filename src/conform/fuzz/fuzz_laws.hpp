// What holds for any tokenizer of this family, whatever its vocabulary: for programs that nothing
// can be compared with.
//
//   round-trip      decode(encode(t)) is t (FR-25)
//   determinism     encode(t) is the same later (FR-12)
//   special         encode(a <|endoftext|> b) is encode(a), its id, encode(b) (S10)
//   chunks          encode(t) is that of its chunks, one after the other (S4b)
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "conform/drive/driver.hpp"
#include "conform/fuzz/fuzz.hpp"
#include "conform/fuzz/fuzz_texts.hpp"
#include "conform/suite/random.hpp"

namespace bpetite::conform::fuzz {

class LawBook {
 public:
  // The vocabulary is a built-in one, or, for a program that cannot load, one that it trains.
  LawBook(const suite::Suite& suite, const drive::Hello& hello, std::string builtin,
          std::uint64_t seed);

  // The program encodes, and there is a vocabulary that nothing else is known of.
  bool applies() const { return applies_; }

  // Holds the program to all laws with one text; the first that it breaks, with a small text.
  std::optional<FuzzFinding> try_one(drive::Driver& driver, const FuzzOptions& options);

 private:
  const suite::Suite& suite_;
  std::string builtin_;
  suite::Random random_;
  TextMaker texts_;
  bool applies_ = false;
};

}  // namespace bpetite::conform::fuzz
