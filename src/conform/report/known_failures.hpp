// The list of known failures: failures that the user has accepted (KnownFailures,
// conformance/README.md). Declares the functions that parse the list, apply it to a report and
// update it, and the remark about known failures without an answer, such as crashes
// (unanswered_known).
//
//   # upstream issue 12
//   encode-ws-double-space x1 FAIL # the last space goes to the next chunk
//   decode-surrogate-*     x7 WRONG_ERROR
//
// The list must fit exactly. The run fails if a vector (a test case) has another status or passes
// unexpectedly, or if a line fits another number of vectors than it states. A line is not checked
// if it is of an accumulated set (test cases that are computed from a seed) that was not run, or if
// the run was a selection without its vectors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct KnownFailure {
  std::string id;  // the id of a vector, or the beginning of ids and a *
  std::size_t count = 1;
  program::Status status = program::Status::fail;
  std::string comment;  // from the # on; update keeps it

  bool covers(std::string_view vector_id) const;
};

struct KnownFailures {
  // In the order of the file. A line with only a comment, or an empty line, has no id.
  std::vector<KnownFailure> lines;
};

// Throws ValueError, with the number of the line, if the text is not such a list.
KnownFailures parse_known_failures(std::string_view text);

// Turns known failures into XFAIL, and listed vectors that pass into XPASS. Adds remarks about
// stale lines and about unanswered_known. Call `conclude` afterwards. Returns true if no line was
// stale.
bool apply_known_failures(Report& report, const KnownFailures& known);

// "the list accepts failures without an answer: CRASH 2, PROTOCOL 1; the first is a-b". Empty if
// the list has none. A crash is not a difference of ids, and nobody should accept one without
// noticing.
std::string unanswered_known(const Report& report);

// The list that fits this report, before apply_known_failures. Lines that are still right stay.
// Others get the observed status or are removed. New failures that make a level fail, and new
// failures of accumulated sets, are added at the end.
std::string updated_known_failures(const Report& report, const KnownFailures& known);

}  // namespace bpetite::conform::report
