// The list of known failures: failures that the user has accepted (conformance/README.md).
//
//   # upstream issue 12
//   encode-ws-double-space x1 FAIL # the last space goes to the next chunk
//   decode-surrogate-*     x7 WRONG_ERROR
//
// The list must fit exactly. The run fails if a vector has another status or passes unexpectedly,
// or if a line fits another number of vectors than it says. Only sets that were not run are
// excepted.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct KnownFailure {
  std::string id;  // of a vector, or the beginning of ids and a *
  std::size_t count = 1;
  program::Status status = program::Status::fail;
  std::string comment;  // from the # on; update keeps it

  bool covers(std::string_view vector_id) const;
};

struct KnownFailures {
  // In the order of the file. A line with only a comment, or an empty line, has no id.
  std::vector<KnownFailure> lines;
};

// ValueError, with the number of the line, if the text is not such a list.
KnownFailures parse_known_failures(std::string_view text);

// Turns known failures into XFAIL and known ones that pass into XPASS, and adds remarks on lines
// that are stale, and on unanswered_known. Call `conclude` afterwards. True if no line was stale.
bool apply_known_failures(Report& report, const KnownFailures& known);

// "the list accepts failures without an answer: CRASH 2, PROTOCOL 1; the first is a-b". Empty if
// it has none. A crash is no difference of ids, and nobody may accept one without noticing.
std::string unanswered_known(const Report& report);

// The list that fits this report, before apply_known_failures. Lines that are still right stay.
// Others get the observed status or are removed. New failures that fail a level, and those of
// accumulated sets, are added at the end.
std::string updated_known_failures(const Report& report, const KnownFailures& known);

}  // namespace bpetite::conform::report
