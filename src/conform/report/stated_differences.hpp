// Stated differences: failures that a library's documentation announces, so they are not mistakes
// of the library (StatedDifference). Parses the table of them (parse_stated_differences), finds the
// one that covers a failure (stated_difference_for), counts the required failures of a level or of
// a part of L1 (required_failures), and says whether all of them are stated (fails_as_stated).
//
//   {"js-tiktoken": [{"flags": ["DecodeErrors"], "says": "decodes leniently",
//                     "quote": "new TextDecoder(\"utf-8\")", "link": "https://..."}]}
//
// The page of the matrix (a table of many reports) shows them as stated. They do not change a
// verdict.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct StatedDifference {
  std::string library;             // the implementation's name in hello
  std::vector<std::string> flags;  // covers failures whose first flag is one of these,
  std::vector<std::string> ids;    // or whose id matches one of these, as a* does
  std::string says;
  std::string quote;  // from its documentation or its source
  std::string link;

  bool covers(const Report& report, const explain::Result& result) const;
};

using StatedDifferences = std::vector<StatedDifference>;

// Throws ValueError if the text is not such a table.
StatedDifferences parse_stated_differences(std::string_view text);

// The statement that covers this failure, or nullptr if no statement does.
const StatedDifference* stated_difference_for(const StatedDifferences& stated, const Report& report,
                                              const explain::Result& result);

// The number of required vectors that fail this level, or only those of a part of L1.
std::size_t required_failures(const Report& report, suite::Level level,
                              std::optional<explain::Part> part = {});
// Whether every required failure of this level, or part, is stated, and there is at least one.
bool fails_as_stated(const StatedDifferences& stated, const Report& report, suite::Level level,
                     std::optional<explain::Part> part = {});

}  // namespace bpetite::conform::report
