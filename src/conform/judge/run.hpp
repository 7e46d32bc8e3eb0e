// A whole run: every vector twice, the second time shuffled (conformance/INTERPRETING.md).
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

// After this many time-outs of one operation in a level, no vector that needs it is sent.
inline constexpr int max_timeouts = 8;

struct RunOptions {
  std::string command = {};
  drive::Duration timeout{5000};
  std::uint64_t seed = 1;
  unsigned jobs = 1;                   // processes side by side
  bool process_per_vector = false;     // for programs that cannot live longer
  std::set<suite::Level> levels = {};  // empty: all
  std::string only = {};               // an id, or its beginning and a *; empty: all
  std::function<void(std::size_t done, std::size_t all)> progress = {};
  std::function<bool()> interrupted = {};  // asked before each vector
};

// Asks and judges each selected vector, in two passes.
Outcomes run(const suite::Suite& suite, const RunOptions& options);

// The vectors that the options select, as places in suite.vectors.
std::vector<std::size_t> selected(const suite::Suite& suite, const RunOptions& options);

// Whether `only` means this id.
bool is_selected(std::string_view id, std::string_view only);

}  // namespace bpetite::conform::judge
