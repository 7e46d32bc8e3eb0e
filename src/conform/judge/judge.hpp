// Judges one vector: compares the expectation with the observation (conformance/INTERPRETING.md).
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
  std::string detail;                      // more to say: the message of an error, how it crashed
  std::vector<unicode::Version> versions;  // UNICODE_DELTA: the versions that explain the result
};

// Judges for the version that hello names. If hello names no supported version, for the pinned
// one.
Judgement judge(const suite::Vector& vector, const program::Observation& observation,
                const program::Hello& hello);

// The version that hello names, if it is supported.
std::optional<unicode::Version> named_version(const program::Hello& hello);

// PASS, FAIL or WRONG_ERROR for a result and a "valid" or "invalid" expectation. Members that the
// result lacks, and the loading step, are not compared.
program::Status compare(const json::Object& expect, const json::Object& result);

// --- Results as short text, for people. ---
//
//   {"result":"valid","ids":[32,257]}                 "32 257"
//   {"result":"invalid","error":"KeyError"}           "KeyError"
//   {"result":"valid","chunks_hex":["20","2061"]}     "[20][2061]"

// Whether a member of an expectation is compared with the result: "ids" is, "step" is not.
bool tells_result(std::string_view key);

// The result in one line: "32 257", "[20][2061]", "KeyError", "ids: 1,000, sha256 9f86d081".
std::string shown(const json::Object& result);

using bpetite::shortened;

}  // namespace bpetite::conform::judge
