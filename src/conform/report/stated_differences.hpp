// Differences that a library states of itself: they fail a vector, and are no fault of the library.
//
//   {"js-tiktoken": [{"flags": ["DecodeErrors"], "says": "decodes leniently",
//                     "quote": "new TextDecoder(\"utf-8\")", "link": "https://..."}]}
//
// The page of the matrix shows them as such; no verdict changes by them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct StatedDifference {
  std::string library;             // the name of the implementation, as hello has it
  std::vector<std::string> flags;  // it covers a failure whose first flag is one of these,
  std::vector<std::string> ids;    // or whose id is one of these, or begins so, with a * at the end
  std::string says;
  std::string quote;  // of its documentation or its source
  std::string link;

  bool covers(const Report& report, const diagnose::Result& result) const;
};

using StatedDifferences = std::vector<StatedDifference>;

// ValueError for what is no such table.
StatedDifferences parse_stated_differences(std::string_view text);

// The statement that covers this failure; null if there is none.
const StatedDifference* stated_difference_for(const StatedDifferences& stated, const Report& report,
                                              const diagnose::Result& result);

// How many required vectors fail this level.
std::size_t required_failures(const Report& report, suite::Level level);
// Whether every required failure of this level is stated, and there is one.
bool fails_as_stated(const StatedDifferences& stated, const Report& report, suite::Level level);

}  // namespace bpetite::conform::report
