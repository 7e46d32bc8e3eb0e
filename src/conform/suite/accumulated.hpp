// Accumulated sets: thousands of test cases that are computed from a seed. A digest of the first 1,
// 2, 4, 8, ... answers judges them (conformance/accumulated/README.md).
//
//   const AccumulatedSet set = accumulated_sets().front();    "accumulated-pretokenize"
//   const Vector vector = case_of(set, suite, 17);            a vector without an expectation
//   answer_line({"result":"valid","ids":[32,257]})            "32 257", a line for the digest
//   checkpoints_of(lines)                                     the digests of 1, 2, 4, ... lines
//
// parse_accumulated reads the file of a set, and accumulated_file writes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::suite {

// A text consists of `least` to `most` parts.
struct AccumulatedSet {
  std::string name;  // "accumulated-encode"
  Level level = Level::L0;
  std::string op;
  std::vector<std::string> clauses;
  std::vector<std::string> flags;
  std::string comment;
  std::uint64_t seed = 0;
  std::uint64_t least = 0;
  std::uint64_t most = 0;
  std::vector<std::string> parts;
  std::vector<std::string> artifacts;    // encode, decode: one is drawn for each case
  std::vector<std::string> checkpoints;  // the digest of the answers to the first 2^k cases
};

// The sets of conformance/accumulated, in the order of their levels.
std::vector<AccumulatedSet> accumulated_sets();

AccumulatedSet parse_accumulated(std::string_view text);
std::string accumulated_file(const AccumulatedSet& set);

// The case with this number; the first is 0. Its id is the name of the set. `expect` is empty.
Vector case_of(const AccumulatedSet& set, const Suite& suite, std::uint64_t number);

// The text of an answer that goes into the digest: "32 257" for ids, "20 2061" for chunks,
// "97 98,256 99" for merges, "! KeyError" for an error.
std::string answer_line(const json::Object& result);

// The digests at 1, 2, 4, ... lines, each ended by a newline.
std::vector<std::string> checkpoints_of(const std::vector<std::string>& lines);

}  // namespace bpetite::conform::suite
