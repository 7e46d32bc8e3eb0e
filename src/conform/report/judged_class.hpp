// The class that a verdict is about: the profile, how pairs are looked up, and the Unicode version
// (FR-32i). A verdict that says "conforms" alone is for the pinned class.
//
//   class_of(report)     {"gpt2", "pairs", "16.0.0"}     words: "gpt2, pairs, Unicode 16.0"
//   headline_of(report)  "ids exact: gpt2, pairs, Unicode 15.0"
#pragma once

#include <string>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct JudgedClass {
  std::string profile;  // "gpt2"
  std::string lookup;   // "pairs", "bytes", or empty: no `encode`, or a vocabulary of its own
  std::string unicode;  // "16.0.0"
  bool is_pinned() const;
  std::string words() const;
};

// The class that the program's hello declares.
JudgedClass class_of(const Report& report);

// The verdict of a level in words. "conforms" is followed by the class if it is not the pinned one.
std::string verdict_words(const Report& report, suite::Level level);

// The same for a table that shows the class elsewhere: "in its class".
std::string_view short_verdict(const Report& report, Verdict verdict);

// What the report says about ids, in one line: "ids exact: CLASS" if L0, and the ids and special
// tokens of L1, are as wanted. "chunks exact: CLASS" if only L0 is claimed.
struct Headline {
  std::string text;
  Verdict verdict = Verdict::not_claimed;
};
Headline headline_of(const Report& report);

}  // namespace bpetite::conform::report
