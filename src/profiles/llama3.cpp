// Defines the profile of Llama 3's vocabulary, as the package llama-models loads it with tiktoken:
// 256 special tokens after the vocabulary, of which most are reserved, one pattern, and merging of
// neighbours whose joined bytes are a token. The special tokens are refused in a text unless the
// caller allows them.
#include <fmt/format.h>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& llama3() {
  static const Profile profile = [] {
    Profile it;
    it.name = "llama3";
    it.added = {
        added_tokens(std::nullopt,
                     "<|begin_of_text|> <|end_of_text|> <|reserved_special_token_0|> "
                     "<|reserved_special_token_1|> <|finetune_right_pad_id|> <|step_id|> "
                     "<|start_header_id|> <|end_header_id|> <|eom_id|> <|eot_id|> <|python_tag|> "
                     "<|image|>"),
        SpecialRule::refused_unless_allowed};
    for (int reserved = 2; it.added.tokens.size() < 256; ++reserved) {
      it.added.tokens.push_back(
          {fmt::format("<|reserved_special_token_{}|>", reserved), std::nullopt});
    }
    it.splits = isolated(Dialect::tiktoken,
                         {words_numbers_signs(R"(\p{L})", R"(\p{N}{1,3})", R"(\s\p{L}\p{N})")});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
