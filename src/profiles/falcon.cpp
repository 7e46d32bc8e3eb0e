// Defines the profile of Falcon, as its tokenizer.json has it: twelve special tokens with the ids 0
// to 11, which are matched in a text, three patterns, and merging by a list of pairs. The patterns
// cut one after the other: punctuation and some symbols, GPT-2's pattern, and groups of three
// digits.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& falcon() {
  static const Profile profile = [] {
    Profile it;
    it.name = "falcon";
    it.added = {
        added_tokens(0,
                     ">>TITLE<< >>ABSTRACT<< >>INTRODUCTION<< >>SUMMARY<< >>COMMENT<< >>ANSWER<< "
                     ">>QUESTION<< >>DOMAIN<< >>PREFIX<< >>SUFFIX<< >>MIDDLE<< <|endoftext|>"),
        SpecialRule::matched};
    it.splits = isolated(
        Dialect::huggingface,
        {R"([\p{P}\$\+<=>\^~\|`]+)", gpt2().splits.front().pattern.text, "[0-9][0-9][0-9]"});
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
