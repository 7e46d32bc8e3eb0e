// Judges recorded answers: those that a program without pipes has left in a file.
//
//   bpetite conform requests DIR >requests.jsonl        drive/requests.hpp
//   ./harness <requests.jsonl >answers.jsonl
//   judge_answers(suite, {}, "{\"id\":1,\"ok\":{...}}\n...", Bundle(DIR))
#pragma once

#include <string_view>

#include "conform/drive/bundle.hpp"
#include "conform/judge/run.hpp"

namespace bpetite::conform::judge {

// Judges the answers to the requests for the selected vectors; what the program saved is in the
// bundle's out/. Each vector was asked once: nothing is said of determinism.
Outcomes judge_answers(const suite::Suite& suite, const RunOptions& options,
                       std::string_view answers, const drive::Bundle& bundle);

}  // namespace bpetite::conform::judge
