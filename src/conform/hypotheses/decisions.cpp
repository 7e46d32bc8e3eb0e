#include "conform/hypotheses/decisions.hpp"

namespace bpetite::conform::hypotheses {

Decisions decisions_of(const Table& table) {
  const bool by_bytes = table.profile.merging == Merging::bytes;
  Decisions decisions;
  decisions.normalizer = table.profile.normalizer;
  decisions.splits = table.profile.splits;
  decisions.lookup = by_bytes ? Lookup::bytes : Lookup::pairs;
  decisions.whole_chunks = by_bytes || table.profile.whole_chunks;  // S19b, S26h
  if (table.profile.added.rule == SpecialRule::never) decisions.literals = Literals::text;
  return decisions;
}

}  // namespace bpetite::conform::hypotheses
