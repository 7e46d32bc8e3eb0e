// Defines the profile of OpenAI's cl100k_base, as tiktoken's openai_public.py has it: five special
// tokens, which are refused in a text unless the caller allows them, one pattern, and merging of
// neighbours whose joined bytes are a token.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& cl100k() {
  static const Profile profile = [] {
    Profile it;
    it.name = "cl100k";
    it.added = {{{"<|endoftext|>", 100257},
                 {"<|fim_prefix|>", 100258},
                 {"<|fim_middle|>", 100259},
                 {"<|fim_suffix|>", 100260},
                 {"<|endofprompt|>", 100276}},
                SpecialRule::refused_unless_allowed};
    it.splits = isolated(Dialect::tiktoken,
                         {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+)"
                          R"(| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)"});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
