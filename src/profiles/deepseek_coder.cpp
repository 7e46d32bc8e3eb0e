// Defines the profile of DeepSeek Coder, as its tokenizer.json has it: nine special tokens, which
// are matched in a text, five patterns, and merging by a list of pairs. The patterns cut one after
// the other: line ends, words, punctuation, Chinese, Japanese and Korean, single digits.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& deepseek_coder() {
  static const Profile profile = [] {
    Profile it;
    it.name = "deepseek_coder";
    it.added = {
        added_tokens(32013,
                     "<｜begin▁of▁sentence｜> <｜end▁of▁sentence｜> <｜fim▁hole｜> <｜fim▁begin｜> "
                     "<｜fim▁end｜> <pad> <|User|> <|Assistant|> <|EOT|>"),
        SpecialRule::matched};
    it.splits =
        isolated(Dialect::huggingface, {R"([\r\n])", R"(\s?\p{L}+)", R"(\s?\p{P}+)",
                                        "[\u4e00-\u9fa5\u0800-\u4e00\uac00-\ud7ff]+", R"(\p{N})"});
    it.merging = Merging::pairs;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
