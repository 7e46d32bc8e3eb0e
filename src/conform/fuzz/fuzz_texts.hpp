// Texts for fuzzing: written by what the pattern, the specials and UTF-8 make of them.
//
//   classes      "é9 \r\n'S  "      one scalar of each kind, in any order
//   words        "The cat's 12 ..."
//   runs         "aaaa…" of 2^k - 1, 2^k or 2^k + 1
//   specials     "<|endoftext|", "a<|endoftext|><|end"
//   pairs        "ababbaab" over few letters, so that merges apply
//   tokens       tokens of the table at hand, one after the other
//   mutated      a text of the vectors with some scalars changed, doubled or gone
#pragma once

#include <string>
#include <vector>

#include "conform/suite/random.hpp"
#include "conform/suite/vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::fuzz {

class TextMaker {
 public:
  // The short texts of the suite are what is mutated.
  explicit TextMaker(const suite::Suite& suite);

  // A well-formed text, seldom of more than a thousand bytes. A table lends its tokens.
  std::string text(suite::Random& random, const Table* table = nullptr) const;
  // One that is ill-formed somewhere, nearly always.
  std::string ill_formed(suite::Random& random) const;
  // A corpus: words that come again, ties, and pairs that occur once.
  std::string corpus(suite::Random& random) const;

 private:
  std::string piece(suite::Random& random, const Table* table) const;
  std::string mutated(suite::Random& random) const;

  std::vector<std::string> seeds_;
};

}  // namespace bpetite::conform::fuzz
