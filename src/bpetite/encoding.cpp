// More ways to encode, each by the model behind the tokenizer.
#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include <algorithm>
#include <limits>

#include "bpetite/access.hpp"

namespace bpetite {

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids) {
  ids.clear();
  TokenizerAccess::model(tokenizer).append(text, ids);
}

void encode_into(const Tokenizer& tokenizer, std::string_view text,
                 std::vector<std::uint16_t>& ids) {
  TokenId highest = static_cast<TokenId>(tokenizer.vocabulary().size()) - 1;
  for (const SpecialToken& special : tokenizer.special_tokens()) {
    highest = std::max(highest, special.id);
  }
  if (highest > std::numeric_limits<std::uint16_t>::max()) {
    throw ValueError(fmt::format("encode: ids of 16 bits: the tokenizer has id {}", highest), "");
  }
  std::vector<TokenId> wide;
  encode_into(tokenizer, text, wide);
  ids.assign(wide.begin(), wide.end());
}

std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads) {
  return TokenizerAccess::model(tokenizer).encode(texts, threads);
}

std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads) {
  return TokenizerAccess::model(tokenizer).encode(text, threads);
}

}  // namespace bpetite
