// Tests special tokens in the reference (spec/05-special.md).
#include "reference/special.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "reference/encode.hpp"
#include "reference/train.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;
using reference::Segment;

const std::string literal(end_of_text);

std::size_t occurrences(std::string_view text) {
  std::size_t found = 0;
  for (std::size_t at = text.find(literal); at != std::string_view::npos;
       at = text.find(literal, at + literal.size())) {
    ++found;
  }
  return found;
}

// A table learned from a text with many special tokens and pieces of them.
Table table_of_pieces() {
  const std::string text = *special_text();
  const std::string_view corpus = text;
  return v1_train({&corpus, 1}, *number_between<TokenId>(256, 300));
}

// Special tokens whose literals begin with, contain and overlap each other.
std::vector<SpecialToken> overlapping_specials() {
  static const std::vector<std::string> list = {"<a>", "<a><b>", "<b>", "a",
                                                "aa",  "ab",     "b<",  "><"};
  const auto chosen =
      *rc::gen::container<std::vector<bool>>(list.size(), rc::gen::arbitrary<bool>());
  std::vector<SpecialToken> specials;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (chosen[i]) {
      specials.push_back({list[i], static_cast<TokenId>(1000 + i)});
    }
  }
  return specials;
}

PROPERTY("FR-13 S22b", "the special token has the first id after the merges") {
  const TrainCase given = *train_case();
  const Table table = v1_train(views(given.texts), given.vocab_size);
  RC_ASSERT(table.specials.size() == 1U);
  RC_ASSERT(table.specials[0].id == 256 + table.merges.size());
  RC_ASSERT(table.specials[0].id == table.tokens.size());
  RC_CLASSIFY(table.tokens.size() < given.vocab_size, "stopped early");
}

PROPERTY("FR-14", "<|endoftext|> is the only special token, and nothing like it is one") {
  const Table table = v1_table(*merge_list());
  RC_ASSERT(table.specials == (std::vector<SpecialToken>{
                                  {literal, static_cast<TokenId>(256 + table.merges.size())}}));
  const std::string other =
      *rc::gen::element<std::string>("<|bos|>", "<|ENDOFTEXT|>", "<|endoftext |>", "<s>", "</s>",
                                     "<|fim_prefix|>", "<|endofprompt|>");
  for (const TokenId id : reference::encode(other, table)) {
    RC_ASSERT(id < table.tokens.size());
  }
}

PROPERTY("FR-15a", "encoding never splits the special token, nor merges into it") {
  const Table table = table_of_pieces();
  const std::string text = *special_text();
  const Ids ids = reference::encode(text, table);
  const auto specials = std::count(ids.begin(), ids.end(), table.specials[0].id);
  RC_ASSERT(static_cast<std::size_t>(specials) == occurrences(text));
  RC_ASSERT(ids == oracle::encode(text, table));
  RC_CLASSIFY(specials > 0, "with the special token");
  RC_CLASSIFY(!table.merges.empty(), "with merges of its letters");
}

PROPERTY("FR-15b", "in training it is ordinary text: its letters are counted and merged") {
  const std::string text = *special_text();
  const std::string_view corpus = text;
  const auto merges = v1_train({&corpus, 1}, 280).merges;
  RC_ASSERT(merges == oracle::train({&corpus, 1}, 280));
  const bool present = occurrences(text) > 0;
  if (present) {
    // "endoftext" is one chunk, so it becomes a token if enough merges are learned.
    const std::string copies = literal + literal + literal;
    const std::string_view alone = copies;
    const auto tokens = v1_train({&alone, 1}, 300).tokens;
    RC_ASSERT(std::find(tokens.begin(), tokens.end(), "endoftext") != tokens.end());
  }
  RC_CLASSIFY(present, "with the special token");
}

PROPERTY("FR-18", "a part of the literal is ordinary text") {
  const Table table = table_of_pieces();
  const auto from = *number_between<std::size_t>(0, literal.size() - 1);
  const auto length = *number_between<std::size_t>(1, literal.size() - 1);
  const std::string part = literal.substr(from, length);
  const Ids ids = reference::encode(part, table);
  Table ordinary = table;
  ordinary.specials.clear();
  RC_ASSERT(ids == reference::encode(part, ordinary));
  RC_ASSERT(std::count(ids.begin(), ids.end(), table.specials[0].id) == 0);
}

