// Defines the profile of a tokenizer for filling in the middle: v1 (the pattern of GPT-2, and
// merging by a list of pairs) with three special tokens in place of <|endoftext|>: <fim_prefix>,
// <fim_middle> and <fim_suffix>. They are matched in a text, so each is always one id (TOK-OBL-5b).
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& fim() {
  static const Profile profile = [] {
    Profile it;
    it.name = "fim";
    it.added = {{{"<fim_prefix>", std::nullopt},
                 {"<fim_middle>", std::nullopt},
                 {"<fim_suffix>", std::nullopt}},
                SpecialRule::matched};
    it.splits = v1().splits;
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
