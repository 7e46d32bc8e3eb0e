// Which levels a program claims, and which vectors it is sent (conformance/INTERPRETING.md).
//
//   ops load, encode       claims L0 (through encode)
//   ops load, encode, decode, train       claims L0, L1, L2, L3
#pragma once

#include <set>
#include <string_view>

#include "conform/drive/session.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::drive {

// L0 = pretokenize, or load + encode; L1 = load + encode + decode; L2 = load; L3 = train; L4 = save
// with train or load; L5 = render. `levels` in hello narrows this, and never widens it.
std::set<suite::Level> claimed_levels(const Hello& hello);

// The level that a vector counts for. Those of L0 that are asked through encode tell the chunks of
// a program that cannot show them; of one that can they tell how it encodes: L1, where that is
// claimed.
suite::Level level_for(const suite::Vector& vector, const Hello& hello);

// Why a vector is not sent: its level, an operation or a capability was not declared, or its level
// is not one of those that are wanted (none: all are). Empty if it is sent.
std::string why_not_sent(const suite::Vector& vector, const Hello& hello,
                         const std::set<suite::Level>& wanted = {});

}  // namespace bpetite::conform::drive