PROPERTY("FR-19", "consecutive special tokens are as many ids, in order") {
  const Table table = table_of_pieces();
  const auto copies = *number_between<std::size_t>(0, 20);
  std::string text;
  for (std::size_t i = 0; i < copies; ++i) {
    text += literal;
  }
  RC_ASSERT(reference::encode(text, table) == Ids(copies, table.specials[0].id));
  RC_CLASSIFY(copies > 1, "several");
}

PROPERTY("S10", "segments: leftmost first, the longest of several, joined they are the text") {
  const auto specials = overlapping_specials();
  const std::string text = *rc::gen::container<std::string>(rc::gen::element('<', 'a', 'b', '>'));
  const auto segments = reference::split_specials(text, specials);

  // At each place of the text, either a special token begins or ordinary text continues.
  std::size_t at = 0;
  bool previous_was_text = false;
  const auto longest_at = [&](std::size_t place) {
    const SpecialToken* longest = nullptr;
    for (const SpecialToken& special : specials) {
      const bool begins = text.compare(place, special.literal.size(), special.literal) == 0;
      if (begins && (longest == nullptr || longest->literal.size() < special.literal.size())) {
        longest = &special;
      }
    }
    return longest;
  };
  for (const Segment& segment : segments) {
    if (const auto* id = std::get_if<TokenId>(&segment)) {
      const SpecialToken* longest = longest_at(at);
      RC_ASSERT(longest != nullptr);
      RC_ASSERT(longest->id == *id);
      at += longest->literal.size();
      previous_was_text = false;
      continue;
    }
    const auto part = std::get<std::string_view>(segment);
    RC_ASSERT(!part.empty());
    RC_ASSERT(!previous_was_text);
    for (const char c : part) {
      RC_ASSERT(longest_at(at) == nullptr);
      RC_ASSERT(text[at] == c);
      ++at;
    }
    previous_was_text = true;
  }
  RC_ASSERT(at == text.size());
  RC_CLASSIFY(segments.size() > 2, "more than two segments");
}

PROPERTY("S10", "the end of a segment is an end of text for the look-ahead") {
  const Table table = v1_table({{' ', ' '}});
  const auto spaces = *number_between<std::size_t>(1, 9);
  const std::string blank(spaces, ' ');
  const std::string before = *rc::gen::element<std::string>("", "a", "1");

  // Before the special token the spaces are one chunk. Before a letter the last space belongs to
  // the next chunk.
  Ids expected = reference::encode(before + blank, table);
  expected.push_back(table.specials[0].id);
  RC_ASSERT(reference::encode(before + blank + literal, table) == expected);
  RC_ASSERT(reference::encode(blank + "x", table).size() ==
            (spaces - 1) / 2 + (spaces - 1) % 2 + 2);
}

PROPERTY("S10", "encode with any specials agrees with the oracle") {
  Table table = v1_table({{'a', 'b'}, {'<', 'a'}, {257, '>'}});
  table.specials = overlapping_specials();
  const std::string text =
      *rc::gen::container<std::string>(rc::gen::element('<', 'a', 'b', '>', ' '));
  const Ids ids = reference::encode(text, table);
  RC_ASSERT(ids == oracle::encode(text, table));
  RC_CLASSIFY(std::any_of(ids.begin(), ids.end(), [](TokenId id) { return id >= 1000; }),
              "special");
}

PROPERTY("S17a", "under v1, encode recognises the special token wherever a text holds it") {
  const Table table = v1_table({});
  const std::string before = *any_text();
  const std::string after = *any_text();
  const std::string text = before + literal + after;
  const Ids ids = reference::encode(text, table);
  RC_ASSERT(static_cast<std::size_t>(std::count(ids.begin(), ids.end(), TokenId{256})) ==
            occurrences(text));
}

}  // namespace
}  // namespace bpetite::test
