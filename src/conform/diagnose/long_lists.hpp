// Results of many items are told by their digest. Where one is wrong, this finds the first item
// that differs.
//
//   want    id 301 of 500: 97 (before it ... 98 97 98, after it 98 97 98 ...)
//   got     id 301 of 500: 7 (before it ... 98 97 98, after it 98 97 98 ...)
#pragma once

#include <optional>
#include <string>

#include "conform/suite/vectors.hpp"

namespace bpetite::conform::diagnose {

// The result that was due for this version, with all its items; nothing where the expectation has
// no digest of a list, is not that of the reference, or takes too long to compute.
std::optional<json::Object> whole_expectation(const suite::Vector& vector,
                                              const suite::Suite& suite, unicode::Version version);

// Two results, both with all their items, at the first one that differs; nothing where none does.
struct ListDifference {
  std::string want;
  std::string got;
};
std::optional<ListDifference> first_difference(const json::Object& want, const json::Object& got);

}  // namespace bpetite::conform::diagnose
