// The texts that are asked, and what every combination replies to them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "conform/identify/combinations.hpp"

namespace bpetite::conform::identify {

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

}  // namespace bpetite::conform::identify
