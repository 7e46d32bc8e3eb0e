// What a program is sent, without a program: for files of requests, and for a failure's repro line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/drive/bundle.hpp"
#include "conform/judge/run.hpp"

namespace bpetite::conform {

// The lines for these vectors in one process: hello, what each needs, bye. Files that they name are
// put into the bundle.
std::vector<std::string> request_lines(const Suite& suite,
                                       const std::vector<const Vector*>& vectors,
                                       const Bundle& bundle);

// One line for the shell that shows the failure: the requests themselves where no file is needed.
//
//   printf '%s\n' '{"id":1,"op":"hello",...}' '{"id":2,"op":"pretokenize",...}' | ./harness
//   bpetite conform requests --only ID DIR | ./harness
std::string repro_of(const Suite& suite, const Vector& vector, const std::string& command);

// The same for a case that is no vector of the suite: where a file is needed, the case itself
// stands in the line. Empty if that would be too long a line.
//
//   bpetite conform requests --case '{"op":"encode","input":{...},"artifact":{"merges":[[32,97]]}}'
//   "$(mktemp -d)" | ./harness
std::string repro_of_case(const Suite& suite, const Vector& vector, const std::string& command);

// The case of such a text: op, input and artifact, with what the reference expects of it.
// ValueError if it is none.
Vector parse_case(const Suite& suite, std::string_view text);

// Judges the answers to such lines, as a program without pipes has left them in a file; what it
// saved is in the bundle's out/. Each vector was asked once: nothing is said of determinism.
Report judge_answers(const Suite& suite, const RunOptions& options, std::string_view answers,
                     const Bundle& bundle);

}  // namespace bpetite::conform
