// The profile of nanochat's tokenizer: at most two digits in a chunk, and nine special tokens
// after the vocabulary, which encoding a text never gives (S17).
#include "profiles/profiles.hpp"

namespace bpetite::profiles {

const Profile& nanochat() {
  static const Profile profile = [] {
    Profile it;
    it.name = "nanochat";
    it.added.rule = SpecialRule::never;
    for (const char* literal :
         {"<|bos|>", "<|user_start|>", "<|user_end|>", "<|assistant_start|>", "<|assistant_end|>",
          "<|python_start|>", "<|python_end|>", "<|output_start|>", "<|output_end|>"}) {
      it.added.tokens.push_back({literal, std::nullopt});
    }
    it.splits = {
        {{R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)",
          Dialect::tiktoken, unicode::Version::v16_0},
         Behaviour::isolated}};
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
