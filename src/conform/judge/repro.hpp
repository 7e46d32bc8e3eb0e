// Makes a shell line that reproduces a failure, for a vector of the suite (repro_of) or for a case
// that is not in it (repro_of_case), and parses the case in such a line (parse_case). The line has
// one of three forms: the requests themselves if they fit, else the id of the vector, or the case.
//
//   printf '%s\n' '{"id":1,"op":"hello",...}' '{"id":2,"op":"pretokenize",...}' | ./harness
//   bpetite conform requests --only ID DIR | ./harness
//   bpetite conform requests --case '{"op":"encode",...}' "$(mktemp -d)" | ./harness
#pragma once

#include <string>
#include <string_view>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

// For a vector of the suite. The line contains the requests if they need no file and are short
// enough, else the id.
std::string repro_of(const suite::Suite& suite, const suite::Vector& vector,
                     const std::string& command);

// For a case that is not in the suite. If the requests do not fit, the line contains the case
// itself. Empty if the line is too long.
std::string repro_of_case(const suite::Suite& suite, const suite::Vector& vector,
                          const std::string& command);

// Parses the text of a case: op, input and artifact. The reference adds the expectation. Throws
// SuiteError if the text is not a case.
suite::Vector parse_case(const suite::Suite& suite, std::string_view text);

}  // namespace bpetite::conform::judge
