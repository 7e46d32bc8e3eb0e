// From token ids to text: sixteen bytes a token, whether it has them or not.
//
//   ids   256 257      slots   "ab.............2" " ab............3"      text   "ab ab"
//
// The bytes of a token lie in a slot of sixteen, and in the last of them their number. A slot is
// copied whole, and the next one goes over what was too much. Tokens of sixteen bytes and more are
// copied by their length. Cost: one load and one store of sixteen bytes a token, a copy of the
// result, and its check. Memory: 16 bytes a token. props/engine/engine_decode.cpp holds it against
// the reference.
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

// Bytes as text, with U+FFFD for what is ill-formed. What an incomplete scalar at their end has
// goes to `held` instead, if there is one.
std::string lossy(std::string_view bytes, std::string* held = nullptr);

class Decoder {
 public:
  // The table must outlive it.
  explicit Decoder(const Table& table);

  // FR-20. KeyError for an unknown id (FR-22), UnicodeDecodeError with the byte offset if the
  // joined bytes are not UTF-8 (FR-23).
  std::string decode(std::span<const TokenId> ids) const;

  // The same with U+FFFD for what is ill-formed (S29a). KeyError as above.
  std::string decode_lossy(std::span<const TokenId> ids) const;

  // The bytes of one token. KeyError as above.
  std::string_view bytes_of(TokenId id) const;

  // KeyError if the id at this place is unknown.
  void check_known(TokenId id, std::uint64_t place) const;

  // The joined bytes alone, whether they are UTF-8 or not. KeyError as above, where the first of
  // the ids is called `first`.
  std::string join(std::span<const TokenId> ids, std::uint64_t first = 0) const;

  // The size of the joined bytes. KeyError as above.
  std::size_t joined_size(std::span<const TokenId> ids) const;

  // The same bytes to the caller's memory. Returns false if they do not fit it exactly: somebody
  // else wrote to the ids since joined_size(). KeyError as above.
  bool join_into(std::span<const TokenId> ids, std::span<char> memory) const;

  // The error for joined bytes that are ill-formed at `at`, the byte `offset` of all.
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
