// Encodes texts in the forms that callers need: one text into a new vector, a reused vector, given
// memory or ids of 16 bits; many texts into a vector each, or into one vector, new or reused; one
// text on several threads. Also counts ids, encodes only the first ids of a text and finds where
// they end in it, and puts ids between those of a template. The encoder of the engine makes the
// ids. Most forms give it a sink, an object that takes the ids.
//
//   "ab abc"      ids 256 257 99      count 3      at most two: 256 257, and "c" is cut off
#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include <algorithm>
#include <limits>
#include <utility>

#include "bpetite/access.hpp"
#include "core/wording/counted.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/machine/parallel.hpp"
#include "engine/offsets.hpp"

namespace bpetite {
namespace {

const engine::Encoder& encoder_of(const Tokenizer& tokenizer) {
  return TokenizerAccess::model(tokenizer).encoder();
}

}  // namespace

std::vector<TokenId> encode(const Tokenizer& tokenizer, std::string_view text,
                            const SpecialChoice& specials) {
  return encoder_of(tokenizer).encode(text, specials);
}

std::size_t write_ids(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> space,
                      const SpecialChoice& specials) {
  engine::SpanSink sink(space);
  encoder_of(tokenizer).append(text, sink, specials);
  return sink.size();
}

std::size_t count_ids(const Tokenizer& tokenizer, std::string_view text,
                      const SpecialChoice& specials) {
  return write_ids(tokenizer, text, {}, specials);
}

std::vector<TokenId> with_template(std::vector<TokenId> ids, const Template& around) {
  ids.insert(ids.begin(), around.before.begin(), around.before.end());
  ids.insert(ids.end(), around.after.begin(), around.after.end());
  check_size(around, ids.size());
  return ids;
}

std::vector<TokenId> encode_with_template(const Tokenizer& tokenizer, std::string_view text,
                                          const SpecialChoice& specials) {
  return with_template(encode(tokenizer, text, specials),
                       TokenizerAccess::table(tokenizer).profile.ids_around);
}

EncodedPrefix encode_up_to(const Tokenizer& tokenizer, std::string_view text, std::size_t limit,
                           const SpecialChoice& specials) {
  const engine::Encoder& encoder = encoder_of(tokenizer);
  EncodedPrefix first{{}, false, text.size(), text.size()};
  engine::FirstSink sink(first.ids, limit);
  const std::size_t read = encoder.append_first(text, sink, specials);
  first.is_cut = sink.is_full();
  if (!first.is_cut) return first;
  const std::size_t size = TokenizerAccess::model(tokenizer).decoder().joined_size(first.ids);
  const auto [covered, rest] =
      engine::cut_behind(text, size, encoder.changes_before(read, text, specials));
  first.covered = covered;
  first.rest = rest;
  return first;
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
  first.ids = with_template(std::move(first.ids), around);
  return first;
}

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids,
                 const SpecialChoice& specials) {
  encode_into(tokenizer, text, ids, 1, specials);
}

void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids,
                 unsigned threads, const SpecialChoice& specials) {
  ids.clear();
  encoder_of(tokenizer).append(text, threads, ids, specials);
}

std::size_t encode_into(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> ids,
                        const SpecialChoice& specials) {
  const std::size_t count = write_ids(tokenizer, text, ids, specials);
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
  engine::NarrowSink sink(all);
  encoder_of(tokenizer).append(text, sink, specials);
  ids.swap(all);
}

std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads, const SpecialChoice& specials) {
  std::vector<std::vector<TokenId>> results(texts.size());
  const engine::Encoder& encoder = encoder_of(tokenizer);
  engine::machine::for_each_slice(texts, threads, [&](std::size_t from, std::size_t count) {
    encoder.encode(texts.subspan(from, count), std::span(results).subspan(from, count), specials);
  });
  return results;
}

FlatIds encode_batch_flat(const Tokenizer& tokenizer, std::span<const std::string_view> texts,
                          unsigned threads, const SpecialChoice& specials) {
  FlatIds flat;
  encoder_of(tokenizer).append(texts, threads, flat.ids, flat.ends, specials);
  return flat;
}

void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids,
                 unsigned threads, const SpecialChoice& specials) {
  ids.ids.clear();
  ids.ends.clear();
  try {
    encoder_of(tokenizer).append(texts, threads, ids.ids, ids.ends, specials);
  } catch (...) {
    ids.ids.clear();
    throw;
  }
}

void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids,
                 const SpecialChoice& specials) {
  encode_into(tokenizer, texts, ids, 1, specials);
}

std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads, const SpecialChoice& specials) {
  std::vector<TokenId> ids;
  encode_into(tokenizer, text, ids, threads, specials);
  return ids;
}

}  // namespace bpetite
