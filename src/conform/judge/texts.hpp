// Sends the texts of a vocabulary to a program, and judges its replies (judge_texts, S71). The
// verdict (VocabularyVerdict) has the wrong replies, their cause if one is found, and how the
// program treats special tokens (Specials). Also gives a table the versions of Unicode that the
// program names (with_said_unicode) or was found to have (with_measured_unicode), and chooses the
// failures that a report shows (first_of_each_level).
//
//   const auto verdict = judge_texts(model_vectors("cl100k", tokenizer), tokenizer,
//                                    by_lines("./encode", 5s));
//   verdict.levels[0].failed      texts at L0 with other ids
//   verdict.like                  faults that give all replies to texts without special tokens
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
#include "core/table.hpp"

namespace bpetite::conform::judge {

// How a program treats the literals of special tokens.
enum class Specials : std::uint8_t {
  not_asked,  // no text with special tokens was asked, or all replies to them are wrong
  found,      // they become ids
  text,       // they are ordinary text
  refused,    // the program refuses a text with special tokens
  mixed       // different ways for different texts: a failure
};

// A text with a wrong reply. The wanted ids are `vector.ids`. The status of the reply may be
// state_leak or nondeterministic, also if it has ids.
struct WrongReply {
  ModelVector vector;
  program::IdsReply reply;
  std::optional<WrongText> smaller = {};  // a shorter text whose reply is wrong too
};

// How long the texts of one kind became (lengths.hpp).
struct LengthAsked {
  std::string_view kind;        // "words"
  std::size_t right = 0;        // its ids and those of all shorter texts are right, in bytes
  std::string_view ended = {};  // why no longer text was asked; empty if all were asked
};

struct LevelCount {
  std::size_t passed = 0;
  std::size_t failed = 0;
};

struct VocabularyVerdict {
  std::vector<ModelVector> asked;
  std::array<LevelCount, 2> levels;  // L0 and L1
  LevelCount decoding;               // of the right ids, if the program declares `decode`
  Specials specials = Specials::not_asked;
  std::vector<WrongReply> wrong;       // L0 before L1, then ASCII, then short texts
  std::vector<std::string> undecoded;  // ids of vectors that are decoded wrongly
  std::vector<std::string> like;       // names of faults that explain every reply
  std::optional<OtherOrder> order;     // the replies are those of other texts; then no text is
                                       // made smaller
  std::optional<AnotherVocabulary> another_vocabulary;  // likewise
  std::vector<ModelVector> long_texts;                  // asked after the others (lengths.hpp)
  std::vector<LengthAsked> lengths;                     // empty if long texts were not asked
  int passes = 1;                                       // 2: all texts were sent a second time
  std::size_t hypotheses = 0;                           // the number of faults
  std::vector<std::string> not_shown;                   // names of faults that no text shows

  bool conforms() const {
    return wrong.empty() && undecoded.empty() && specials != Specials::mixed;
  }
};

using SelectsText = std::function<bool(const ModelVector&)>;

// Sends each text, and then all of them again in another order, behind a long text. A wrong reply
// to a text that gets the right one when it is sent alone to a new process has the status
// state_leak. If the program declares `decode`, sends the right ids of each text, too. If `selects`
// selects no text, `asked` is empty. Throws NotDriven if the program answers none of the texts.
VocabularyVerdict judge_texts(
    ModelVectors vectors, const Tokenizer& tokenizer, const program::Program& program,
    const SelectsText& selects = [](const auto&) { return true; });

// The table with the versions of Unicode that the program names in `hello`, for its classes and its
// normal form (S71e, S74a).
Table with_said_unicode(Table table, const program::Hello& hello);

// The table with the versions of Unicode that the program has, if they are all that differs: a
// fault in `like` is another version of the classes or of the normal form, or both together. The
// version is not a mistake, but has to be said (S71e).
std::optional<Table> with_measured_unicode(const Table& table, const VocabularyVerdict& verdict);

// The failures that a text report shows without the option `all`: the first five of each level.
std::vector<std::size_t> first_of_each_level(const VocabularyVerdict& verdict);

}  // namespace bpetite::conform::judge
