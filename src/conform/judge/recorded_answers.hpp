// Judges recorded answers, which a program without pipes has written to a file.
//
//   bpetite conform requests DIR >requests.jsonl        drive/requests.hpp
//   ./harness <requests.jsonl >answers.jsonl
//   judge_answers(suite, {}, "{\"id\":1,\"ok\":{...}}\n...", Bundle(DIR))
#pragma once

#include <string_view>

#include "conform/drive/bundle.hpp"
#include "conform/judge/run.hpp"

namespace bpetite::conform::judge {

// Judges the answers to the requests for the selected vectors. Saved files are in the bundle's
// out/. Each vector was sent once, so nondeterminism is not tested.
Outcomes judge_answers(const suite::Suite& suite, const RunOptions& options,
                       std::string_view answers, const drive::Bundle& bundle);

}  // namespace bpetite::conform::judge
