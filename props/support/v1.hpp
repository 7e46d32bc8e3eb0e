// Makes tables of the profile v1 for tests, from merges (`v1_table`) or from texts (`v1_train`).
// `cut_as` gives a table the splits of another profile, and `without_specials` removes the special
// tokens of a profile.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "profiles/profiles.hpp"
#include "reference/train.hpp"

namespace bpetite::test {

// The table of v1 with these merges.
inline Table v1_table(std::vector<Pair> merges) {
  return trained_table(profiles::v1(), std::move(merges));
}

// The table that the reference learns with the profile v1.
inline Table v1_train(std::span<const std::string_view> texts, TokenId vocab_size) {
  return reference::train(texts, vocab_size, profiles::v1());
}

// The same table with the splits of another profile.
inline Table cut_as(Table table, const Profile& profile) {
  table.profile.splits = profile.splits;
  return table;
}

// The same profile without special tokens.
inline Profile without_specials(Profile profile) {
  profile.added.tokens.clear();
  return profile;
}

}  // namespace bpetite::test
