// Recognises a program that has another vocabulary than the file (S71).
//
//   words of the file that are one token   "the"     "and"
//   right                                  1820      438
//   replies                                1169      392
//   text of these ids in the file          "dis"     "ill"
//
// Every word is asked alone. A fault in cutting or merging gives other ids, too, but these are ids
// of the same letters. Ids of other letters come from another numbering.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "conform/ask/reply.hpp"
#include "conform/ask/smaller.hpp"
#include "core/table.hpp"

namespace bpetite::conform::ask {

struct AnotherVocabulary {
  std::size_t words = 0;    // that are one token of the file, and were asked
  std::size_t wrong = 0;    // other ids came
  std::size_t foreign = 0;  // ids of other letters came
  WrongText example;

  std::string says() const;
};

// Nothing unless nine of ten words are wrong, no two replies are the same in nine of ten cases, and
// half of the words or more are foreign; and for vocabularies with fewer than eight such words.
std::optional<AnotherVocabulary> another_vocabulary(const Table& table, const Program& program,
                                                    const RightIds& right);

}  // namespace bpetite::conform::ask
