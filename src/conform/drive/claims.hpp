// What a program claims, and what became of it (conformance/INTERPRETING.md).
//
//   ops load, encode       claims L0 (through encode)
//   ops load, encode, decode, train       claims L0, L1, L2, L3
#pragma once

#include <array>
#include <set>
#include <string_view>

#include "conform/drive/session.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform {

// L0 = pretokenize, or load + encode; L1 = load + encode + decode; L2 = load; L3 = train; L4 = save
// with train or load; L5 = render. `levels` in hello narrows this, and never widens it.
std::set<Level> claimed_levels(const Hello& hello);

// The level that a vector counts for. Those of L0 that are asked through encode tell the chunks of
// a program that cannot show them; of one that can they tell how it encodes: L1, where that is
// claimed.
Level level_for(const Vector& vector, const Hello& hello);

// Why a vector is not sent: its level, an operation or a capability was not declared, or its level
// is not one of those that are wanted (none: all are). Empty if it is sent.
std::string why_not_sent(const Vector& vector, const Hello& hello,
                         const std::set<Level>& wanted = {});

enum class Verdict { conforms, fails, not_claimed };
inline constexpr std::array<std::string_view, 3> verdict_names = {"conforms", "fails",
                                                                  "not-claimed"};
constexpr std::string_view name(Verdict verdict) {
  return verdict_names[static_cast<std::size_t>(verdict)];
}

// Names for sets of levels: Encoder = L0 and L1, Reader = and L2, Trainer = and L3, Full = and L4.
// The largest that these verdicts make, or nothing: "Reader".
std::string_view profile_of(const std::array<Verdict, 6>& verdicts);

}  // namespace bpetite::conform
