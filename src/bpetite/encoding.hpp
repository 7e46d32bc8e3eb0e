// More ways to encode: into a vector that is reused, into given memory, or into ids of 16 bits;
// many texts in one call, into a vector each or into one (FlatIds); one text on many threads; only
// the first ids of a text; with the ids of the profile's template; or with a choice of special
// tokens. Also counts the ids of a text.
//
//   const std::vector<std::string_view> texts = {"ab abc", "ab"};
//   std::vector<bpetite::TokenId> ids;
//   for (const std::string_view each : texts) {
//     bpetite::encode_into(tokenizer, each, ids);            // reuses the memory of ids
//     send(ids);
//   }
//   const std::string_view text = texts.front();
//   std::vector<std::uint16_t> narrow;
//   bpetite::encode_into(tokenizer, text, narrow);           // where no id is above 65,535
//   std::array<bpetite::TokenId, 100> space = {};
//   const auto count = bpetite::encode_into(tokenizer, text, std::span(space));
//   const auto all = bpetite::encode_batch(tokenizer, texts, 8);        // ids of each text
//   const auto flat = bpetite::encode_batch_flat(tokenizer, texts, 8);  // the same in one vector
//   const auto one = bpetite::encode_parallel(tokenizer, text, 8);      // those of encode(text)
//   const auto first = bpetite::encode_up_to(tokenizer, text, 512);     // and where it is cut
//   const auto plain = bpetite::encode(tokenizer, text, bpetite::SpecialChoice::ordinary());
//
// The last argument of each says which literals of special tokens in the text become ids
// (<bpetite/special.hpp>). Without it, the rule of the tokenizer's profile applies. ValueError: the
// text holds a special token that is not allowed, or the profile does not let the caller allow any.
// KeyError: no special token has a literal that is allowed (S27). After these errors, a buffer is
// in the same state as after a UnicodeDecodeError.
//
// The ids and the errors are the same for any number of threads.
//
// Memory besides texts and ids: at most 64 MiB for each encoding thread, which the tokenizer keeps
// for the next call. A text of more than 4 MB that has more distinct chunks than fit there may need
// up to 16 bytes for each of its bytes, and never more than 1 GiB: it would take several times as
// long to merge such chunks again each time they occur. A chunk of more than 512 bytes, such as a
// line of one letter, needs more memory during its merging (engine/encode.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// As Tokenizer::encode, with a choice of special tokens.
std::vector<TokenId> encode(const Tokenizer& tokenizer, std::string_view text,
                            const SpecialChoice& specials);

// How many ids the text has (S28a). They are not kept, so it needs no space for them.
std::size_t count_ids(const Tokenizer& tokenizer, std::string_view text,
                      const SpecialChoice& specials = {});

// The ids of the text between those that the profile's template has before and after a text (S26i),
// as Hugging Face's library adds them by default. Most profiles have none.
std::vector<TokenId> encode_with_template(const Tokenizer& tokenizer, std::string_view text,
                                          const SpecialChoice& specials = {});

// The first ids of the text, at most `limit`, how much of it they cover, and whether it was cut
// (S28d). The time is that of encoding these ids, and of a look at the whole text. It is checked
// for UTF-8 and for special tokens that are not allowed, so that the errors are those of encode.
EncodedPrefix encode_up_to(const Tokenizer& tokenizer, std::string_view text, std::size_t limit,
                           const SpecialChoice& specials = {});

// The same with the ids of the profile's template, which count too: `limit` is for all together.
// ValueError: the template alone has more ids.
EncodedPrefix encode_with_template_up_to(const Tokenizer& tokenizer, std::string_view text,
                                         std::size_t limit, const SpecialChoice& specials = {});

// Replaces the content of `ids` by the ids of the text, and reuses its memory.
// UnicodeDecodeError: the text is not UTF-8; then `ids` is empty.
void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids,
                 const SpecialChoice& specials = {});
// The same on at most `threads` threads, as encode_parallel.
void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<TokenId>& ids,
                 unsigned threads, const SpecialChoice& specials = {});

// Writes the ids of the text to the front of `ids`, and returns their number. A text has at most
// as many ids as bytes; if its profile changes text (S30a, S30g), at most four times as many. The
// rest of `ids` may be overwritten.
// ValueError: there are more ids than fit; the message gives their number. UnicodeDecodeError:
// the text is not UTF-8, and nothing was written.
std::size_t encode_into(const Tokenizer& tokenizer, std::string_view text, std::span<TokenId> ids,
                        const SpecialChoice& specials = {});

// The same as the first function, with 16 bits for each id.
// ValueError: the tokenizer has ids above 65,535. UnicodeDecodeError: the text is not UTF-8.
// After either error, `ids` is unchanged.
void encode_into(const Tokenizer& tokenizer, std::string_view text, std::vector<std::uint16_t>& ids,
                 const SpecialChoice& specials = {});

// The ids of each text, on at most `threads` threads, including the calling thread. 0 means 1.
// UnicodeDecodeError: a text is not UTF-8. If several texts have an error, it is that of the first.
std::vector<std::vector<TokenId>> encode_batch(const Tokenizer& tokenizer,
                                               std::span<const std::string_view> texts,
                                               unsigned threads = 1,
                                               const SpecialChoice& specials = {});

// The ids of all texts in one vector. The ids of text i end at ids[ends[i]].
struct FlatIds {
  std::vector<TokenId> ids;
  std::vector<std::size_t> ends;  // of each text

  std::size_t size() const { return ends.size(); }
  // The ids of text i.
  std::span<const TokenId> operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends[i - 1];
    return std::span(ids).subspan(begin, ends[i] - begin);
  }
};

// As encode_batch, but without a vector for each text: for many short texts.
FlatIds encode_batch_flat(const Tokenizer& tokenizer, std::span<const std::string_view> texts,
                          unsigned threads = 1, const SpecialChoice& specials = {});

// Replaces the content of `ids` by the ids of the texts, and reuses its memory.
// UnicodeDecodeError: a text is not UTF-8. If several texts have an error, it is that of the first.
// Then `ids` is empty.
void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids,
                 const SpecialChoice& specials = {});
// The same on at most `threads` threads, as encode_batch_flat.
void encode_into(const Tokenizer& tokenizer, std::span<const std::string_view> texts, FlatIds& ids,
                 unsigned threads, const SpecialChoice& specials = {});

// The ids of one text, on at most `threads` threads. The text is divided at places where a chunk
// certainly ends. A short text, or one without such places, uses fewer threads.
// UnicodeDecodeError: the text is not UTF-8.
std::vector<TokenId> encode_parallel(const Tokenizer& tokenizer, std::string_view text,
                                     unsigned threads, const SpecialChoice& specials = {});

}  // namespace bpetite
