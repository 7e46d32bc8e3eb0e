// Defines the profile of OpenAI's o200k_harmony, the encoding of gpt-oss, as tiktoken's
// openai_public.py has it. It is the profile of o200k with 1,090 special tokens in place of its own
// two, which are among them (<|endoftext|>, <|endofprompt|>). In tiktoken <|reserved_200018|> has
// the id of <|endofprompt|>. Two literals with one id cannot both be decoded, so
// <|reserved_200018|> is left out.
#include <fmt/format.h>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& o200k_harmony() {
  static const Profile profile = [] {
    Profile it = o200k();
    it.name = "o200k_harmony";
    it.added.tokens = added_tokens(
        199998,
        "<|startoftext|> <|endoftext|> <|reserved_200000|> <|reserved_200001|> <|return|> "
        "<|constrain|> <|reserved_200004|> <|channel|> <|start|> <|end|> <|message|> "
        "<|reserved_200009|> <|reserved_200010|> <|reserved_200011|> <|call|>");
    for (TokenId id = 200013; id < 201088; ++id) {
      it.added.tokens.push_back(
          {id == 200018 ? "<|endofprompt|>" : fmt::format("<|reserved_{}|>", id), id});
    }
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
