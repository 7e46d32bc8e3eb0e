// Makes a text with a wrong reply smaller, as long as the reply stays wrong.
//
//   smaller({"what a long text 1234", want, reply}, program, right)     {"1234", ...}
#pragma once

#include <chrono>

#include <bpetite/tokenizer.hpp>

#include "conform/judge/replies.hpp"
#include "conform/judge/texts.hpp"
#include "conform/program/program.hpp"

namespace bpetite::conform::search {

// Takes out each block of scalars, asks all these texts at once, since a program of lines is
// started anew each time, and goes on with the shortest wrong one. No round begins after `end`.
judge::WrongText smaller(judge::WrongText wrong, const program::Program& program,
                         const judge::RightIds& right, std::chrono::steady_clock::time_point end);

// Fills in the smaller texts of the failures that are shown, if no cause concerns all replies.
// Texts with special tokens stay as they are. `time` is for all of them together.
void shrink_texts(judge::VocabularyVerdict& verdict, const Tokenizer& tokenizer,
                  const program::Program& program, std::chrono::milliseconds time);

}  // namespace bpetite::conform::search
