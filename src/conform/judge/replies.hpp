// What the replies to many texts together say of a program that is asked for ids (S71).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/program/program.hpp"
#include "core/table.hpp"

namespace bpetite::conform::judge {

struct WrongText {
  std::string text;
  std::vector<TokenId> want;
  program::IdsReply reply;
};

// The right ids of a text. None: it is not to be asked.
using RightIds = std::function<std::optional<std::vector<TokenId>>(const std::string& text)>;

// Texts that have right ids, and the replies to them, which were asked at once.
struct AskedTexts {
  std::vector<std::string> texts;
  std::vector<std::vector<TokenId>> want;
  std::vector<program::IdsReply> replies;
};
AskedTexts asked(std::span<const std::string> texts, const program::Program& program,
                 const RightIds& right);

// The shortest text whose reply is wrong, or none.
std::optional<WrongText> shortest_wrong(const AskedTexts& asked);

// --- Answers that are those of other texts of the same run. ---
//
//   texts      a   b   c           a   b   c
//   right      64  65  66          64  65  66
//   replies    -   64  65          65  66  64
//              shifted by 1        another order
//
// A pool of threads that does not wait for its turn does this, and a line too many or too few.

// What a text is to be answered with: its ids, or nothing for a refusal.
using RightReply = std::optional<std::vector<TokenId>>;

struct OtherOrder {
  // 1: each reply is that of the text before its own. -1: of the text after it. 0: of some text.
  std::ptrdiff_t shift = 0;
  std::size_t wrong = 0;  // the replies that are wrong where they stand

  std::string name() const;  // "shifted-by-one" or "another-order"
  std::string says() const;  // the same as a sentence
};

// The order, if it explains every wrong reply: each is right one place further, or each is right
// for another text, and none is so twice. Replies with a fault do not count.
std::optional<OtherOrder> order_of(std::span<const RightReply> right,
                                   std::span<const program::IdsReply> replies);

// --- A program that has another vocabulary than the file. ---
//
//   words of the file that are one token   "the"     "and"
//   right                                  1820      438
//   replies                                1169      392
//   text of these ids in the file          "dis"     "ill"
//
// Every word is asked alone. A fault in cutting or merging gives other ids, too, but these are ids
// of the same letters. Ids of other letters come from another numbering.

struct AnotherVocabulary {
  std::size_t words = 0;    // that are one token of the file, and were asked
  std::size_t wrong = 0;    // other ids came
  std::size_t foreign = 0;  // ids of other letters came
  WrongText example;

  std::string says() const;
};

// Nothing unless nine of ten words are wrong, no two replies are the same in nine of ten cases, and
// half of the words or more are foreign; and for vocabularies with fewer than eight such words.
std::optional<AnotherVocabulary> another_vocabulary(const Table& table,
                                                    const program::Program& program,
                                                    const RightIds& right);

}  // namespace bpetite::conform::judge
