// Decoder decodes token ids. It copies sixteen bytes for each token of up to fifteen bytes.
//
//   ids   256 257      slots   "ab.............2" " ab............3"      text   "ab ab"
//
// A slot of sixteen bytes has the bytes of a token, and their number in the last of them. The whole
// slot is copied, and the next one overwrites the bytes that were too many. Longer tokens, and
// special tokens outside the vocabulary, are copied by their length. The result is a text (decode),
// a text with U+FFFD in place of ill-formed parts (decode_lossy), or the bytes alone, in a string
// or in the caller's memory (join, join_into). lossy() makes such a text of any bytes. Decoder also
// gives the bytes of one token, and checks whether an id is known. Cost: one load and one store of
// sixteen bytes a token, a copy of the result, and its check. Memory: 16 bytes a token.
// props/engine/engine_decode.cpp compares the decoder with the reference.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine {

// The bytes as text, with U+FFFD for each ill-formed part. If `held` is given, it gets the bytes of
// an incomplete scalar at the end instead.
std::string lossy(std::string_view bytes, std::string* held = nullptr);

class Decoder {
 public:
  // The table must outlive it.
  explicit Decoder(const Table& table);

  // FR-20. KeyError for an unknown id (FR-22), UnicodeDecodeError with the byte offset if the
  // joined bytes are not UTF-8 (FR-23).
  std::string decode(std::span<const TokenId> ids) const;

  // The same with U+FFFD for each ill-formed part (S29a). KeyError as above.
  std::string decode_lossy(std::span<const TokenId> ids) const;

  // The bytes of one token. KeyError as above.
  std::string_view bytes_of(TokenId id) const;

  // KeyError if the id at this place is unknown.
  void check_known(TokenId id, std::uint64_t place) const;

  // The joined bytes, which need not be UTF-8. KeyError as above; the message counts ids from
  // `first`.
  std::string join(std::span<const TokenId> ids, std::uint64_t first = 0) const;

  // The size of the joined bytes. KeyError as above.
  std::size_t joined_size(std::span<const TokenId> ids) const;

  // Writes the same bytes to the caller's memory. Returns false if they do not fill it exactly:
  // then somebody else has changed the ids since joined_size(). KeyError as above.
  bool join_into(std::span<const TokenId> ids, std::span<char> memory) const;

  // Throws the error for joined bytes that are ill-formed at `at`, which is the byte `offset` of
  // the whole text.
  [[noreturn]] static void throw_ill_formed(std::string_view bytes, std::size_t at,
                                            std::uint64_t offset);

 private:
  static constexpr std::size_t max_short = 15;
  static constexpr std::uint8_t is_long = 255;  // or unknown, or a special far above the others

  struct Slot {
    std::array<char, max_short> bytes;
    std::uint8_t size;
  };

  std::size_t expected_size(std::span<const TokenId> ids) const;
  template <typename Take>
  void for_each_part(std::span<const TokenId> ids, std::uint64_t first, const Take& take) const;
  std::string_view known_long_bytes(TokenId id, std::uint64_t place) const;
  [[noreturn]] static void throw_unknown(TokenId id, std::uint64_t place);
  std::string_view long_bytes(TokenId id) const;  // empty: no such id

  const Table& table_;
  std::vector<Slot, machine::LargePages<Slot>> slots_;
};

}  // namespace bpetite::engine
