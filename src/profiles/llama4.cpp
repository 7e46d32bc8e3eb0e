// Defines the profile of Llama 4's vocabulary, as the package llama-models loads it with tiktoken:
// o200k's pattern, 2048 special tokens after the vocabulary, and merging of neighbours whose joined
// bytes are a token. The first 1,144 special tokens have a use or the name of a group. All are
// refused in a text unless the caller allows them.
#include <fmt/format.h>

#include <string_view>

#include "profiles/profiles.hpp"
#include "profiles/shared_parts.hpp"

namespace bpetite::profiles {
namespace {

// <|NAMEreserved_special_token_7|> and so on, up to `count` tokens in all.
void reserve(AddedTokens& added, std::string_view name, int first, std::size_t count) {
  for (int i = first; added.tokens.size() < count; ++i) {
    added.tokens.push_back({fmt::format("<|{}reserved_special_token_{}|>", name, i), std::nullopt});
  }
}

void add(AddedTokens& added, std::string_view literals) {
  for (AddedToken& token : added_tokens(std::nullopt, literals)) {
    added.tokens.push_back(std::move(token));
  }
}

}  // namespace

const Profile& llama4() {
  static const Profile profile = [] {
    Profile it;
    it.name = "llama4";
    it.added.rule = SpecialRule::refused_unless_allowed;
    add(it.added,
        "<|begin_of_text|> <|end_of_text|> <|fim_prefix|> <|fim_middle|> <|fim_suffix|> "
        "<|header_start|> <|header_end|> <|eom|> <|eot|> <|step|>");
    reserve(it.added, "text_post_train_", 0, 16);
    add(it.added, "<|python_start|> <|python_end|> <|finetune_right_pad|>");
    reserve(it.added, "text_post_train_", 8, 80);
    add(it.added, "<|image_start|> <|image_end|>");
    reserve(it.added, "vision_", 0, 84);
    add(it.added, "<|tile_x_separator|> <|tile_y_separator|>");
    reserve(it.added, "vision_", 2, 90);
    add(it.added, "<|image|>");
    reserve(it.added, "vision_", 6, 92);
    add(it.added, "<|patch|>");
    reserve(it.added, "vision_", 7, 1134);
    reserve(it.added, "reasoning_", 0, 1142);
    add(it.added, "<|reasoning_thinking_start|> <|reasoning_thinking_end|>");
    reserve(it.added, "", 0, 2048);
    it.splits = o200k().splits;
    it.merging = Merging::bytes;
    return it;
  }();
  return profile;
}

}  // namespace bpetite::profiles
