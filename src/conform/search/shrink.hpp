// Shrinks a failing case to the smallest case found that fails in the same way (shrink, Shrunk),
// and describes how it became small (course_of). ShrinkLimits ends the search.
//
//   encode, 2,048 scalars, 40 merges     becomes     "  a" with the merges (32,32) (32,97)
//
// Removes scalars from a text and replaces the others by plain ones. Removes merges, ids, calls,
// counts and patches, and lowers numbers as far as the case still fails. StillFails runs the
// program to see whether a candidate fails in the same way.
//
// Also removes merges from a list so that it stays valid (with_merges_at), translates ids to the
// shorter list (renumbered), and finds the merges that can apply to a text (merges_within).
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "conform/program/program.hpp"
#include "conform/search/ddmin.hpp"
#include "conform/suite/vectors.hpp"

namespace bpetite::conform::search {

// Whether a candidate fails in the same way. Returns nullopt if the candidate was not sent because
// it makes no sense: a patch does not apply, or the expected result is of another kind.
using StillFails = std::function<std::optional<bool>(const suite::Vector& candidate)>;

// Shrinking ends when one of these limits is reached, with the best case so far. Only the first
// limit gives the same result on every machine.
struct ShrinkLimits {
  std::size_t queries = 3000;
  program::Duration time{4000};
};

struct Shrunk {
  suite::Vector vector;     // has the input and the artifact of the smallest case
  std::size_t queries = 0;  // the number of times that the program was asked
  bool finished = true;     // false: a limit was reached
};

// Shrinks `vector`, which must fail.
Shrunk shrink(const suite::Suite& suite, const suite::Vector& vector, const StillFails& still_fails,
              const ShrinkLimits& limits);

// Describes how a case became small: "shrunk from 2,048 scalars to 3 in 41 queries".
std::string course_of(const suite::Suite& suite, const suite::Vector& before, const Shrunk& shrunk);

// --- Fewer merges. ---
//
// Removes some merges from a list, and renumbers the ids so that the list stays valid.
//
//   merges   (97,98) -> 256   (99,99) -> 257   (256,99) -> 258        without the second:
//            (97,98) -> 256                    (256,99) -> 257
//
// Without the first merge the third is removed, too, because its left operand does not exist.

struct FewerMerges {
  std::vector<Pair> merges;
  std::vector<std::optional<TokenId>> new_ids;  // for old tokens from 256 on; nullopt: removed
};

// Keeps the merges at these places, without those whose operands are removed.
FewerMerges with_merges_at(const std::vector<Pair>& merges, const Places& places);

// Translates ids of the old list to ids of the new list. A removed token becomes its two parts. An
// id above the old tokens keeps its distance to the last token.
json::Array renumbered(const json::Array& ids, const std::vector<Pair>& old,
                       const FewerMerges& fewer);

// The places of the merges whose tokens occur in the text. Only these merges can change the
// reference's ids.
Places merges_within(const std::vector<Pair>& merges, std::string_view text);

}  // namespace bpetite::conform::search
