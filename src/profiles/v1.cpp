// Defines the profile that Schema v1 prescribes for its artifacts (spec/07-artifact.md): the
// special token <|endoftext|>, which is matched in a text, the pattern of GPT-2, and merging by a
// list of pairs.
#include "profiles/profiles.hpp"

namespace bpetite::profiles {

const Profile& v1() {
  static const Profile profile = [] {
    Profile it;
    it.name = "v1";
    // FR-14: the only special token.
    it.added = {{{"<|endoftext|>", std::nullopt}}, SpecialRule::matched};
    // FR-4: the pattern of GPT-2, S2d: Unicode 16.0.0.
    it.splits = gpt2().splits;
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
