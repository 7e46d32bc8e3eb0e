#include "interop/byte_alphabet.hpp"

#include <array>
#include <cstdint>

#include "core/utf8.hpp"

namespace bpetite::interop {
namespace {

constexpr std::uint16_t no_byte = 256;

// The byte of each character below U+0144.
constexpr std::array<std::uint16_t, 0x144> byte_of = [] {
  std::array<std::uint16_t, 0x144> table{};
  table.fill(no_byte);
  std::size_t next = 0x100;
  for (std::uint16_t byte = 0; byte < 256; ++byte) {
    const bool is_printable = (0x21 <= byte && byte <= 0x7E) || (0xA1 <= byte && byte != 0xAD);
    table[is_printable ? byte : next++] = byte;
  }
  return table;
}();

}  // namespace

std::optional<std::string> bytes_of_characters(std::string_view token) {
  std::string result;
  result.reserve(token.size());
  for (std::size_t i = 0; i < token.size(); ++i) {
    // All of these characters have one or two bytes in UTF-8.
    auto scalar = std::size_t{static_cast<unsigned char>(token[i])};
    if (scalar >= 0x80) {
      if (scalar >= 0xE0 || i + 1 == token.size()) return std::nullopt;
      scalar = (scalar & 0x1F) << 6 | (static_cast<unsigned char>(token[++i]) & 0x3F);
    }
    if (scalar >= byte_of.size() || byte_of[scalar] == no_byte) return std::nullopt;
    result += static_cast<char>(static_cast<unsigned char>(byte_of[scalar]));
  }
  return result;
}

std::string characters_of_bytes(std::string_view bytes) {
  static constexpr std::array<std::uint16_t, 256> character_of = [] {
    std::array<std::uint16_t, 256> table{};
    for (std::size_t scalar = 0; scalar < byte_of.size(); ++scalar) {
      if (byte_of[scalar] != no_byte) table[byte_of[scalar]] = static_cast<std::uint16_t>(scalar);
    }
    return table;
  }();
  std::string result;
  for (const char byte : bytes) {
    utf8::append(result, character_of[static_cast<unsigned char>(byte)]);
  }
  return result;
}

}  // namespace bpetite::interop
