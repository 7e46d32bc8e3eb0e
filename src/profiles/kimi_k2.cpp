// Defines the profile of Kimi K2's vocabulary. Its pattern is that of o200k, but each run of
// Chinese characters (Han) is a chunk of its own, and a chunk of signs and line breaks takes no
// slashes after the line breaks. It merges neighbours whose joined bytes are a token. No package
// that can be installed publishes its special tokens, so the profile has none. Those that a caller
// adds are refused in a text unless they are allowed.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& kimi_k2() {
  static const Profile profile = [] {
    Profile it;
    it.name = "kimi_k2";
    it.added.rule = SpecialRule::refused_unless_allowed;
    it.splits = isolated(
        Dialect::tiktoken,
        {R"([\p{Han}]+|)" +
         cased_words(R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]])",
                     R"([\p{Ll}\p{Lm}\p{Lo}\p{M}&&[^\p{Han}]])", std::string(contractions) + "?") +
         R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|)" + std::string(line_ends_and_spaces)});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
