// From token ids to text: sixteen bytes a token, whether it has them or not.
//
//   ids   256 257      slots   "ab··············" 2   " ab·············" 3      text   "ab ab"
//
// The bytes of every token lie in a slot of sixteen, and its length beside. A slot is copied whole,
// and the next one goes over what was too much. Longer tokens are copied by their length. Cost: one
// load and one store of sixteen bytes a token, and the check of the result.
// Memory: 17 bytes a token. props/engine_decode.cpp holds it against the reference.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace bpetite::engine {

class Decoder {
 public:
  // The table must outlive it.
  explicit Decoder(const Table& table);

  // FR-20. KeyError for an unknown id (FR-22), UnicodeDecodeError with the byte offset if the
  // joined bytes are not UTF-8 (FR-23).
  std::string decode(std::span<const TokenId> ids) const;

  // The joined bytes alone, whether they are UTF-8 or not. KeyError as above, where the first of
  // the ids is called `first`.
  std::string join(std::span<const TokenId> ids, std::uint64_t first = 0) const;

  // The error for joined bytes that are ill-formed at `at`, the byte `offset` of all.
  [[noreturn]] static void throw_ill_formed(std::string_view bytes, std::size_t at,
                                            std::uint64_t offset);

 private:
  static constexpr std::size_t slot_size = 16;
  static constexpr std::uint8_t is_long = 255;  // or unknown, or a special far above the others

  const char* slot(TokenId id) const { return slots_.data() + id * slot_size; }
  std::size_t total_size(std::span<const TokenId> ids, std::uint64_t first) const;
  std::string_view long_bytes(TokenId id) const;  // empty: no such id

  const Table& table_;
  std::string slots_;
  std::vector<std::uint8_t> sizes_;
};

}  // namespace bpetite::engine
