// Tests of v1 in few words: its tables, and the same table with another pattern.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "profiles/profiles.hpp"
#include "reference/train.hpp"

namespace bpetite::test {

inline Table v1_table(std::vector<Pair> merges) {
  return trained_table(profiles::v1(), std::move(merges));
}

inline Table v1_train(std::span<const std::string_view> texts, TokenId vocab_size) {
  return reference::train(texts, vocab_size, profiles::v1());
}

// The table, whose texts are cut as those of another profile are.
inline Table cut_as(Table table, const Profile& profile) {
  table.profile.splits = profile.splits;
  return table;
}

// A profile whose texts have ordinary text alone.
inline Profile without_specials(Profile profile) {
  profile.added.tokens.clear();
  return profile;
}

}  // namespace bpetite::test
