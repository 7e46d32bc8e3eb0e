#include "interop/base64.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace bpetite::interop {

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

}  // namespace bpetite::interop
