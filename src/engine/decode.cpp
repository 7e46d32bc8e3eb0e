#include "engine/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/fresh_pages.hpp"
#include "engine/utf8.hpp"

namespace bpetite::engine {
namespace {

// Room for the bytes to come, as many for each id as there were so far.
void reserve_for(std::string& text, std::size_t more, std::size_t done, std::size_t ids) {
  if (text.size() + more <= text.capacity()) return;
  const double each = done == 0 ? static_cast<double>(more) / 1024
                                : static_cast<double>(text.size()) / static_cast<double>(done);
  const auto expected = static_cast<std::size_t>(1.03 * each * static_cast<double>(ids));
  text.reserve(std::max({text.size() + more, expected, text.capacity() + text.capacity() / 4}));
}

}  // namespace

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

// A token that has no short slot.
void Decoder::append_long(TokenId id, std::uint64_t place, std::string& text) const {
  const std::string_view bytes = long_bytes(id);
  if (bytes.empty()) {
    throw KeyError(fmt::format("decode: ids[{}]: unknown token id {}", place, id), "FR-22");
  }
  text.append(bytes);
}

// Tokens are put together in a block that stays in the first cache, and the block is appended.
std::string Decoder::join(std::span<const TokenId> ids, std::uint64_t first) const {
  constexpr std::size_t block_ids = 1024;
  std::array<char, block_ids * sizeof(Slot)> block;
  std::string text;
  FreshPages pages;
  for (std::size_t from = 0; from < ids.size(); from += block_ids) {
    const std::size_t end = std::min(from + block_ids, ids.size());
    const auto flush = [&](const char* to) {
      const auto more = static_cast<std::size_t>(to - block.data());
      reserve_for(text, more, from, ids.size());
      pages.touch(text.data(), text.size(), text.size() + more, text.capacity());
      text.append(block.data(), more);
    };
    char* to = block.data();
    for (std::size_t i = from; i < end; ++i) {
      const TokenId id = ids[i];
      if (id < slots_.size() && slots_[id].size != is_long) [[likely]] {
        std::memcpy(to, &slots_[id], sizeof(Slot));
        to += slots_[id].size;
      } else {
        flush(to);
        to = block.data();
        append_long(id, first + i, text);
      }
    }
    flush(to);
  }
  return text;
}

std::string Decoder::decode(std::span<const TokenId> ids) const {
  std::string text = join(ids);
  if (const auto offset = first_ill_formed(text)) throw_ill_formed(text, *offset, *offset);
  return text;
}

void Decoder::throw_ill_formed(std::string_view bytes, std::size_t at, std::uint64_t offset) {
  throw UnicodeDecodeError(fmt::format("decode: byte {}: {} begins no well-formed UTF-8 sequence",
                                       offset, utf8::quoted(bytes.substr(at, 1))),
                           "FR-23", offset);
}

}  // namespace bpetite::engine
