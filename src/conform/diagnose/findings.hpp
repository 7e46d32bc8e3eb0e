// Turns the outcomes of a run into results, with descriptions of the failures.
#pragma once

#include <string>
#include <vector>

#include "conform/diagnose/result.hpp"
#include "conform/judge/run.hpp"

namespace bpetite::conform::diagnose {

struct Findings {
  std::vector<Result> results;  // of the vectors in the order of outcomes.places, then of the
                                // sets
  std::vector<Diagnosis> diagnoses;
};

// Describes a run without sending anything to the program again. `command` goes into the repro
// lines.
Findings findings_of(const suite::Suite& suite, const judge::Outcomes& outcomes,
                     const std::string& command);

// The place in the text where two results differ: "chunk 3 of 9, bytes 11..13". Empty if there is
// no such place.
std::string place_of(const suite::Suite& suite, const suite::Vector& vector,
                     const json::Object& want, const json::Object& got);

}  // namespace bpetite::conform::diagnose
