// Tests whether a harness (the program around a tokenizer) speaks the protocol correctly, before
// its tokenizer is tested (smoke). SmokeCheck has the result of one check.
//
//   ok    hello is answered
//   FAIL  an unknown operation is answered with class Unsupported: no answer to frobnicate in time
#pragma once

#include <string>
#include <vector>

#include "conform/program/session.hpp"

namespace bpetite::conform::program {

struct SmokeCheck {
  std::string what;
  bool passed = false;
  std::string detail;  // what happened instead, or what was observed
};

// Runs the checks in order. If a check loses the process, the next check starts a new one.
std::vector<SmokeCheck> smoke(const SessionOptions& options);

}  // namespace bpetite::conform::program
