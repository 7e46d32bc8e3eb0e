// Reads the special tokens that the files of a directory state without ids, as transformers 5.24
// does (SpecialTokens, S51e). Also declares the types for this: a token with its flags and its
// place, a member of a file, and lists of members and of named tokens in the order of Python. Lists
// the roles of special tokens, and the members of tokenizer_config.json that replace parts of the
// tokenizer (parts) or change what text becomes (switches).
//
//   {"eos_token":"</s>","image_token":"<image>","extra_special_tokens":["<a>"]}
//
//   eos_token      </s>        a role
//   image_token    <image>     another name
//                  <a>         no name
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/json/pointer.hpp"

namespace bpetite::interop::transformers {

inline constexpr auto roles = std::to_array<std::string_view>(
    {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"});

// Members of tokenizer_config.json that replace parts of the tokenizer, or are arguments of its
// constructor.
inline constexpr auto parts = std::to_array<std::string_view>(
    {"tokenizer_object", "tokenizer_truncation", "tokenizer_padding", "_json_truncation",
     "_json_padding", "post_processor", "gguf_file", "fast_tokenizer_files", "vocab", "merges"});

// Members that change what text becomes, unless they are false.
inline constexpr auto switches = std::to_array<std::string_view>(
    {"split_special_tokens", "add_prefix_space", "fix_mistral_regex"});

inline bool is_among(std::span<const std::string_view> all, std::string_view one) {
  return std::ranges::find(all, one) != all.end();
}

// As AddedToken of tokenizers has them. If `normalized` is not stated, it is true unless the token
// is special.
struct Flags {
  bool single_word = false;
  bool lstrip = false;
  bool rstrip = false;
  bool special = false;
  std::optional<bool> normalized;

  bool is_normalized() const { return normalized.value_or(!special); }
  bool operator==(const Flags& other) const {
    return single_word == other.single_word && lstrip == other.lstrip && rstrip == other.rstrip &&
           special == other.special && is_normalized() == other.is_normalized();
  }
};

// A token as one member states it: as a text, which is a special token, or as an object.
struct Token {
  json::Field place;
  std::string content;
  Flags flags = {};
  bool is_text = false;
  bool is_whole = false;  // its place is an object of tokenizer.json

  // The tokens that are the same to Python have the same key.
  std::string key() const;
};

Token text_token(const json::Field& place, std::string_view content);
// An object as the arguments of AddedToken. Without a text it is no token.
Token object_token(const json::Field& object);

// A member that can name special tokens. In special_tokens_map.json its tokens are read already,
// since their objects say less there.
struct Member {
  std::string_view key;
  json::Field value;
  std::optional<std::vector<Token>> tokens = {};

  // Whether Python takes it for false.
  bool is_empty() const;
};

// The members in their order, as a dict of Python has them.
class Members {
 public:
  const Member* find(std::string_view key) const;
  void set(Member member);
  void rename(std::string_view from, std::string_view to);

  template <typename Is>
  void remove_if(const Is& is) {
    std::erase_if(members_, is);
    places_.clear();
    for (std::size_t i = 0; i < members_.size(); ++i) places_.emplace(members_[i].key, i);
  }

  const std::vector<Member>& all() const { return members_; }

 private:
  std::vector<Member> members_;
  std::unordered_map<std::string_view, std::size_t> places_;
};

// Tokens with names, in their order. A later token of the same name takes the place of the earlier.
class NamedTokens {
 public:
  void set(std::string_view name, Token token);
  const Token* find(std::string_view name) const;
  const std::vector<std::pair<std::string, Token>>& all() const { return tokens_; }

 private:
  std::vector<std::pair<std::string, Token>> tokens_;
  std::unordered_map<std::string, std::size_t> places_;
};

// The special tokens that are stated without ids.
struct SpecialTokens {
  Members members;  // of tokenizer_config.json, and of special_tokens_map.json
  NamedTokens named;
  std::vector<Token> extra;

  // The literals that are special if added_tokens.json has them.
  std::unordered_set<std::string> literals() const;
  // All of them, in their order.
  std::vector<Token> all() const;
};

// Reads them. `config` and `map` may be missing. A role that is not stated has its default.
// ValueError: transformers would fail.
using Defaults = std::vector<std::pair<std::string_view, Token>>;
SpecialTokens read_special_tokens(const json::Field& config, const json::Field& map,
                                  const Defaults& defaults);

}  // namespace bpetite::interop::transformers
