// Runs a whole suite: every vector twice, the second time in random order
// (conformance/INTERPRETING.md).
//
//   const Outcomes outcomes = run(embedded_suite(), {.command = "./harness"});
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "conform/drive/driver.hpp"
#include "conform/judge/outcomes.hpp"

namespace bpetite::conform::judge {

// After this many time-outs of an operation in a level, vectors that need it are not sent.
inline constexpr int max_timeouts = 8;

struct RunOptions {
  std::string command = {};
  drive::Duration timeout{5000};
  std::uint64_t seed = 1;
  unsigned jobs = 1;                   // processes at the same time
  bool process_per_vector = false;     // for programs that answer one vector only
  std::set<suite::Level> levels = {};  // empty: all
  std::string only = {};               // an id, or the beginning of ids and a *; empty: all
  std::function<void(std::size_t done, std::size_t all)> progress = {};
  std::function<bool()> interrupted = {};  // called before each vector
};

// Sends and judges each selected vector, in two passes.
Outcomes run(const suite::Suite& suite, const RunOptions& options);

// The vectors that the options select, as indices in suite.vectors.
std::vector<std::size_t> selected(const suite::Suite& suite, const RunOptions& options);

// Whether `only` selects this id.
bool is_selected(std::string_view id, std::string_view only);

}  // namespace bpetite::conform::judge
