// Defines the profile of GPT-2's vocabulary, which OpenAI publishes as encoder.json and vocab.bpe,
// or as a rank file (tiktoken's r50k_base has the same tokens): the special token <|endoftext|>,
// which is refused in a text unless the caller allows it, one pattern, and merging of neighbours
// whose joined bytes are a token.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& gpt2() {
  static const Profile profile = [] {
    Profile it;
    it.name = "gpt2";
    it.added = {{{"<|endoftext|>", 50256}}, SpecialRule::refused_unless_allowed};
    it.splits =
        isolated(Dialect::tiktoken,
                 {R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
