// Sends the texts of a vocabulary to a program, and judges its replies (S71).
//
//   const auto verdict = judge_texts(model_vectors("cl100k", tokenizer), tokenizer,
//                                    by_lines("./encode", 5s));
//   verdict.levels[0].failed      texts at L0 with other ids
//   verdict.like                  hypotheses that give exactly the replies: confirmed causes
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/tokenizer.hpp>

#include "conform/judge/model_vectors.hpp"
#include "conform/judge/replies.hpp"
#include "conform/program/program.hpp"

namespace bpetite::conform::judge {

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
  ModelVector vector;
  program::IdsReply reply;
  std::optional<WrongText> smaller = {};  // a shorter text whose reply is wrong too
};

struct LevelCount {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

struct VocabularyVerdict {
  std::vector<ModelVector> asked;
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

using SelectsText = std::function<bool(const ModelVector&)>;

// Each text is asked once, and the right ids of each are decoded, if the program declares that. A
// verdict on no text has nothing in `asked`. NotDriven: there is no answer to any of them.
VocabularyVerdict judge_texts(
    ModelVectors vectors, const Tokenizer& tokenizer, const program::Program& program,
    const SelectsText& selects = [](const auto&) { return true; });

// The failures that a text shows without `all`: the first five of each level.
std::vector<std::size_t> first_of_each_level(const VocabularyVerdict& verdict);

}  // namespace bpetite::conform::judge
