// More ways to decode: into text, in which bytes that are not UTF-8 are refused or replaced by
// U+FFFD (IllFormed); into bytes; or into text while ids arrive (StreamDecoder). Also gives the
// bytes of one token, and removes the ids of special tokens from a list of ids.
//
//   bpetite::StreamDecoder stream(tokenizer, bpetite::IllFormed::replaced);
//   while (const auto id = next_id()) {
//     show(stream.add({&*id, 1}));     // "" until a scalar is whole
//   }
//   show(stream.finish());
//
// The texts of add() and finish(), joined, are what decode() gives for all ids at once. Any number
// of threads may use the functions with the same tokenizer, but only one a StreamDecoder.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// What becomes of bytes that are not UTF-8.
enum class IllFormed : std::uint8_t {
  refused,   // a UnicodeDecodeError with the byte offset (FR-23)
  replaced,  // U+FFFD for each ill-formed part (S29a)
};

// The text of token ids. KeyError: an id is not in the vocabulary (FR-22), whatever `ill_formed`
// is. UnicodeDecodeError: the bytes are not UTF-8, and `ill_formed` is `refused`.
std::string decode(const Tokenizer& tokenizer, std::span<const TokenId> ids, IllFormed ill_formed);

// The joined bytes of token ids, which need not be UTF-8 (S29b). KeyError as above.
std::string decode_bytes(const Tokenizer& tokenizer, std::span<const TokenId> ids);

// The bytes of one token; those of a special token are its literal. The view is valid as long as
// the tokenizer lives. KeyError as above.
std::string_view token_bytes(const Tokenizer& tokenizer, TokenId id);

// The ids without those of special tokens (S29d), for a text without them. Added tokens that are
// not special stay (S27f). KeyError as above.
std::vector<TokenId> without_special_tokens(const Tokenizer& tokenizer,
                                            std::span<const TokenId> ids);

// One thread may use it at a time. It keeps the ids of one call and up to three bytes in memory.
class StreamDecoder {
 public:
  explicit StreamDecoder(Tokenizer tokenizer, IllFormed ill_formed = IllFormed::refused);

  // The text that these ids complete. The bytes of an incomplete scalar at the end wait for the
  // next ids. Errors count ids and bytes from the start of the stream.
  // KeyError: an id is unknown (FR-22). UnicodeDecodeError, with IllFormed::refused: the bytes
  // cannot become UTF-8, whatever follows (FR-23). After an error, none of these ids was taken:
  // other ids may come in their place, or finish() ends the stream (S29e).
  std::string add(std::span<const TokenId> ids);

  // Ends the stream, and returns the rest of its text: U+FFFD if bytes waited and are replaced,
  // else "". Bytes that waited are dropped, and the next id begins a new stream.
  // UnicodeDecodeError, with IllFormed::refused: the stream ends within a scalar (FR-23). There is
  // no error if add() has thrown one and no id was taken since: that was the error of this stream.
  std::string finish();

 private:
  Tokenizer tokenizer_;
  IllFormed ill_formed_;
  std::string held_;         // the beginning of a scalar
  std::uint64_t ids_ = 0;    // ids taken so far
  std::uint64_t bytes_ = 0;  // bytes returned so far
  bool is_faulty_ = false;   // add() has thrown for bytes, and no id was taken since
};

}  // namespace bpetite
