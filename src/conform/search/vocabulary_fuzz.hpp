// Looks for texts for which a program gives wrong ids, and makes them small (fuzz_vocabulary,
// S72b). Also finds replies in another order, and writes the findings as text
// (VocabularyFuzzReport, to_text).
//
//   fuzz_vocabulary(tokenizer, by_lines("./encode", 5s), {.seed = 7})
//
// Texts are joined at random from texts that may show a known fault, from the basis (texts for
// every program, whatever faults are known), and from the vocabulary's tokens. Some are long, and
// some have special tokens. Many are sent at a time, because a program that reads lines is started
// again for each batch.
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
  std::optional<judge::OtherOrder> order;  // set if the replies are those of other texts
};

// Texts have special tokens only if the program finds them or takes them for text. A finding whose
// text has the right ids alone has the status state_leak. Uses only the seed and the limits of the
// options. Throws NotDriven if the program does not answer the first two texts.
VocabularyFuzzReport fuzz_vocabulary(const Tokenizer& tokenizer, const program::Program& program,
                                     const FuzzOptions& options);

std::string to_text(const VocabularyFuzzReport& report);

}  // namespace bpetite::conform::search
