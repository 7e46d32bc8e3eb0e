// The options for the profile of a training or a counting: its name or its patterns, a normalizer,
// and special tokens (S59). `profile_choice` reads the options, and `ProfileChoice` makes the
// profile from them.
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
  std::optional<Profile> named;  // from --profile or --pattern
  std::string normalizer;        // empty: that of the profile
  std::vector<std::string> special_tokens;

  // The profile to train: the named one, or else `by_default`, with the other choices. Throws the
  // errors of train_texts (<bpetite/training.hpp>).
  Profile over(const Profile& by_default) const;
};

// Reads the options. Throws UsageError for options that exclude each other and for unknown names,
// and PatternError for a pattern that cannot be used.
ProfileChoice profile_choice(const Arguments& arguments);

}  // namespace bpetite::cli
