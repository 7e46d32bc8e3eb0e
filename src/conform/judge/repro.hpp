// One line for the shell that reproduces a failure, and the case that such a line holds.
//
//   printf '%s\n' '{"id":1,"op":"hello",...}' '{"id":2,"op":"pretokenize",...}' | ./harness
//   bpetite conform requests --only ID DIR | ./harness
//   bpetite conform requests --case '{"op":"encode","input":{...},"artifact":{"merges":[[32,97]]}}'
//   "$(mktemp -d)" | ./harness
#pragma once

#include <string>
#include <string_view>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

// Of a vector of the suite: the requests themselves where no file is needed, else its id.
std::string repro_of(const suite::Suite& suite, const suite::Vector& vector,
                     const std::string& command);

// Of a case that is no vector of the suite: where a file is needed, the case itself stands in the
// line. Empty if that would be too long a line.
std::string repro_of_case(const suite::Suite& suite, const suite::Vector& vector,
                          const std::string& command);

// The case of such a text: op, input and artifact, with what the reference expects of it.
// ValueError if it is none.
suite::Vector parse_case(const suite::Suite& suite, std::string_view text);

}  // namespace bpetite::conform::judge
