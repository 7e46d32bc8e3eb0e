// The report of a run that judged a program by its own vocabulary (S71), in the form of all reports
// (report_of), and as text for people (to_text). Judged names the vocabulary. Also writes the
// verdicts on several profiles as text (to_text).
//
//   FAIL cl100k-405101e7  L0 FR-4
//     tests   digits are cut in groups as the pattern has them, ...
//     text    "1234"
//     want    4513 19
//     got     717 1958
//   like      digits-by-two: it gives every reply
//   L0        fails     FAIL 3  PASS 61
#pragma once

#include <string>
#include <vector>

#include "conform/judge/profiles.hpp"
#include "conform/judge/texts.hpp"
#include "conform/program/session.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform::report {

// The vocabulary by which a program is judged: its name, which is the first word of the ids, and
// the version of Unicode of its pattern.
struct Judged {
  std::string name;
  std::string unicode;
};

// `options` are the options of the run. `hello` is empty for a program that reads lines. The result
// for a text has an id such as "cl100k-405101e7". The result for decoding its ids has the id
// "cl100k-405101e7.decode".
Report report_of(const judge::VocabularyVerdict& verdict, const Judged& judged,
                 const judge::RunOptions& options, const program::Hello& hello);

// Shows every failure if `all` is true, else those of judge::first_of_each_level.
std::string to_text(const judge::VocabularyVerdict& verdict, bool all);

// The verdict on each profile, and a last line with the profiles whose ids are exact.
std::string to_text(const std::vector<judge::ProfileVerdict>& verdicts, bool all);

}  // namespace bpetite::conform::report
