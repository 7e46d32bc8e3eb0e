// From outcomes to results: what a failure shows beside its status.
#pragma once

#include <string>
#include <vector>

#include "conform/diagnose/result.hpp"
#include "conform/judge/outcomes.hpp"

namespace bpetite::conform::diagnose {

struct Findings {
  std::vector<Result> results;  // of the vectors in the order of outcomes.places, then of the sets
  std::vector<Diagnosis> diagnoses;
};

// What can be said of a run without asking the program again. `command` is for the repro lines.
Findings findings_of(const suite::Suite& suite, const judge::Outcomes& outcomes,
                     const std::string& command);

// Where in the text two results part: "chunk 3 of 9, bytes 11..13"; empty where that means nothing.
std::string place_of(const suite::Suite& suite, const suite::Vector& vector,
                     const json::Object& want, const json::Object& got);

}  // namespace bpetite::conform::diagnose
