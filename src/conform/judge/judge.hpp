// Judges one vector: compares the expectation with the observation (conformance/INTERPRETING.md).
//
//   expect    {"result":"valid","ids":[32,257]}
//   observed  {"result":"valid","ids":[256,97]}       FAIL, want "32 257", got "256 97"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/drive/status.hpp"
#include "conform/drive/vector_exchange.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

struct Judgement {
  drive::Status status = drive::Status::pass;
  std::string want;  // short forms for people; empty for PASS
  std::string got;
  std::string detail;                      // more to say: the message of an error, how it crashed
  std::vector<unicode::Version> versions;  // UNICODE_DELTA: the versions that explain the result
};

// Judges for the version that hello names. If hello names no supported version, for the pinned
// one.
Judgement judge(const suite::Vector& vector, const drive::Observation& observation,
                const drive::Hello& hello);

// The version that hello names, if it is supported.
std::optional<unicode::Version> named_version(const drive::Hello& hello);

// PASS, FAIL or WRONG_ERROR for a result and a "valid" or "invalid" expectation. Members that the
// result lacks, and the loading step, are not compared.
drive::Status compare(const json::Object& expect, const json::Object& result);

}  // namespace bpetite::conform::judge
