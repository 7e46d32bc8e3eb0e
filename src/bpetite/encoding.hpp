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
//   const auto all = bpetite::encode_batch(tokenizer, texts, 8);       // ids of each text
//   const auto one = bpetite::encode_parallel(tokenizer, text, 8);     // those of encode(text)
//
// Whatever the number of threads, the ids are those of Tokenizer::encode, and so are the errors.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// Replaces what is in `ids` by the ids of the text; its capacity is kept, and grows if it must.
// UnicodeDecodeError: the text is not UTF-8; then `ids` is empty.
void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids);

// The same in 16 bits an id: half the memory once it is done, while it lasts 32 bits beside.
// ValueError: the tokenizer has ids above 65,535. UnicodeDecodeError: as above. After either `ids`
// is as it was.
void encode_into(const Tokenizer& tokenizer, std::string_view text,
                 std::vector<std::uint16_t>& ids);

// The ids of each text, by up to so many threads; the calling one is one of them. 0 is taken for 1.
// UnicodeDecodeError: a text is not UTF-8; of several the first.
std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads = 1);

// The ids of one text, cut where every chunk ends for certain, by up to so many threads. A short
// text, or one without such places, takes fewer.
// UnicodeDecodeError: the text is not UTF-8.
std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads);

}  // namespace bpetite
