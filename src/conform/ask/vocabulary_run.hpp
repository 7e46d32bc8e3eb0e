// Sends the vectors of a vocabulary to a program, and judges its replies (S71).
//
//   const VocabularyVerdict verdict = run_vocabulary(tokenizer, by_lines("./encode", 5s));
//   verdict.levels[0].failed      texts at L0 with other ids
//   verdict.like                  hypotheses that give exactly the replies: confirmed causes
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/ask/another_vocabulary.hpp"
#include "conform/ask/order.hpp"
#include "conform/ask/reply.hpp"
#include "conform/ask/session_program.hpp"
#include "conform/ask/smaller.hpp"
#include "conform/plain/model_vectors.hpp"

namespace bpetite::conform::ask {

// How a program treats the literals of special tokens.
enum class Specials : std::uint8_t {
  not_asked,  // no text with special tokens was asked, or each such reply is wrong
  found,      // they become ids
  text,       // they are ordinary text
  refused,    // it refuses a text that has some
  mixed       // one way for one text and another way for another: a failure
};

// A text with a wrong reply. The ids that are wanted are those of the way in which the program
// treats special tokens.
struct WrongReply {
  plain::ModelVector vector;
  Reply reply;
  std::optional<WrongText> smaller = {};  // a shorter text whose reply is wrong too
};

struct LevelCount {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

struct VocabularyVerdict {
  std::vector<plain::ModelVector> asked;
  std::array<LevelCount, 2> levels;  // L0 and L1
  LevelCount decoding;               // of a program that declares it: its texts of the right ids
  Specials specials = Specials::not_asked;
  std::vector<WrongReply> wrong;  // the texts of L0 first, of each level ASCII, then short ones
  std::vector<std::string> undecoded;  // ids of the vectors whose ids are decoded otherwise
  std::vector<std::string> like;       // names of hypotheses that explain every reply
  std::optional<OtherOrder> order;     // the replies are those of other texts; then no text is
                                       // made smaller
  std::optional<AnotherVocabulary> another_vocabulary;  // it has another one; likewise
  std::size_t hypotheses = 0;                           // that there are
  std::vector<std::string> not_shown;                   // names of those that no text tells

  bool conforms() const {
    return wrong.empty() && undecoded.empty() && specials != Specials::mixed;
  }
};

// Decodes lists of ids; empty for a program that cannot.
using Decoding = std::function<std::vector<Decoded>(std::span<const std::vector<TokenId>>)>;

// What a run asks, and how long it looks for smaller texts.
struct VocabularyRunOptions {
  std::function<bool(const plain::ModelVector&)> selects = [](const auto&) { return true; };
  std::chrono::milliseconds time_to_shrink{0};  // for all texts together
};

// Each text is asked once. A verdict on no text has nothing in `asked`. NotDriven: there is no
// answer to any of them.
VocabularyVerdict run_vocabulary(const std::string& name, const Tokenizer& tokenizer,
                                 const Program& program, const Decoding& decoding = {},
                                 const VocabularyRunOptions& options = {});

// The same with vectors of the tokenizer that are made already, which takes most of the time.
VocabularyVerdict run_vectors(plain::ModelVectors vectors, const Tokenizer& tokenizer,
                              const Program& program, const Decoding& decoding = {},
                              const VocabularyRunOptions& options = {});

// The failures that a text shows without `all`: the first five of each level.
std::vector<std::size_t> first_of_each_level(const VocabularyVerdict& verdict);

}  // namespace bpetite::conform::ask
