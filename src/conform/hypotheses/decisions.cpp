#include "conform/hypotheses/decisions.hpp"

#include <algorithm>

#include "profiles/profiles.hpp"

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

std::vector<const Profile*> best_known_first() {
  std::vector<const Profile*> profiles = {
      &profiles::gpt2(),  &profiles::cl100k(),      &profiles::o200k(), &profiles::llama3(),
      &profiles::qwen2(), &profiles::deepseek_v3(), &profiles::tekken()};
  for (const Profile* profile : profiles::all()) {
    if (std::ranges::find(profiles, profile) == profiles.end()) profiles.push_back(profile);
  }
  return profiles;
}

}  // namespace bpetite::conform::hypotheses
