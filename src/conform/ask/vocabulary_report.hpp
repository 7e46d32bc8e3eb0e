// The report of a run with a vocabulary of the program's own, in the form that all reports have.
//
//   ids of results     "cl100k-405101e7" for the ids of a text, "cl100k-405101e7.decode" for its
//   text
#pragma once

#include "conform/judge/run.hpp"
#include "conform/judge/texts.hpp"
#include "conform/program/session.hpp"
#include "conform/report/report.hpp"

namespace bpetite::conform::ask {

// The vocabulary: the first word of the ids, and the version of its pattern's classes.
struct Judged {
  std::string name;
  std::string unicode;
};

// `options` are those of the run; `hello` is empty for a program of lines. The verdicts are
// computed.
report::Report report_of(const judge::VocabularyVerdict& verdict, const Judged& judged,
                         const judge::RunOptions& options, const program::Hello& hello);

}  // namespace bpetite::conform::ask
