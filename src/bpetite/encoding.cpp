// Implements the other ways to encode with the model of the tokenizer.
#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include <algorithm>
#include <limits>

#include "bpetite/access.hpp"
#include "core/wording/counted.hpp"

namespace bpetite {

std::vector<TokenId> encode(const Tokenizer& tokenizer, std::string_view text,
                            const SpecialChoice& specials) {
  return TokenizerAccess::model(tokenizer).encode(text, 1, specials);
}

std::size_t count_ids(const Tokenizer& tokenizer, std::string_view text,
                      const SpecialChoice& specials) {
  return TokenizerAccess::model(tokenizer).write(text, {}, specials);
}

std::vector<TokenId> encode_with_template(const Tokenizer& tokenizer, std::string_view text,
                                          const SpecialChoice& specials) {
  const Template& around = TokenizerAccess::table(tokenizer).profile.ids_around;
  std::vector<TokenId> ids = around.before;
  TokenizerAccess::model(tokenizer).append(text, ids, specials);
  ids.insert(ids.end(), around.after.begin(), around.after.end());
  return ids;
}

EncodedPrefix encode_up_to(const Tokenizer& tokenizer, std::string_view text, std::size_t limit,
                           const SpecialChoice& specials) {
  return TokenizerAccess::model(tokenizer).encode_up_to(text, limit, specials);
}

EncodedPrefix encode_with_template_up_to(const Tokenizer& tokenizer, std::string_view text,
                                         std::size_t limit, const SpecialChoice& specials) {
  const Template& around = TokenizerAccess::table(tokenizer).profile.ids_around;
  const std::size_t size = around.before.size() + around.after.size();
  if (size > limit) {
    throw ValueError(
        fmt::format("encode: at most {}: the template alone has {}", counted(limit, "id"), size),
        "S28d");
  }
  EncodedPrefix first = encode_up_to(tokenizer, text, limit - size, specials);
  backend::put_around(first.ids, around);
  return first;
}

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids,
                 const SpecialChoice& specials) {
  ids.clear();
  TokenizerAccess::model(tokenizer).append(text, ids, specials);
}

std::size_t encode_into(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> ids,
                        const SpecialChoice& specials) {
  const std::size_t count = TokenizerAccess::model(tokenizer).write(text, ids, specials);
  if (count > ids.size()) {
    throw ValueError(
        fmt::format("encode: space for {}: the text has {}", counted(ids.size(), "id"), count), "");
  }
  return count;
}

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<std::uint16_t>& ids,
                 const SpecialChoice& specials) {
  TokenId highest = static_cast<TokenId>(tokenizer.vocabulary().size()) - 1;
  for (const SpecialToken& special : tokenizer.special_tokens()) {
    highest = std::max(highest, special.id);
  }
  if (highest > std::numeric_limits<std::uint16_t>::max()) {
    throw ValueError(fmt::format("encode: ids of 16 bits: the tokenizer has id {}", highest), "");
  }
  std::vector<std::uint16_t> all;
  TokenizerAccess::model(tokenizer).append(text, all, specials);
  ids.swap(all);
}

std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads, const SpecialChoice& specials) {
  return TokenizerAccess::model(tokenizer).encode(texts, threads, specials);
}

FlatIds encode_batch_flat(const Tokenizer& tokenizer, std::span<const std::string_view> texts,
                          unsigned threads, const SpecialChoice& specials) {
  FlatIds flat;
  TokenizerAccess::model(tokenizer).append(texts, flat.ids, flat.ends, threads, specials);
  return flat;
}

void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids,
                 const SpecialChoice& specials) {
  ids.ids.clear();
  ids.ends.clear();
  try {
    TokenizerAccess::model(tokenizer).append(texts, ids.ids, ids.ends, 1, specials);
  } catch (...) {
    ids.ids.clear();
    ids.ends.clear();
    throw;
  }
}

std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads, const SpecialChoice& specials) {
  return TokenizerAccess::model(tokenizer).encode(text, threads, specials);
}

}  // namespace bpetite
