// Is the harness right? Asked before the implementation behind it is blamed.
//
//   ok    hello is answered
//   FAIL  an unknown operation is answered with class Unsupported: no answer to frobnicate in time
#pragma once

#include <string>
#include <vector>

#include "conform/drive/session.hpp"

namespace bpetite::conform::drive {

struct SmokeCheck {
  std::string what;
  bool passed = false;
  std::string detail;  // what happened instead, or what was seen
};

// The checks in order. After one that loses the process, a new one is started for the next.
std::vector<SmokeCheck> smoke(const SessionOptions& options);

}  // namespace bpetite::conform::drive
