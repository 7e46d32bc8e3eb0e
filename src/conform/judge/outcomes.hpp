// What a run has seen, vector by vector, before anybody asks for reasons.
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

// Of one vector.
struct Outcome {
  bool sent = false;  // false: the run ended before
  Judgement judgement;
  json::Object result;  // what was observed; empty where the program skipped or broke
};

// The first case of an accumulated set that is wrong, as a vector with its expectation.
struct WrongCase {
  suite::Vector vector;
  std::uint64_t number = 0;
  json::Object result;  // as in Outcome
};

// Of an accumulated set.
struct SetOutcome {
  suite::AccumulatedSet set;
  Judgement judgement;
  std::optional<WrongCase> wrong;
};

struct Outcomes {
  std::vector<std::size_t> places;  // the selected vectors, as places in suite.vectors
  std::vector<Outcome> by_place;    // one for each vector of the suite
  std::vector<SetOutcome> sets = {};
  drive::Hello hello = {};  // what the program says of itself
  int passes = 2;
  int starts = 0;
  std::uint64_t elapsed_ms = 0;
  std::string partial = {};               // why the run came to no end; empty if it did
  std::vector<std::string> remarks = {};  // output beside the protocol, say
  std::string errors = {};                // the end of stderr
};

}  // namespace bpetite::conform::judge
