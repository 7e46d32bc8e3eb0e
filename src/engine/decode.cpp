#include "engine/decode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/utf8.hpp"

namespace bpetite::engine {

Decoder::Decoder(const Table& table) : table_(table) {
  slots_.resize(table.tokens.size() * slot_size);
  sizes_.resize(table.tokens.size(), is_long);
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    const std::string& bytes = table.tokens[id];
    if (bytes.empty() || bytes.size() > slot_size) continue;
    bytes.copy(slots_.data() + id * slot_size, bytes.size());
    sizes_[id] = static_cast<std::uint8_t>(bytes.size());
  }
}

std::string_view Decoder::long_bytes(TokenId id) const {
  if (id < table_.tokens.size() && !table_.tokens[id].empty()) return table_.tokens[id];
  for (const SpecialToken& special : table_.specials) {
    if (special.id == id) return special.literal;
  }
  return {};
}

// FR-22: every id is looked up before a byte is copied.
std::size_t Decoder::total_size(std::span<const TokenId> ids, std::uint64_t first) const {
  std::size_t total = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const TokenId id = ids[i];
    if (id < sizes_.size() && sizes_[id] != is_long) {
      total += sizes_[id];
      continue;
    }
    const std::string_view bytes = long_bytes(id);
    if (bytes.empty()) {
      throw KeyError(fmt::format("decode: ids[{}]: unknown token id {}", first + i, id), "FR-22");
    }
    total += bytes.size();
  }
  return total;
}

std::string Decoder::join(std::span<const TokenId> ids, std::uint64_t first) const {
  std::string text;
  text.resize(total_size(ids, first));
  char* to = text.data();
  char* const end = to + text.size();
  for (const TokenId id : ids) {
    const bool is_short = id < sizes_.size() && sizes_[id] != is_long;
    if (is_short && static_cast<std::size_t>(end - to) >= slot_size) [[likely]] {
      std::memcpy(to, slot(id), slot_size);
      to += sizes_[id];
    } else {
      const std::string_view bytes =
          is_short ? std::string_view(slot(id), sizes_[id]) : long_bytes(id);
      to = std::ranges::copy(bytes, to).out;
    }
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
