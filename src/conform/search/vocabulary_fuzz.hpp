// Looks for texts whose ids are wrong, and makes them small (S72b).
//
//   fuzz_vocabulary(tokenizer, by_lines("./encode", 5s), {.seed = 7})
//
// Texts are made of candidates and of the vocabulary's tokens, at random. They are sent many at a
// time, since a program of lines is started anew for each batch.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/judge/replies.hpp"
#include "conform/program/program.hpp"
#include "conform/search/fuzz.hpp"

namespace bpetite::conform::search {

struct VocabularyFuzzReport {
  std::size_t cases = 0;
  std::vector<judge::WrongText> findings;
  std::optional<judge::OtherOrder>
      order;  // the replies are those of other texts: nothing else is known
};

// Special tokens are not in the texts: programs treat them in several ways, all of them right.
// Of the options, only the seed and the limits matter. NotDriven: there is no answer to any of the
// first texts.
VocabularyFuzzReport fuzz_vocabulary(const Tokenizer& tokenizer, const program::Program& program,
                                     const FuzzOptions& options);

std::string to_text(const VocabularyFuzzReport& report);

}  // namespace bpetite::conform::search
