// Long results are compared by their digest. This finds the first item that differs in a wrong
// one.
//
//   want    id 301 of 500: 97 (before it ... 98 97 98, after it 98 97 98 ...)
//   got     id 301 of 500: 7 (before it ... 98 97 98, after it 98 97 98 ...)
#pragma once

#include <optional>
#include <string>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::diagnose {

// The expected result for this version, with all items. Nothing if the expectation has no digest
// of a list, is not the reference's, or takes too long to compute.
std::optional<json::Object> whole_expectation(const suite::Vector& vector,
                                              const suite::Suite& suite, unicode::Version version);

// The first difference of two results that have all their items. Nothing if they are equal.
struct ListDifference {
  std::string want;
  std::string got;
};
std::optional<ListDifference> first_difference(const json::Object& want, const json::Object& got);

}  // namespace bpetite::conform::diagnose
