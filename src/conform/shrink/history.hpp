// What a failure needs to have happened before it: nothing, or the fewest cases that came earlier.
//
//   a cache that goes wrong after 64 words     encode x 9 ... then encode "zq"
//   joined                                     encode " aa ab ac ... zq", which fails alone
#pragma once

#include <optional>
#include <vector>

#include "conform/shrink/case_trial.hpp"

namespace bpetite::conform::shrink {

// The fewest of the earlier cases after which this one fails in this manner, each time in a new
// process. Nothing if it does not fail even after all of them.
std::optional<std::vector<suite::Vector>> needed_before(drive::Driver& driver, const Oracle& oracle,
                                                        const std::vector<suite::Vector>& earlier,
                                                        const suite::Vector& vector,
                                                        const Manner& manner,
                                                        const ShrinkLimits& limits);

// Several cases as one, if one can be made of them: texts are joined, calls of decode become a
// sequence. The candidates, the most likely first; none where artifacts or operations differ.
std::vector<suite::Vector> joined(const std::vector<suite::Vector>& earlier,
                                  const suite::Vector& vector);

}  // namespace bpetite::conform::shrink
