// Judges a program by its replies to many texts together (S71). Asks the texts (asked), finds the
// shortest one with a wrong reply (shortest_wrong), says whether the replies are in another order
// (order_of, OtherOrder), and asks words to see whether the program has another vocabulary than the
// file (another_vocabulary, AnotherVocabulary).
//
//   texts  a b c     right 64 65 66     replies - 64 65     the replies are shifted by one
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

// The right ids of a text, or nullopt if the text must not be asked.
using RightIds = std::function<std::optional<std::vector<TokenId>>(const std::string& text)>;

// Texts that were asked together, their right ids, and the replies to them.
struct AskedTexts {
  std::vector<std::string> texts;
  std::vector<std::vector<TokenId>> want;
  std::vector<program::IdsReply> replies;
};
AskedTexts asked(std::span<const std::string> texts, const program::Program& program,
                 const RightIds& right);

// The shortest text whose reply is wrong, or nullopt if all are right.
std::optional<WrongText> shortest_wrong(const AskedTexts& asked);

// --- Answers that are those of other texts of the same run. ---
//
//   texts      a   b   c           a   b   c
//   right      64  65  66          64  65  66
//   replies    -   64  65          65  66  64
//              shifted by 1        another order
//
// The cause can be threads that do not keep the order, or one line too many or too few.

// The right reply to a text: its ids, or nullopt if the text must be refused.
using RightReply = std::optional<std::vector<TokenId>>;

struct OtherOrder {
  // 1: each reply is right for the text before its own. -1: for the text after it. 0: for some
  // text.
  std::ptrdiff_t shift = 0;
  std::size_t wrong = 0;  // the number of wrong replies

  std::string name() const;  // "shifted-by-one" or "another-order"
  std::string says() const;  // the same as a sentence
};

// The order of the replies, or nullopt if another order does not explain every wrong reply. Either
// each reply is right for the text one place away, or each is right for some text, and no reply
// comes more often than it should. Places where the program gave no answer do not count.
std::optional<OtherOrder> order_of(std::span<const RightReply> right,
                                   std::span<const program::IdsReply> replies);

// --- A program that has another vocabulary than the file. ---
//
//   words of the file that are one token   "the"     "and"
//   right                                  1820      438
//   replies                                1169      392
//   text of these ids in the file          "dis"     "ill"
//
// Every word is a text of its own. A fault in cutting or merging also gives other ids, but they are
// ids of the same letters. Ids of other letters show that the program numbers its tokens
// differently.

struct AnotherVocabulary {
  std::size_t words = 0;    // words with a reply that are one token of the file
  std::size_t wrong = 0;    // words with other ids
  std::size_t foreign = 0;  // words with ids of other letters
  WrongText example;

  std::string says() const;
};

// Returns nullopt if the vocabulary has fewer than eight such words. Also returns nullopt unless
// nine of ten words are wrong, half of the words or more are foreign, and there are nine distinct
// replies for ten words.
std::optional<AnotherVocabulary> another_vocabulary(const Table& table,
                                                    const program::Program& program,
                                                    const RightIds& right);

}  // namespace bpetite::conform::judge
