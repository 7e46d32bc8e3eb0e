// The list of known failures: what somebody has looked at and lives with (conformance/README.md).
//
//   # upstream issue 12
//   encode-ws-double-space x1 FAIL # the last space goes to the next chunk
//   decode-surrogate-*     x7 WRONG_ERROR
//
// Exact, but that a set which was not asked says nothing: another status, an unexpected pass, or a
// line that fits another number of vectors than it says, each fails the run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "conform/report/report.hpp"

namespace bpetite::conform::report {

struct KnownFailure {
  std::string id;  // of a vector, or its beginning and a *
  std::size_t count = 1;
  drive::Status status = drive::Status::fail;
  std::string comment;  // from the # on; kept by update

  bool covers(std::string_view vector_id) const;
};

struct KnownFailures {
  // In the order of the file: a line that is only a comment or empty has no id.
  std::vector<KnownFailure> lines;
};

// ValueError, naming the line, for what is no such list.
KnownFailures parse_known_failures(std::string_view text);

// Turns known failures into XFAIL and the known that pass into XPASS, and remarks on lines that are
// stale. To be concluded afterwards. True if no line was stale.
bool apply_known_failures(Report& report, const KnownFailures& known);

// The list that fits this report (before apply_known): lines that still hold stay as they are,
// others get the status that was seen or go, new failures that fail a level, and those of
// accumulated sets, come last.
std::string updated_known_failures(const Report& report, const KnownFailures& known);

}  // namespace bpetite::conform::report
