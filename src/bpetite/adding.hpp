// Makes a tokenizer that has more added tokens than a given one (chapter 20, S58h). A NewToken is a
// literal. It is either a special token, or is found in every text. It has the id that the caller
// gives, or gets the one after the highest id so far.
//
//   #include <bpetite/adding.hpp>
//
//   const auto base = bpetite::open("cl100k_base.tiktoken");
//   const auto chat = bpetite::with_added_tokens(base, {{"<|im_start|>"}, {"<think>", false}});
//   chat.save("chat.json");              // the ids 100277 and 100278, the next that are free
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

struct NewToken {
  std::string literal;
  bool is_special = true;          // false: it is found in every text (S27f)
  std::optional<TokenId> id = {};  // without it, the token gets the next id
};

// The same tokenizer with these tokens too. Those without an id get the ids after the highest one
// so far, in their order. No other id changes, and a text that holds none of the literals has the
// ids that it had. ValueError: a literal is empty, is given twice, or is a token already; an id is
// used; or there are too many ids, or one that is too high for so many tokens.
// UnicodeDecodeError: a literal is not UTF-8.
Tokenizer with_added_tokens(const Tokenizer& tokenizer, const std::vector<NewToken>& tokens);

}  // namespace bpetite
