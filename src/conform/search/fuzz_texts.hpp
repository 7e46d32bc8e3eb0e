// Makes random texts that exercise the pattern, the special tokens and UTF-8 (TextMaker):
// well-formed texts, long chunks, ill-formed texts, and corpora for training. The first eight lines
// are the kinds of pieces of a well-formed text:
//
//   classes      "é9 \r\n'S  "      one scalar of each kind, in any order
//   words        "The cat's 12 ...", or many different words of one to three letters
//   runs         "aaaa…" of 2^k - 1, 2^k or 2^k + 1
//   specials     "<|endoftext|", "a<|endoftext|><|end"
//   pairs        "ababbaab" over few letters, so that merges apply
//   tokens       tokens of the current table, one after the other
//   mutated      a text of the vectors with some scalars changed, doubled or removed
//   any scalars  scalars of one to four bytes, without surrogates
//   long_chunk   one chunk of 250 to 70,000 bytes, with wide scalars across 256, 512, ... 65,536
#pragma once

#include <string>
#include <vector>

#include "conform/search/random.hpp"
#include "conform/suite/vectors.hpp"
#include "core/table.hpp"

namespace bpetite::conform::search {

class TextMaker {
 public:
  // The texts that are mutated are the short texts of the suite.
  explicit TextMaker(const suite::Suite& suite);

  // A well-formed text, seldom longer than a thousand bytes. It may contain tokens of the table.
  std::string text(Random& random, const Table* table = nullptr) const;
  // A chunk whose length is near a power of two. Often a scalar of two to four bytes lies across a
  // power of two, and sometimes words stand around the chunk. Buffers, caches and second algorithms
  // end at these places. The chunk mostly repeats a token of the table, so that a boundary in a
  // wrong place changes ids.
  std::string long_chunk(Random& random, const Table* table = nullptr) const;
  // A text that is nearly always ill-formed somewhere.
  std::string ill_formed(Random& random) const;
  // A corpus with repeated words, ties, and pairs that occur once.
  std::string corpus(Random& random) const;

 private:
  std::string piece(Random& random, const Table* table) const;
  std::string mutated(Random& random) const;

  std::vector<std::string> seeds_;
};

}  // namespace bpetite::conform::search
