// Says which combination a program is, by asking it for the ids of at most forty texts (S73).
//
//   std::vector<Combinations> vocabularies;
//   vocabularies.emplace_back(table);
//   const auto questions = questions_about(vocabularies);
//   const Identified found = identify(vocabularies, questions, by_lines("./encode", 5s));
//   found.same           the combinations that give every reply
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "conform/identify/combinations.hpp"
#include "conform/identify/questions.hpp"
#include "conform/program/program.hpp"
#include "core/table.hpp"

namespace bpetite::conform::identify {

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

}  // namespace bpetite::conform::identify
