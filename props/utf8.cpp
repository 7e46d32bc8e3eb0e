// Tests reading and writing UTF-8: every scalar, and many ill-formed sequences with their offset
// (spec/01-text.md). Also tests how messages show a text: control characters and invalid bytes are
// escaped, and a long text loses its end or its middle.
#include "core/utf8.hpp"

#include "core/wording/shown.hpp"
#include "support/property.hpp"

namespace bpetite {
namespace {

bool is_surrogate(char32_t scalar) { return scalar >= 0xD800 && scalar <= 0xDFFF; }

// Random bytes that resemble UTF-8: the forms of scalars with a byte changed, removed or repeated.
std::string nearly_utf8() {
  std::string bytes;
  for (const auto& form : *rc::gen::container<std::vector<char32_t>>(rc::gen::element<char32_t>(
           0x00, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF))) {
    utf8::append(bytes, form);
  }
  if (!bytes.empty() && *rc::gen::arbitrary<bool>()) {
    const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
    bytes[at] = static_cast<char>(*rc::gen::inRange(0, 256) - 128);
  }
  return bytes;
}

// The definition of RFC 3629: bytes are well-formed if they are the UTF-8 forms of scalars, one
// after the other. Returns the end of the longest well-formed beginning, or nullopt.
std::optional<std::size_t> first_ill_formed_by_definition(std::string_view bytes) {
  std::size_t offset = 0;
  while (offset < bytes.size()) {
    std::size_t size = 0;
    for (std::size_t length = 1; length <= 4 && offset + length <= bytes.size(); ++length) {
      char32_t value = 0;
      for (std::size_t i = 0; i < length; ++i) {
        const auto byte = static_cast<unsigned char>(bytes[offset + i]);
        value =
            i == 0 ? (length == 1 ? byte : byte & (0x7FU >> length)) : (value << 6) | (byte & 63U);
      }
      std::string form;
      if (value <= 0x10FFFF && !is_surrogate(value)) {
        utf8::append(form, value);
      }
      if (form == bytes.substr(offset, length)) {
        size = length;
      }
    }
    if (size == 0) {
      return offset;
    }
    offset += size;
  }
  return std::nullopt;
}

TEST_CASE("S1a: every scalar value has one form and is read back from it", "[exhaustive]") {
  std::uint64_t scalars = 0;
  for (char32_t scalar = 0; scalar <= 0x10FFFF; ++scalar) {
    std::string text;
    utf8::append(text, scalar);
    if (is_surrogate(scalar)) {
      REQUIRE(utf8::first_ill_formed(text) == 0U);
      continue;
    }
    const auto [value, size] = utf8::scalar_at(text, 0);
    if (value != scalar || size != text.size() || utf8::first_ill_formed(text)) {
      FAIL("U+" << std::hex << static_cast<std::uint32_t>(scalar) << " is not read back");
    }
    ++scalars;
  }
  REQUIRE(scalars == 1'112'064);
  test::record("exhaustive", "S1a", "every scalar value has one form and is read back", scalars);
}

PROPERTY("S1a", "the offset of the first ill-formed sequence is the one of the definition") {
  const std::string bytes = nearly_utf8();
  const auto offset = utf8::first_ill_formed(bytes);
  RC_ASSERT(offset == first_ill_formed_by_definition(bytes));
  RC_CLASSIFY(offset.has_value(), "ill-formed");
}

CLAUSE_TEST("S1a",
            "over-long forms, surrogates, values beyond U+10FFFF and cut forms are ill-formed") {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"\x80", 0},
      {"a\xC0\x80", 1},
      {"\xC1\xBF", 0},
      {"\xE0\x9F\xBF", 0},
      {"\xED\xA0\x80", 0},
      {"\xF0\x8F\xBF\xBF", 0},
      {"\xF4\x90\x80\x80", 0},
      {"\xF5\x80\x80\x80", 0},
      {"\xFF", 0},
      {"ab\xE2\x82", 2},
      {"\xE2\x82\x61", 0},
      {"\xF0\x9F\x98", 0},
  };
  for (const auto& [bytes, offset] : cases) {
    INFO(utf8::quoted(bytes));
    REQUIRE(utf8::first_ill_formed(bytes) == offset);
  }
}

