// Builds request lines without a program: for files of requests, and for lines that reproduce a
// failure.
//
//   {"id":1,"op":"hello",...}  {"id":2,"op":"pretokenize","text_hex":"2020"}  {"id":3,"op":"bye"}
#pragma once

#include <string>
#include <vector>

#include "conform/drive/bundle.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::drive {

// The request lines for these vectors in one process: hello, the requests of each vector, bye. It
// writes the files that they name to the bundle.
std::vector<std::string> request_lines(const suite::Suite& suite,
                                       const std::vector<const suite::Vector*>& vectors,
                                       const Bundle& bundle);

}  // namespace bpetite::conform::drive
