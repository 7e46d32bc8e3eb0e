// The outcomes of a run, vector by vector, before any diagnosis.
//
//   run(...)               fills all but the sets
//   accumulate(...)        adds the sets
//   judge_answers(...)     the same from a file of answers
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conform/drive/session.hpp"
#include "conform/judge/judge.hpp"
#include "conform/suite/accumulated.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::judge {

// The outcome of one vector.
struct Outcome {
  bool sent = false;  // false: the run ended before
  Judgement judgement;
  json::Object result;  // empty if the program skipped or broke
};

// The first case of an accumulated set that is wrong, as a vector with its expectation.
struct WrongCase {
  suite::Vector vector;
  std::uint64_t number = 0;
  json::Object result;  // as in Outcome
};

// The outcome of an accumulated set.
struct SetOutcome {
  suite::AccumulatedSet set;
  Judgement judgement;
  std::optional<WrongCase> wrong;
};

struct Outcomes {
  std::vector<std::size_t> places;  // the selected vectors, as indices in suite.vectors
  std::vector<Outcome> by_place;    // one for each vector of the suite
  std::vector<SetOutcome> sets = {};
  drive::Hello hello = {};  // what the program says about itself
  int passes = 2;
  int starts = 0;
  std::uint64_t elapsed_ms = 0;
  std::string partial = {};               // why the run stopped early; empty if it did not
  std::vector<std::string> remarks = {};  // for example output beside the protocol
  std::string errors = {};                // the end of stderr
};

}  // namespace bpetite::conform::judge
