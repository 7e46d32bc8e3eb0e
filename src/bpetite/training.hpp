// Trains on several texts, under any profile and on several threads, and calls a function after
// each merge (S20, S59). A TrainingProfile names the profile, or gives patterns. It may also
// replace the normalizer, and add special tokens.
//
//   const std::vector<std::string_view> texts = {first_file, second_file};
//   const auto tokenizer = bpetite::train_texts(texts, 32000, [](std::size_t merges) {
//     std::cerr << merges << " merges\n";
//   });
//   const auto chat = bpetite::train_texts(texts, 65527, {}, 8, {.profile = "nanochat"});
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/dialect.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// Called after each merge with the number of merges so far. If it throws, training ends.
using TrainProgress = std::function<void(std::size_t merges)>;

// Everything of the new tokenizer except its merges. By default it is the profile v1.
struct TrainingProfile {
  // The name of a profile (S26b), whose patterns, normalizer and special tokens it has (S59a).
  std::string profile = {};

  // In place of a profile: its pattern in the language of chapter 14. Several cut one after the
  // other (S25j). Then it has only the special tokens below.
  std::vector<std::string> patterns = {};
  Dialect dialect = Dialect::tiktoken;         // of the patterns
  unicode::Version version = unicode::pinned;  // of the patterns

  // A normalizer in place of the profile's: none, nfc (of Unicode 16.0), or nfc-9.0, that of
  // Hugging Face's library (S59a).
  std::string normalizer = {};

  // Literals of special tokens beside those of the profile. All get the next free ids (S59b).
  std::vector<std::string> special_tokens = {};
};

// Trains on texts that are not joined: the end of each is an end of text, and their order does not
// matter (S20). At most `threads` threads count chunks, including the calling thread. The merges do
// not depend on their number.
// ValueError: vocab_size is below 256, or above 2^24 together with the special tokens (S16); a
// pattern is outside the language or does not cover every text (S26e); a profile and patterns are
// both given; there is no such normalizer; a literal is empty, is not UTF-8, or is a token already.
// KeyError: there is no profile of that name. UnicodeDecodeError: a text is not UTF-8.
Tokenizer train_texts(std::span<const std::string_view> texts, std::uint32_t vocab_size,
                      const TrainProgress& progress = {}, unsigned threads = 1,
                      const TrainingProfile& profile = {});

}  // namespace bpetite
