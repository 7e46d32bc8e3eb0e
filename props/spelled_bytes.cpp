// Tests the two ways in which files spell bytes: characters that stand for them (S50c), and base64
// (S19c). Tests both directions, that a token with any other character has no bytes, and that any
// other text than base64 is refused.
#include <string>
#include <string_view>
#include <vector>

#include "core/spelled_bytes.hpp"
#include "core/utf8.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

CLAUSE_TEST("S50c", "each byte has one character, and no other character stands for a byte") {
  std::vector<std::string> character_of(256);
  for (char32_t scalar = 0; scalar < 0x3000; ++scalar) {
    if (scalar >= 0xD800 && scalar <= 0xDFFF) continue;
    std::string character;
    utf8::append(character, scalar);
    const auto bytes = bytes_of_characters(character);
    const bool is_as_it_is =
        (scalar >= 0x21 && scalar <= 0x7E) || (scalar >= 0xA1 && scalar <= 0xFF && scalar != 0xAD);
    const bool is_moved = scalar >= 0x100 && scalar <= 0x143;
    INFO(static_cast<std::uint32_t>(scalar));
    CHECK(bytes.has_value() == (is_as_it_is || is_moved));
    if (!bytes) continue;
    CHECK(bytes->size() == 1);
    CHECK(characters_of_bytes(*bytes) == character);
    const auto byte = static_cast<unsigned char>(bytes->front());
    if (is_as_it_is) CHECK(byte == scalar);
    CHECK(character_of.at(byte).empty());
    character_of.at(byte) = character;
  }
  for (const std::string& character : character_of) CHECK(!character.empty());
}

PROPERTY("S50c", "a token with a character that stands for no byte has no bytes") {
  const std::string before = characters_of_bytes(*any_text());
  const auto character = *rc::gen::element<std::string>(
      " ", "\n", "\x7f", "\u00a0", "\u00ad", "\u0144", "\u0145", "\u3000", "\u65e5", "\U0001f642");
  RC_ASSERT(bytes_of_characters(before + character) == std::nullopt);
  RC_ASSERT(bytes_of_characters(character + before) == std::nullopt);
}

PROPERTY("S19c", "base64 is read in whole groups of four, and every other text is refused") {
  const std::string bytes = *any_text();
  const std::string text = to_base64(bytes);
  RC_ASSERT(text.size() == (bytes.size() + 2) / 3 * 4);
  if (bytes.empty()) {
    RC_ASSERT(from_base64(text) == std::nullopt);
    return;
  }
  RC_ASSERT(from_base64(text) == bytes);
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto found = from_base64(std::string_view(text).substr(0, size));
    RC_ASSERT(found.has_value() == (size > 0 && size % 4 == 0));
    if (found) RC_ASSERT(*found == bytes.substr(0, size / 4 * 3));
  }
  const auto place = *number_between<std::size_t>(0, text.size() - 1);
  std::string other = text;
  other[place] = *rc::gen::element('-', '_', ' ', '\n', '\x80', '@', '[', '`', '{', '.');
  RC_ASSERT(from_base64(other) == std::nullopt);
}

}  // namespace
}  // namespace bpetite::test
