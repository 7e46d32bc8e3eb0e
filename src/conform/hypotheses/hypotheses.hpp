// What differs from the right decisions in one of them, and is known of real programs.
//
//   for (const Hypothesis& it : hypotheses_of(table)) ...    "pattern-llama3", "unicode-15.0.0",
//                                                            "ascii-space", "chunk-limit-256"
#pragma once

#include <string>
#include <vector>

#include "conform/hypotheses/decisions.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::hypotheses {

struct Hypothesis {
  std::string name;    // a slug, which does not change: "digits-by-two"
  std::string tests;   // what a text that shows it tests: "digits are cut in groups as the
                       // pattern has them, not by two"
  std::string clause;  // "FR-4"
  suite::Level level = suite::Level::L0;  // L0: other chunks; L1: other ids of the same chunks
  Decisions decisions;
};

// Those that can be: each differs from decisions_of(table), and a change of a pattern that has
// nothing to change is left out. No two are equal.
std::vector<Hypothesis> hypotheses_of(const Table& table);

}  // namespace bpetite::conform::hypotheses
