// Decodes token ids (Decoder). It copies the bytes of tokens one after the other into a block that
// stays in the processor's first cache, and adds the block to the result when the block is full or
// a long token comes. decode() throws an error if the bytes are not UTF-8. decode_lossy() and
// lossy() put U+FFFD in place of ill-formed parts; lossy() can keep back the bytes of an incomplete
// scalar at the end. join(), joined_size() and join_into() give the bytes without this check, or
// their number. bytes_of() gives the bytes of one token, and check_known() only checks an id. In
// all of these an unknown id is a KeyError.
#include "engine/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/machine/large_pages.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine {

Decoder::Decoder(const Table& table)
    : table_(table), slots_(table.tokens.size(), Slot{{}, is_long}) {
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    const std::string& bytes = table.tokens[id];
    if (bytes.empty() || bytes.size() > max_short) continue;
    std::ranges::copy(bytes, slots_[id].bytes.begin());
    slots_[id].size = static_cast<std::uint8_t>(bytes.size());
  }
}

std::string_view Decoder::long_bytes(TokenId id) const {
  if (id < table_.tokens.size() && !table_.tokens[id].empty()) return table_.tokens[id];
  for (const SpecialToken& special : table_.specials) {
    if (special.id == id) return special.literal;
  }
  return {};
}

void Decoder::throw_unknown(TokenId id, std::uint64_t place) {
  throw KeyError(fmt::format("decode: ids[{}]: unknown token id {}", place, id), "FR-22");
}

// The bytes of a token that has no short slot. KeyError if there is no such token.
std::string_view Decoder::known_long_bytes(TokenId id, std::uint64_t place) const {
  const std::string_view bytes = long_bytes(id);
  if (bytes.empty()) throw_unknown(id, place);
  return bytes;
}

// An estimate of the number of bytes, from a sample of the ids. A text that outgrows its memory has
// to be copied.
std::size_t Decoder::expected_size(std::span<const TokenId> ids) const {
  constexpr std::size_t most = 1U << 14;
  const std::size_t step = std::max<std::size_t>(ids.size() / most, 1);
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < ids.size(); i += step, ++count) {
    const bool is_short = ids[i] < slots_.size() && slots_[ids[i]].size != is_long;
    bytes += is_short ? slots_[ids[i]].size : sizeof(Slot);
  }
  const double each =
      static_cast<double>(bytes) / static_cast<double>(std::max<std::size_t>(count, 1));
  return static_cast<std::size_t>(each * static_cast<double>(ids.size()) * (step > 1 ? 1.02 : 1.0));
}

namespace {

// Prefetches the slot of a later id, since the slots of a large vocabulary are not in a near cache.
// An unknown id has no slot; then the address after the last one may be prefetched.
template <typename Slots>
void prefetch(const Slots& slots, std::span<const TokenId> ids, std::size_t i) {
  constexpr std::size_t ahead = 64;
  if (i + ahead >= ids.size()) return;
  __builtin_prefetch(slots.data() + std::min<std::size_t>(ids[i + ahead], slots.size()));
}

}  // namespace

// Calls `take` with the joined bytes in parts. Tokens are put together in a block that stays in the
// first cache. A long token is a part of its own.
template <typename Take>
void Decoder::for_each_part(std::span<const TokenId> ids, std::uint64_t first,
                            const Take& take) const {
  constexpr std::size_t block_ids = 1024;
  std::array<char, block_ids * sizeof(Slot)> block;
  const std::span<const Slot> slots(slots_);  // a copy, which no store through `to` can reach
  for (std::size_t from = 0; from < ids.size(); from += block_ids) {
    const std::size_t end = std::min(from + block_ids, ids.size());
    char* to = block.data();
    for (std::size_t i = from; i < end; ++i) {
      const TokenId id = ids[i];
      prefetch(slots, ids, i);
      if (id < slots.size() && slots[id].size != is_long) [[likely]] {
        std::memcpy(to, &slots[id], sizeof(Slot));
        to += slots[id].size;
      } else {
        take(std::string_view(block.data(), to));
        to = block.data();
        take(known_long_bytes(id, first + i));
      }
    }
    take(std::string_view(block.data(), to));
  }
}

std::string Decoder::join(std::span<const TokenId> ids, std::uint64_t first) const {
  std::string text;
  text.reserve(expected_size(ids));
  machine::FreshPages pages;
  for_each_part(ids, first, [&](std::string_view part) {
    pages.touch(text.data(), text.size(), text.size() + part.size(), text.capacity());
    text.append(part);
  });
  return text;
}

std::size_t Decoder::joined_size(std::span<const TokenId> ids) const {
  std::size_t size = 0;
  const std::span<const Slot> slots(slots_);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const TokenId id = ids[i];
    prefetch(slots, ids, i);
    const bool is_short = id < slots.size() && slots[id].size != is_long;
    size += is_short ? slots[id].size : known_long_bytes(id, i).size();
  }
  return size;
}

bool Decoder::join_into(std::span<const TokenId> ids, std::span<char> memory) const {
  std::size_t size = 0;  // of all parts, whether they fit or not
  machine::FreshPages pages;
  for_each_part(ids, 0, [&](std::string_view part) {
    if (size <= memory.size() && part.size() <= memory.size() - size) {
      pages.touch(memory.data(), size, size + part.size(), memory.size());
      std::ranges::copy(part, memory.begin() + static_cast<std::ptrdiff_t>(size));
    }
    size += part.size();
  });
  return size == memory.size();
}

std::string lossy(std::string_view bytes, std::string* held) {
  std::string text;
  while (const auto fault = scan::first_ill_formed(bytes)) {
    text.append(bytes.substr(0, *fault));
    bytes.remove_prefix(*fault);
    if (held != nullptr && utf8::is_cut_scalar(bytes)) {
      *held = bytes;
      return text;
    }
    text += utf8::replacement;
    bytes.remove_prefix(utf8::ill_formed_size(bytes, 0));
  }
  return text.append(bytes);
}

std::string Decoder::decode_lossy(std::span<const TokenId> ids) const {
  std::string bytes = join(ids);
  const auto fault = scan::first_ill_formed(bytes);
  if (!fault) return bytes;
  return bytes.substr(0, *fault) + lossy(std::string_view(bytes).substr(*fault));
}

std::string_view Decoder::bytes_of(TokenId id) const {
  const std::string_view bytes = long_bytes(id);
  if (bytes.empty()) throw_unknown(id, 0);
  return bytes;
}

void Decoder::check_known(TokenId id, std::uint64_t place) const {
  const bool is_short = id < slots_.size() && slots_[id].size != is_long;
  if (!is_short && long_bytes(id).empty()) throw_unknown(id, place);
}

std::string Decoder::decode(std::span<const TokenId> ids) const {
  std::string text = join(ids);
  if (const auto offset = scan::first_ill_formed(text)) throw_ill_formed(text, *offset, *offset);
  return text;
}

void Decoder::throw_ill_formed(std::string_view bytes, std::size_t at, std::uint64_t offset) {
  throw UnicodeDecodeError(fmt::format("decode: byte {}: {} begins no well-formed UTF-8 sequence",
                                       offset, utf8::quoted(bytes.substr(at, 1))),
                           "FR-23", offset);
}

}  // namespace bpetite::engine
