// Tests StreamDecoder, which decodes ids that arrive in several calls, and encoding to 16-bit ids.
// A stream must give the same text as one call of decode(), also where a scalar is split between
// calls. The 16-bit ids must equal the 32-bit ids. Both must report errors.
//
//   add([226])  ""      add([130,172,97])  "€a"      finish()
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include <bpetite/decoding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

template <typename Decode>
std::string text_or_error(const Decode& decode) {
  try {
    return "text " + decode();
  } catch (const Error& error) {
    return fmt::format("{} {} {}", error.kind(), error.what(), error.clause());
  }
}

PROPERTY("S11b FR-20 FR-22 FR-23", "a stream of ids gives the text of all, and its errors") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  std::vector<TokenId> ids = reference::encode(given.text, table);
  // Some lists have a fault: one id is changed, removed, or not in the table.
  const int broken = *rc::gen::weightedElement<int>({{6, 0}, {2, 1}, {2, 2}, {1, 3}});
  if (broken != 0 && !ids.empty()) {
    const auto at = ids.begin() + *number_between<std::ptrdiff_t>(0, std::ssize(ids) - 1);
    if (broken == 1) *at = *number_between<TokenId>(128, 255);
    if (broken == 2) ids.erase(at);
    if (broken == 3) *at = static_cast<TokenId>(table.tokens.size() + 7);
  }
  const std::string whole = text_or_error([&] { return reference::decode(ids, table); });

  bool parted = false;  // whether the bytes of a scalar came in two calls
  const std::string streamed = text_or_error([&] {
    StreamDecoder stream(TokenizerAccess::make(table));
    std::string text;
    for (std::size_t at = 0; at < ids.size();) {
      const auto count = *number_between<std::size_t>(1, std::min<std::size_t>(4, ids.size() - at));
      const std::string more = stream.add(std::span(ids).subspan(at, count));
      RC_ASSERT(!utf8::first_ill_formed(more));
      parted = parted || more.empty();
      text += more;
      at += count;
    }
    stream.finish();
    return text;
  });
  if (broken == 3 && !ids.empty()) {
    // Of two faults, a stream reports the first. Decoding all together reports an unknown id first.
    RC_ASSERT(whole.starts_with("KeyError"));
    RC_ASSERT(streamed == whole || streamed.starts_with("UnicodeDecodeError"));
  } else {
    RC_ASSERT(streamed == whole);
  }
  RC_CLASSIFY(parted, "a scalar in two calls");
  RC_CLASSIFY(!whole.starts_with("text "), "an error");
}

CLAUSE_TEST("FR-23", "an incomplete scalar is distinguished from bytes that begin none") {
  for (char32_t scalar = 0; scalar <= 0x10FFFF; scalar += scalar < 0x3000 ? 1 : 61) {
    if (scalar >= 0xD800 && scalar <= 0xDFFF) continue;
    std::string form;
    utf8::append(form, scalar);
    for (std::size_t size = 1; size < form.size(); ++size) {
      INFO(static_cast<unsigned>(scalar) << ", " << size);
      CHECK(utf8::is_cut_scalar(std::string_view(form).substr(0, size)));
    }
    CHECK_FALSE(utf8::is_cut_scalar(form));
  }
  for (const char* const bytes :
       {"", "\x80", "\xC0", "\xC1", "\xE0\x80", "\xED\xA0", "\xF0\x80", "\xF4\x90", "\xF5",
        "\xE2\x28", "\xE2\x82\x28", "\xF0\x9F\x98\x28", "a"}) {
    INFO(utf8::quoted(bytes));
    CHECK_FALSE(utf8::is_cut_scalar(bytes));
  }
}

CLAUSE_TEST("FR-22 FR-23", "a stream goes on after an error as if it had not been asked") {
  StreamDecoder stream(TokenizerAccess::make(v1_table({})));
  CHECK(stream.add(std::vector<TokenId>{'a', 0xE2}) == "a");
  CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{0x82, 999}),
                    "decode: ids[3]: unknown token id 999 [FR-22]");
  CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{'b'}),
                    "decode: byte 1: \"\\xe2\" begins no well-formed UTF-8 sequence [FR-23]");
  CHECK(stream.add(std::vector<TokenId>{0x82, 0xAC}) == "€");
  CHECK(stream.add({}).empty());
  CHECK(stream.add(std::vector<TokenId>{0xF0}).empty());
  CHECK_THROWS_AS(stream.finish(), UnicodeDecodeError);
  stream.finish();
  CHECK(stream.add(std::vector<TokenId>{'c'}) == "c");
}

CLAUSE_TEST("FR-22 FR-23", "after its end a stream counts ids and bytes from 0 again") {
  StreamDecoder stream(TokenizerAccess::make(v1_table({})));
  for (int times = 0; times < 2; ++times) {
    CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{999}),
                      "decode: ids[0]: unknown token id 999 [FR-22]");
    CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{0x80}),
                      "decode: byte 0: \"\\x80\" begins no well-formed UTF-8 sequence [FR-23]");
    CHECK(stream.add(std::vector<TokenId>{'a', 'b', 'c'}) == "abc");
    stream.finish();
  }
  // The end within a scalar is an end too.
  CHECK(stream.add(std::vector<TokenId>{'a', 0xE2}) == "a");
  CHECK_THROWS_WITH(stream.finish(),
                    "decode: byte 1: \"\\xe2\" begins no well-formed UTF-8 sequence [FR-23]");
  CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{999}),
                    "decode: ids[0]: unknown token id 999 [FR-22]");
  CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{0x80}),
                    "decode: byte 0: \"\\x80\" begins no well-formed UTF-8 sequence [FR-23]");
}

PROPERTY("FR-16c", "ids of 16 bits are those of 32") {
  const EncodeCase given = *encode_case();
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table(given.merges));
  std::vector<std::uint16_t> narrow = {1, 2, 3};
  encode_into(tokenizer, given.text, narrow);
  const std::vector<TokenId> wide = tokenizer.encode(given.text);
  RC_ASSERT(std::vector<TokenId>(narrow.begin(), narrow.end()) == wide);
  RC_CLASSIFY(wide.size() > 1, "several ids");
}

CLAUSE_TEST("FR-16c", "ids that need more than 16 bits are refused, and nothing is changed") {
  Table table = v1_table({{97, 97}});
  table.specials = {{"<|far|>", 65536}};
  std::vector<std::uint16_t> ids = {1, 2, 3};
  CHECK_THROWS_AS(encode_into(TokenizerAccess::make(table), "aaa", ids), ValueError);
  CHECK(ids == std::vector<std::uint16_t>{1, 2, 3});
  table.specials = {{"<|near|>", 65535}};
  encode_into(TokenizerAccess::make(table), "aaa<|near|>", ids);
  CHECK(ids == std::vector<std::uint16_t>{256, 97, 65535});
}

}  // namespace
}  // namespace bpetite::test
