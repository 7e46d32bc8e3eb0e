// Makes a text with a wrong reply smaller, as long as the reply stays wrong (smaller). shrink_texts
// does this for the failures that a report shows, except for long texts, texts with special tokens
// and replies that depend on other texts.
//
//   smaller({"what a long text 1234", want, reply}, program, right, end)     {"1234", ...}
#pragma once

#include <chrono>

#include <bpetite/tokenizer.hpp>

#include "conform/judge/replies.hpp"
#include "conform/judge/texts.hpp"
#include "conform/program/program.hpp"

namespace bpetite::conform::search {

// Removes each block of scalars in turn, sends all these texts at once, and goes on with the
// shortest text whose reply is wrong. They are sent at once because a program that reads lines is
// started again each time. No round begins after `end`.
judge::WrongText smaller(judge::WrongText wrong, const program::Program& program,
                         const judge::RightIds& right, std::chrono::steady_clock::time_point end);

// Fills in the smaller texts of the failures that are shown. Does nothing if the replies are in
// another order or come from another vocabulary. Texts with special tokens stay as they are. `time`
// is for all texts together.
void shrink_texts(judge::VocabularyVerdict& verdict, const Tokenizer& tokenizer,
                  const program::Program& program, std::chrono::milliseconds time);

}  // namespace bpetite::conform::search
