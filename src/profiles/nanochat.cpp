// Defines the profile of nanochat's tokenizer: one pattern with at most two digits in a chunk, nine
// special tokens after the vocabulary, which encoding a text never gives (S17), and merging of
// neighbours whose joined bytes are a token.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& nanochat() {
  static const Profile profile = [] {
    Profile it;
    it.name = "nanochat";
    it.added = {
        added_tokens(std::nullopt,
                     "<|bos|> <|user_start|> <|user_end|> <|assistant_start|> <|assistant_end|> "
                     "<|python_start|> <|python_end|> <|output_start|> <|output_end|>"),
        SpecialRule::never};
    it.splits =
        isolated(Dialect::tiktoken, {R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2})"
                                     R"(| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
