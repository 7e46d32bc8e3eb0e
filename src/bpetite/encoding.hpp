// More ways to encode: into a buffer that is kept, many texts in one call, one text on many
// threads.
//
//   std::vector<bpetite::TokenId> ids;
//   for (const std::string& text : texts) {
//     bpetite::encode_into(tokenizer, text, ids);      // no memory is asked for anew
//     send(ids);
//   }
//   std::vector<std::uint16_t> narrow;
//   bpetite::encode_into(tokenizer, text, narrow);     // where no id is above 65,535
//   const std::size_t count = bpetite::encode_into(tokenizer, text, std::span(mapped, size));
//   const auto all = bpetite::encode_batch(tokenizer, texts, 8);       // ids of each text
//   const auto flat = bpetite::encode_batch_flat(tokenizer, texts, 8); // the same in one vector
//   const auto one = bpetite::encode_parallel(tokenizer, text, 8);     // those of encode(text)
//
// Whatever the number of threads, the ids are those of Tokenizer::encode, and so are the errors.
//
// Memory beyond texts and ids: at most 64 MiB for each thread that encodes at the time, which the
// tokenizer keeps for the next call; a chunk of more than 512 bytes, such as a line of one letter,
// needs some more while it is merged (engine/encode.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// Replaces what is in `ids` by the ids of the text; its capacity is kept, and grows if it must.
// UnicodeDecodeError: the text is not UTF-8; then `ids` is empty.
void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids);

// Writes the ids of the text to the front of `ids`, and returns how many there are. A text has at
// most as many ids as bytes. What lies behind them in `ids` may be written over.
// ValueError: there is no room for all; the message says how many there are. UnicodeDecodeError: as
// above; then nothing is written.
std::size_t encode_into(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> ids);

// The same as the first in 16 bits an id.
// ValueError: the tokenizer has ids above 65,535. UnicodeDecodeError: the text is not
// UTF-8. After either `ids` is as it was.
void encode_into(const Tokenizer& tokenizer, std::string_view text,
                 std::vector<std::uint16_t>& ids);

// The ids of each text, by up to so many threads; the calling one is one of them. 0 is taken for 1.
// UnicodeDecodeError: a text is not UTF-8; of several the first.
std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads = 1);

// Ids of texts, one text behind the other: those of text i end at ids[ends[i]].
struct FlatIds {
  std::vector<TokenId> ids;
  std::vector<std::size_t> ends;  // of each text

  std::size_t size() const { return ends.size(); }
  // Those of one text.
  std::span<const TokenId> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(ids).subspan(begin, ends[i] - begin);
  }
};

// As encode_batch, without memory for each text: for many short ones.
FlatIds encode_batch_flat(const Tokenizer& tokenizer, std::span<const std::string_view> texts,
                          unsigned threads = 1);

// Replaces what is in `ids` by the ids of the texts; its capacities are kept, and grow if they
// must. UnicodeDecodeError: a text is not UTF-8; of several the first. Then `ids` is empty.
void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids);

// The ids of one text, cut where every chunk ends for certain, by up to so many threads. A short
// text, or one without such places, takes fewer.
// UnicodeDecodeError: the text is not UTF-8.
std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads);

}  // namespace bpetite
