#include "support/texts/rank_files.hpp"

#include <fmt/format.h>

namespace bpetite::test {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t i = bit; i < bit + 6; ++i) {
      const unsigned byte = i / 8 < bytes.size() ? static_cast<unsigned char>(bytes[i / 8]) : 0U;
      digit = digit << 1 | (byte >> (7 - i % 8) & 1U);
    }
    text += digits[digit];
  }
  text.resize((text.size() + 3) / 4 * 4, '=');
  return text;
}

std::string rank_line(std::string_view bytes, std::size_t id) {
  return fmt::format("{} {}\n", base64(bytes), id);
}

std::string rank_file_of_bytes() {
  std::string file;
  for (std::size_t byte = 0; byte < 256; ++byte) {
    file += rank_line(std::string(1, static_cast<char>(static_cast<unsigned char>(byte))), byte);
  }
  return file;
}

}  // namespace bpetite::test