CLAUSE_TEST("ERR", "bytes of the user are escaped and cut in messages") {
  REQUIRE(utf8::quoted("a\n\xFF\"\\") == R"("a\n\xff\"\\")");
  REQUIRE(utf8::quoted("abcdef", 3) == "\"abc\"...");
  REQUIRE(utf8::quoted("é｜中🙂 \u0301") == "\"é｜中🙂 \u0301\"");
  REQUIRE(utf8::quoted("éé", 1) == "\"é\"...");
  REQUIRE(utf8::quoted("abc", 3) == "\"abc\"");
  REQUIRE(utf8::quoted("\u009b\u202e\u200b\ufffe") ==
          R"("\xc2\x9b\xe2\x80\xae\xe2\x80\x8b\xef\xbf\xbe")");
}

CLAUSE_TEST("ERR",
            "of the first 256 scalars the controls and the soft hyphen are escaped, no others") {
  for (char32_t scalar = 0; scalar < 0x100; ++scalar) {
    std::string text;
    utf8::append(text, scalar);
    INFO(static_cast<std::uint32_t>(scalar));
    const bool is_escaped = scalar < 0x20 || (scalar >= 0x7F && scalar < 0xA0) || scalar == 0xAD;
    REQUIRE((shown(text) != text) == is_escaped);
    REQUIRE(first_shown(text + "a").size == text.size());
    REQUIRE((shortened(text, 100) != text) == is_escaped);
  }
}

CLAUSE_TEST("ERR", "scalars without a shape are escaped, and their neighbours are not") {
  struct Range {
    char32_t first;
    char32_t last;
  };
  for (const Range& range :
       {Range{0x34F, 0x34F}, Range{0x115F, 0x1160}, Range{0x17B4, 0x17B5}, Range{0x180B, 0x180F},
        Range{0x200B, 0x200F}, Range{0x2060, 0x206F}, Range{0x3164, 0x3164}, Range{0xFDD0, 0xFDEF},
        Range{0xFE00, 0xFE0F}, Range{0xFFA0, 0xFFA0}, Range{0x1FFFE, 0x1FFFF},
        Range{0xDFFFE, 0x10FFFF}}) {
    // The scalars from U+E0201 to U+10FFFE are passed over.
    for (char32_t scalar = range.first - 1; scalar <= std::min(range.last + 1, 0x10FFFFU);
         scalar += scalar == 0xE0200 ? 0x2FDFFU : 1U) {
      std::string text;
      utf8::append(text, scalar);
      INFO(static_cast<std::uint32_t>(scalar));
      CHECK((shown(text) != text) == (range.first <= scalar && scalar <= range.last));
    }
  }
}

CLAUSE_TEST("S1a", "the error of an ill-formed text has its place, and its byte") {
  CHECK_THROWS_WITH(
      utf8::throw_ill_formed("ab\xfe\xff", 2, "file", 40),
      "file: byte 42: \"\\xfe\" begins no well-formed UTF-8 sequence [S1a, chapter 1]");
}

CLAUSE_TEST("ERR", "what was shown once stays the same, and a long text loses its middle") {
  for (const std::string_view text : {"a\\\"b", "\x1b[2J\n", "é\xff", "\u2066中"}) {
    REQUIRE(shown(shown(text)) == shown(text));
  }
  REQUIRE(shortened("abcdefghij", 10) == "abcdefghij");
  REQUIRE(shortened("abcdefghijk", 10) == "ab ... jk");
  REQUIRE(shortened("中中中中中中", 13) == "中 ... 中");
  // It is the size of what is shown that counts, not of what it stands for.
  REQUIRE(shortened("\x01\x02\x03\x04", 13) == R"(\x01 ... \x04)");
  for (std::size_t size = 0; size < 40; ++size) {
    CAPTURE(size);
    const std::string text(size, '\x01');
    CHECK(shortened(text, 21) ==
          (size <= 5 ? shown(text) : std::string(R"(\x01\x01 ... \x01\x01)")));
  }
}

}  // namespace
}  // namespace bpetite
