// Finds the fewest earlier cases that a failure needs, if it needs any.
//
//   a cache that goes wrong after 64 words     encode x 9 ... then encode "zq"
//   joined                                     encode " aa ab ac ... zq", which fails alone
#pragma once

#include <optional>
#include <vector>

#include "conform/shrink/case_trial.hpp"

namespace bpetite::conform::shrink {

// The fewest of the earlier cases after which this case fails in this manner. Each attempt has a
// new process. Nothing if the case does not fail even after all of them.
std::optional<std::vector<suite::Vector>> needed_before(drive::Driver& driver, const Oracle& oracle,
                                                        const std::vector<suite::Vector>& earlier,
                                                        const suite::Vector& vector,
                                                        const Manner& manner,
                                                        const ShrinkLimits& limits);

// Tries to put several cases into one: texts are joined, calls of decode become a sequence.
// Returns candidates, the most likely first. None if artifacts or operations differ.
std::vector<suite::Vector> joined(const std::vector<suite::Vector>& earlier,
                                  const suite::Vector& vector);

}  // namespace bpetite::conform::shrink
