// Turns the outcomes of a run into results with descriptions of the failures, and diagnoses
// (Findings, findings_of). Also finds the place in a text where two results differ (place_of),
// computes all items of a long expected result (whole_expectation), and shows the first item that
// differs in two results (first_difference).
//
//   place_of(...)     "chunk 3 of 9, bytes 11..13"
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conform/explain/result.hpp"
#include "conform/judge/run.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::explain {

struct Findings {
  std::vector<Result> results;  // of the vectors as in outcomes.places, then of the
                                // sets
  std::vector<Diagnosis> diagnoses;
};

// Describes a run. Sends nothing to the program. `command` is for the lines that reproduce a
// failure.
Findings findings_of(const suite::Suite& suite, const judge::Outcomes& outcomes,
                     const std::string& command);

// The place in the text where two results differ: "chunk 3 of 9, bytes 11..13". Empty if there is
// no such place.
std::string place_of(const suite::Suite& suite, const suite::Vector& vector,
                     const json::Object& want, const json::Object& got);

// Long results are compared by their digest. These functions find the first item that differs in a
// wrong result.
//
//   want    id 301 of 500: 97 (before it ... 98 97 98, after it 98 97 98 ...)
//   got     id 301 of 500: 7 (before it ... 98 97 98, after it 98 97 98 ...)

// The expected result for this version, with all items. Returns nullopt if the expectation has no
// digest of a list, is not the reference's, or takes too long to compute.
std::optional<json::Object> whole_expectation(const suite::Vector& vector,
                                              const suite::Suite& suite, unicode::Version version);

// The first difference of two results that have all their items, or nullopt if they are equal.
struct ListDifference {
  std::string want;
  std::string got;
};
std::optional<ListDifference> first_difference(const json::Object& want, const json::Object& got);

}  // namespace bpetite::conform::explain
