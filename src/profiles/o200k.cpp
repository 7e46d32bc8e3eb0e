// Defines the profile of OpenAI's o200k_base, as tiktoken's openai_public.py has it: two special
// tokens, which are refused in a text unless the caller allows them, one pattern, and merging of
// neighbours whose joined bytes are a token.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& o200k() {
  static const Profile profile = [] {
    Profile it;
    it.name = "o200k";
    it.added = {{{"<|endoftext|>", 199999}, {"<|endofprompt|>", 200018}},
                SpecialRule::refused_unless_allowed};
    it.splits = isolated(
        Dialect::tiktoken,
        {cased_words(R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])", R"([\p{Ll}\p{Lm}\p{Lo}\p{M}])",
                     std::string(contractions) + "?") +
         R"(|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|)" + std::string(line_ends_and_spaces)});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
