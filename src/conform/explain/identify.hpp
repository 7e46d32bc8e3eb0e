// The texts that are asked, and what every combination replies to them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/explain/combinations.hpp"
#include "conform/program/program.hpp"
#include "core/table.hpp"

namespace bpetite::conform::explain {

struct Question {
  std::string text;
  Replies replies;  // of the combinations of all vocabularies, one list after the other
};

// The shortest texts that tell everything that some candidate tells: two combinations of one
// vocabulary have the same replies to all of them only if they have the same replies to every
// candidate, or, if their pattern is changed, to every candidate of at most three scalars. With
// ordinary texts, which tell vocabularies from each other, and long chunks, which no combination
// cuts.
std::vector<Question> questions_about(std::vector<Combinations>& vocabularies);

// What the combinations of all vocabularies reply to a text.
Question question_of(std::vector<Combinations>& vocabularies, const std::string& text);

// Says which combination a program is, by asking it for the ids of at most forty texts (S73).
//
//   std::vector<Combinations> vocabularies;
//   vocabularies.emplace_back(table);
//   const auto questions = questions_about(vocabularies);
//   const Identified found = identify(vocabularies, questions, by_lines("./encode", 5s));
//   found.same           the combinations that give every reply

inline constexpr std::size_t most_questions = 40;

// A combination of one of the vocabularies.
struct Candidate {
  std::size_t vocabulary = 0;
  Combination combination;

  bool operator==(const Candidate&) const = default;
};

struct AskedText {
  std::string text;
  program::IdsReply reply;
};

struct Identified {
  // Those that give every reply, the plainest first. No candidate text tells them apart. Empty: it
  // is none of them.
  std::vector<Candidate> same;

  // If it is none: the one that gives most replies, and the shortest text asked that it does not.
  std::optional<Candidate> nearest;
  AskedText shows;
  Ids nearest_ids;  // its ids of this text

  std::size_t given = 0;  // replies that `same` or `nearest` gives, of those that were asked
  std::vector<AskedText> asked;
};

// The vocabularies are asked about together, by questions_about them.
Identified identify(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
                    const program::Program& program);

// Says what a program was identified as, for people. The first line is the name of the profile.
//
//   cl100k
//   vocabulary  cl100k_base.tiktoken
//   pattern     cl100k (the same here: llama3)
//   unicode     16.0.0
//   normalizer  none
//   merging     by bytes (the same here: by pairs)
//   specials    found
//   asked       19 texts

// `names` are those of the vocabularies, in their order.
std::string to_text(const Identified& found, const std::vector<Combinations>& vocabularies,
                    const std::vector<std::string>& names);

}  // namespace bpetite::conform::explain
