// Converts bytes from and to two spellings, each by a table: the characters of GPT-2's names, and
// the digits of base64.
//
//   20 74      U+0120 t in the files of GPT-2      IHQ= in base64
#include "core/spelled_bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/utf8.hpp"

namespace bpetite {
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

namespace {

constexpr std::string_view all_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr std::uint8_t none = 64;
  static constexpr std::array<std::uint8_t, 256> digits = [] {
    std::array<std::uint8_t, 256> values{};
    values.fill(none);
    for (std::size_t i = 0; i < all_digits.size(); ++i) {
      values[static_cast<unsigned char>(all_digits[i])] = static_cast<std::uint8_t>(i);
    }
    return values;
  }();
  if (text.empty() || text.size() % 4 != 0) {
    return std::nullopt;
  }
  const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;

  // Four digits of six bits make three bytes. Padding counts as zeros.
  std::string bytes(text.size() / 4 * 3, '\0');
  char* out = bytes.data();
  for (std::size_t i = 0; i < text.size(); i += 4) {
    const std::size_t given = i + 4 < text.size() ? 4 : 4 - padding;
    std::uint32_t bits = 0;
    std::uint32_t faults = 0;
    for (std::size_t k = 0; k < given; ++k) {
      const std::uint32_t digit = digits[static_cast<unsigned char>(text[i + k])];
      faults |= digit & none;
      bits |= digit << (18 - 6 * k);
    }
    if (faults != 0) {
      return std::nullopt;
    }
    for (const unsigned shift : {16U, 8U, 0U}) {
      *out++ = static_cast<char>(static_cast<unsigned char>(bits >> shift));
    }
  }
  bytes.resize(bytes.size() - padding);
  return bytes;
}

std::string to_base64(std::string_view bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view three = bytes.substr(i, 3);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < three.size() ? static_cast<unsigned char>(three[k]) : 0U);
    }
    for (std::size_t k = 0; k < 4; ++k) {
      text += k <= three.size() ? all_digits[bits >> (18 - 6 * k) & 63U] : '=';
    }
  }
  return text;
}

}  // namespace bpetite
