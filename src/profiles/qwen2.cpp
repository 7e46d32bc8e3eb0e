// Defines the profile of Qwen's rank file with 151,643 tokens, as the package dashscope loads it
// with tiktoken: 208 special tokens, which are matched in a text, one pattern, and merging of
// neighbours whose joined bytes are a token. Texts are normalized to NFC first, and special tokens
// are found in the normalized text.
#include <fmt/format.h>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& qwen2() {
  static const Profile profile = [] {
    Profile it;
    it.name = "qwen2";
    it.normalizer = Normalizer::nfc_16_0;
    it.added = {{{"<|endoftext|>", 151643}, {"<|im_start|>", 151644}, {"<|im_end|>", 151645}},
                SpecialRule::matched};
    for (TokenId extra = 0; extra < 205; ++extra) {
      it.added.tokens.push_back({fmt::format("<|extra_{}|>", extra), 151646 + extra});
    }
    for (AddedToken& token : it.added.tokens) token.normalized = true;
    it.splits = isolated(Dialect::tiktoken,
                         {words_numbers_signs(R"(\p{L})", R"(\p{N})", R"(\s\p{L}\p{N})")});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
