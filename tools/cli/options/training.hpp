// The profile of a training or a counting: by name or by patterns, with a normalizer and special
// tokens (S59).
//
//   --profile cl100k --special '<|user|>'
//   --pattern '\w+|\W+' --normalizer nfc
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "core/profile.hpp"

namespace bpetite::cli {

inline constexpr Option training_profile{
    "--profile", "PROFILE", "Cut by the patterns of this profile, and have its special tokens"};
inline constexpr Option training_normalizer{
    "--normalizer", "none|nfc|nfc-9.0", "none, nfc or nfc-9.0, in place of that of the profile"};
inline constexpr Option training_special{
    "--special", "LITERAL", "A special token beside those of the profile; may be repeated",
    Count::any};

struct ProfileChoice {
  std::optional<Profile> named;  // by --profile or --pattern
  std::string normalizer;        // empty: that of the profile
  std::vector<std::string> special_tokens;

  // The profile to train: the named one, or else `by_default`, with the other choices. Errors are
  // those of train_texts (<bpetite/training.hpp>).
  Profile over(const Profile& by_default) const;
};

// UsageError for options that exclude each other, and for unknown names; PatternError for a
// pattern that cannot be used.
ProfileChoice profile_choice(const Arguments& arguments);

}  // namespace bpetite::cli
