// Decides which levels a program claims, and which vectors it gets (conformance/INTERPRETING.md).
//
//   ops load, encode       claims L0 (through encode)
//   ops load, encode, decode, train       claims L0, L1, L2, L3
#pragma once

#include <set>
#include <string_view>

#include "conform/drive/session.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::drive {

// L0 = pretokenize, or load + encode; L1 = load + encode + decode; L2 = load; L3 = train; L4 =
// save with train or load; L5 = render. `levels` in hello can remove levels, but not add any.
std::set<suite::Level> claimed_levels(const Hello& hello);

// The level that a vector counts for. A vector of L0 that is sent as `encode` tests the chunks of
// a program without `pretokenize`. If the program has `pretokenize`, such a vector tests its
// encoder and counts for L1, if the program claims L1.
suite::Level level_for(const suite::Vector& vector, const Hello& hello);

// The reason why a vector is not sent: the program has not declared its level, an operation or a
// capability, or its level is not in the wanted set (an empty set means all). Empty if it is
// sent.
std::string why_not_sent(const suite::Vector& vector, const Hello& hello,
                         const std::set<suite::Level>& wanted = {});

}  // namespace bpetite::conform::drive
