// Defines the profile of a tokenizer with tokens for filling in the middle, which the kernel
// contract asks to be atomic (TOK-OBL-5b): v1, with three special tokens in place of its own,
// <fim_prefix>, <fim_middle> and <fim_suffix>. They are matched in a text.
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
