// Judges one vector (a test case): compares its expectation with the observed result, and gives the
// status with short forms of both (judge, Judgement; conformance/INTERPRETING.md). compare does
// this for one expectation alone. Also finds the version of Unicode that the program names
// (named_version), says which members of an expectation are compared (tells_result), and writes
// results as short text for people (shown).
//
//   expect    {"result":"valid","ids":[32,257]}
//   observed  {"result":"valid","ids":[256,97]}       FAIL, want "32 257", got "256 97"
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/program/exchange.hpp"
#include "conform/suite/vectors.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::conform::judge {

struct Judgement {
  program::Status status = program::Status::pass;
  std::string want;  // short forms for people; empty for PASS
  std::string got;
  std::string detail;                      // the message of an error, or how it crashed
  std::vector<unicode::Version> versions;  // UNICODE_DELTA: the versions that explain the result
};

// Judges by the version of Unicode that hello names, or by the pinned one if hello does not name a
// supported version.
Judgement judge(const suite::Vector& vector, const program::Observation& observation,
                const program::Hello& hello);

// The version of Unicode that hello names, or nullopt if it is not supported.
std::optional<unicode::Version> named_version(const program::Hello& hello);

// Compares a result with a "valid" or "invalid" expectation, and returns PASS, FAIL or WRONG_ERROR.
// Does not compare the loading step, nor a probe that the result lacks.
program::Status compare(const json::Object& expect, const json::Object& result);

// --- Results as short text, for people. ---
//
//   {"result":"valid","ids":[32,257]}                 "32 257"
//   {"result":"invalid","error":"KeyError"}           "KeyError"
//   {"result":"valid","chunks_hex":["20","2061"]}     "[20][2061]"

// Whether a member of an expectation is compared with the result: "ids" is, "step" is not.
bool tells_result(std::string_view key);

// The result in one line: "32 257", "[20][2061]", "KeyError". Of a digest it has 16 digits.
std::string shown(const json::Object& result);

using bpetite::shortened;

}  // namespace bpetite::conform::judge
