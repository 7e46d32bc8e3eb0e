// Asks a program for longer and longer texts of each kind, up to 1 MB (ask_lengths), and adds to
// its verdict the wrong replies and the length up to which each kind was right (S71d). LengthLimits
// has the greatest length, and the average time for a text after which a kind counts as slow.
//
//   prose    8,191  8,192  8,193  9,999  ...  1,048,576     each is right
//   words    8,191  8,192  8,193  ...  16,385               16,385 took more than a second
//   blanks   8,191  ...  65,536                             the program ended at 65,536: CRASH
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include <bpetite/tokenizer.hpp>

#include "conform/judge/texts.hpp"
#include "conform/program/program.hpp"

namespace bpetite::conform::judge {

struct LengthLimits {
  std::size_t longest = std::size_t{1} << 20;  // no text has more bytes
  std::chrono::milliseconds slow{1000};        // for each text of a doubling, on the average
};

// Each kind grows as long as its last texts were not slow and got the right ids.
// Adds the texts to `verdict.long_texts`, wrong replies to `verdict.wrong`, and the lengths to
// `verdict.lengths`. A text without an answer in time is not a failure. Asks nothing if another
// order, another vocabulary or eight texts without an answer were found before. `name` is the first
// word of the ids.
void ask_lengths(VocabularyVerdict& verdict, const std::string& name, const Tokenizer& tokenizer,
                 const program::Program& program, LengthLimits limits = {});

}  // namespace bpetite::conform::judge
