// Judging one vector: what was expected against what was observed (conformance/INTERPRETING.md).
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
  std::string want;  // short forms, for people; empty for PASS
  std::string got;
  std::string detail;  // what else is to be said: the message of an error, how it crashed
  std::vector<unicode::Version> versions;  // UNICODE_DELTA: those that explain the result
};

// Judges for the version that hello names, or the pinned one where it names none that is carried.
Judgement judge(const suite::Vector& vector, const drive::Observation& observation,
                const drive::Hello& hello);

// What hello names, if it is one of the carried versions.
std::optional<unicode::Version> named_version(const drive::Hello& hello);

// PASS, FAIL or WRONG_ERROR of a result against an expectation that is "valid" or "invalid".
// Members that the result has not, and the step of a loader, are not compared.
drive::Status compare(const json::Object& expect, const json::Object& result);

}  // namespace bpetite::conform::judge
