// Defines the profile of Mistral's tekken vocabularies, as the package mistral-common loads them
// with tiktoken: the ids 0 to 999 are special tokens, and encoding a text never gives them. It has
// one pattern, and merges neighbours whose joined bytes are a token.
#include <fmt/format.h>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& tekken() {
  static const Profile profile = [] {
    Profile it;
    it.name = "tekken";
    it.added = {added_tokens(
                    0,
                    "<unk> <s> </s> [INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] "
                    "[TOOL_RESULTS] [/TOOL_RESULTS] [TOOL_CALLS] [IMG] <pad> [IMG_BREAK] [IMG_END] "
                    "[PREFIX] [MIDDLE] [SUFFIX] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CONTENT]"),
                SpecialRule::never};
    for (TokenId id = 20; id < 1000; ++id) {
      it.added.tokens.push_back({fmt::format("<SPECIAL_{}>", id), id});
    }
    it.splits = isolated(
        Dialect::tiktoken,
        {cased_words(R"([\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}])", R"([\p{Ll}\p{Lm}\p{Lo}\p{M}])", "") +
         R"(|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|)" + std::string(line_ends_and_spaces)});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
