// Says which tokenizer a program is. The candidates are made of the caller's vocabularies: each is
// a combination of vocabulary, pattern, version of Unicode, normalizer, merging and special tokens.
// The program is asked for the ids of at most forty texts, which distinguish the candidates or
// confirm the answer. The answer (Identified) is the candidates that give all of the program's
// replies, or else the nearest candidate with a text that shows the difference.
//
//   questions_about(vocabularies)                 chooses the texts
//   question_of(vocabularies, text)               one text with the replies of all candidates
//   identify(vocabularies, questions, program)    asks the program
//   to_text(found, vocabularies, names)           "cl100k" and one line for each decision
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

// Chooses the shortest candidate texts that distinguish as much as all candidate texts together. So
// two combinations of one vocabulary that give the same replies to the questions give the same
// replies to every candidate text. If the pattern of one is changed, this holds for candidate texts
// of at most three scalars. Ordinary texts, which distinguish vocabularies, and long chunks, which
// no combination cuts, are added.
std::vector<Question> questions_about(std::vector<Combinations>& vocabularies);

// The question for one text: the text and the replies of all combinations of all vocabularies.
Question question_of(std::vector<Combinations>& vocabularies, const std::string& text);

// Says which combination a program is. Asks it for the ids of at most forty texts (S73).
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
  // The combinations that give every reply, the plainest first. No question distinguishes them.
  // Empty if no combination gives every reply.
  std::vector<Candidate> same;

  // If `same` is empty: the combination that gives the most replies, and the shortest text that was
  // asked and to which it does not give the program's reply.
  std::optional<Candidate> nearest;
  AskedText shows;
  Ids nearest_ids;  // the ids that `nearest` gives for this text

  std::size_t given = 0;  // the number of replies that `same` or `nearest` gives
  std::vector<AskedText> asked;
};

// `questions` must come from questions_about(vocabularies).
Identified identify(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
                    const program::Program& program);

// Describes for people what a program was identified as. The first line is the name of the profile.
//
//   cl100k
//   vocabulary  cl100k_base.tiktoken
//   pattern     cl100k (the same here: llama3)
//   unicode     16.0.0
//   normalizer  none
//   merging     by bytes (the same here: by pairs)
//   specials    found
//   asked       19 texts
//
// `names` are the names of the vocabularies, in the same order.
std::string to_text(const Identified& found, const std::vector<Combinations>& vocabularies,
                    const std::vector<std::string>& names);

}  // namespace bpetite::conform::explain
