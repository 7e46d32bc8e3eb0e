// Finds what all texts with wrong ids have in common, for a program that is judged by its own
// vocabulary: a property of the texts (common_to_wrong), and what the texts test (always_wrong).
// Both functions count texts, and do not guess.
//
//   all 24 wrong texts have U+3000; of the right ones none
//   all 12 wrong texts have 4,096 bytes or more; of the right ones 3
//   always wrong: a special token twice; two special tokens
//
// They help where no known fault gives every reply.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/judge/texts.hpp"

namespace bpetite::conform::explain {

// A property that all wrong texts have: a scalar, two neighbours or a category that no more right
// texts have than wrong ones; or special tokens, or a length. The one that fewest right texts have.
// nullopt if there is none. Texts whose replies depend on other texts do not count.
std::optional<std::string> common_to_wrong(const judge::VocabularyVerdict& verdict);

// What is tested by several texts that are all wrong: "a special token twice". What only one text
// tests is left out.
std::vector<std::string> always_wrong(const judge::VocabularyVerdict& verdict);

}  // namespace bpetite::conform::explain
