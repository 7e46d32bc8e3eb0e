// Looks for texts whose ids are wrong, and makes them small (S72b).
//
//   fuzz_vocabulary(tokenizer, by_lines("./encode", 5s), {.seed = 7})
//
// Texts are made of candidates and of the vocabulary's tokens, at random. They are sent many at a
// time, since a program of lines is started anew for each batch.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/ask/order.hpp"
#include "conform/ask/reply.hpp"
#include "conform/ask/smaller.hpp"

namespace bpetite::conform::ask {

struct VocabularyFuzzOptions {
  std::uint64_t seed = 1;
  std::chrono::milliseconds time{30000};
  std::size_t cases = SIZE_MAX;
  std::size_t findings = 10;
  std::function<bool()> interrupted = [] { return false; };
};

struct VocabularyFuzzReport {
  std::size_t cases = 0;
  std::vector<WrongText> findings;
  std::optional<OtherOrder> order;  // the replies are those of other texts: nothing else is known
};

// Special tokens are not in the texts: programs treat them in several ways, all of them right.
// NotDriven: there is no answer to any of the first texts.
VocabularyFuzzReport fuzz_vocabulary(const Tokenizer& tokenizer, const Program& program,
                                     const VocabularyFuzzOptions& options);

std::string to_text(const VocabularyFuzzReport& report);

}  // namespace bpetite::conform::ask
