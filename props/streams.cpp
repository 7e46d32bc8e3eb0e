// Tests StreamDecoder, which decodes ids that arrive in several calls, strictly or with U+FFFD, and
// encoding to 16-bit ids. A stream must give the same text as one call of decode(), even if a
// scalar is split between calls, go on after an error, and begin anew after its end. The 16-bit ids
// must equal the 32-bit ids. Both must report errors. Also tests decoding to lossy text and to
// bytes in one call, and which bytes are the beginning of a scalar.
//
//   add([226])  ""      add([130,172,97])  "€a"      finish()
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
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
  // Some lists have a mistake: one id is changed, removed, or not in the table.
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
    // If there are two mistakes, a stream reports the first one. Decoding all ids together reports
    // an unknown id first.
    RC_ASSERT(whole.starts_with("KeyError"));
    RC_ASSERT(streamed == whole || streamed.starts_with("UnicodeDecodeError"));
  } else {
    RC_ASSERT(streamed == whole);
  }
  RC_CLASSIFY(parted, "a scalar in two calls");
  RC_CLASSIFY(!whole.starts_with("text "), "an error");
}

// Ids of single bytes. Half of them or more are lead bytes and trailing bytes, mostly without the
// other bytes of their scalar.
std::vector<TokenId> byte_ids() {
  const std::vector<TokenId> telling = {0x61, 0x7F, 0x80, 0x82, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2,
                                        0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  return *rc::gen::container<std::vector<TokenId>>(
      rc::gen::oneOf(rc::gen::elementOf(telling), rc::gen::inRange<TokenId>(0, 256)));
}

PROPERTY("S29a S29b", "lossy text is that of the reference, and bytes are those of the ids") {
  const std::vector<TokenId> ids = byte_ids();
  const Table table = v1_table({{0xE2, 0x82}});
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const std::string text = decode(tokenizer, ids, IllFormed::replaced);
  RC_ASSERT(text == reference::decode_lossy(ids, table));
  RC_ASSERT(!utf8::first_ill_formed(text));
  const std::string bytes = decode_bytes(tokenizer, ids);
  RC_ASSERT(bytes == reference::decode_bytes(ids, table));
  RC_ASSERT((text == bytes) == !utf8::first_ill_formed(bytes));
  std::string each;
  for (const TokenId id : ids) each += token_bytes(tokenizer, id);
  RC_ASSERT(each == bytes);
  RC_CLASSIFY(text != bytes, "replaced");
}

PROPERTY("S29c S29a", "a lossy stream, joined, is the lossy text of all") {
  const std::vector<TokenId> ids = byte_ids();
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  StreamDecoder stream(tokenizer, IllFormed::replaced);
  // Runs twice, because a stream that was ended begins again.
  for (int times = 0; times < 2; ++times) {
    std::string text;
    for (std::size_t at = 0; at < ids.size();) {
      const auto count = *number_between<std::size_t>(1, std::min<std::size_t>(4, ids.size() - at));
      const std::string more = stream.add(std::span(ids).subspan(at, count));
      RC_ASSERT(!utf8::first_ill_formed(more));
      text += more;
      at += count;
    }
    text += stream.finish();
    RC_ASSERT(text == decode(tokenizer, ids, IllFormed::replaced));
  }
}

// The beginnings of all scalars that have several bytes. With more bytes, each can become UTF-8.
const std::set<std::string, std::less<>>& cut_scalars() {
  static const std::set<std::string, std::less<>> all = [] {
    std::set<std::string, std::less<>> cut;
    for (char32_t scalar = 0; scalar <= 0x10FFFF; ++scalar) {
      if (scalar == 0xD800) scalar = 0xE000;
      std::string form;
      utf8::append(form, scalar);
      for (std::size_t size = 1; size < form.size(); ++size) cut.insert(form.substr(0, size));
    }
    return cut;
  }();
  return all;
}

// A slow stream, which decodes all ids again with each call.
class SlowStream {
 public:
  std::string add(std::span<const TokenId> ids) {
    std::vector<TokenId> all = ids_;
    all.insert(all.end(), ids.begin(), ids.end());
    const std::string bytes = reference::decode_bytes(all, table_);
    const std::size_t fault = utf8::first_ill_formed(bytes).value_or(bytes.size());
    const bool may_go_on = fault == bytes.size() || cut_scalars().contains(bytes.substr(fault));
    if (!may_go_on) {
      is_faulty_ = true;
      reference::decode(all, table_);  // throws
    }
    if (!ids.empty()) is_faulty_ = false;
    ids_ = all;
    const std::size_t before = std::exchange(given_, fault);
    return bytes.substr(before, fault - before);
  }

  std::string finish() {
    const std::vector<TokenId> all = std::exchange(ids_, {});
    given_ = 0;
    if (!std::exchange(is_faulty_, false)) reference::decode(all, table_);
    return "";
  }

 private:
  Table table_ = v1_table({});
  std::vector<TokenId> ids_;
  std::size_t given_ = 0;  // bytes
  bool is_faulty_ = false;
};

PROPERTY("S29e S11b FR-22 FR-23", "a strict stream is one that decodes all anew with each call") {
  StreamDecoder stream(TokenizerAccess::make(v1_table({})));
  SlowStream slow;
  bool was_used_again = false;
  bool has_failed = false;
  for (auto calls = *number_between<int>(1, 20); calls > 0; --calls) {
    std::vector<TokenId> ids = byte_ids();
    ids.resize(std::min(ids.size(), *number_between<std::size_t>(0, 3)));
    if (*number_between(0, 19) == 0) ids.push_back(999);
    const bool is_end = *number_between(0, 4) == 0;
    const auto call = [&](auto& decoder) {
      return text_or_error([&] { return is_end ? decoder.finish() : decoder.add(ids); });
    };
    const std::string wanted = call(slow);
    RC_ASSERT(call(stream) == wanted);
    was_used_again = was_used_again || (has_failed && wanted.size() > 5);
    has_failed = has_failed || wanted.starts_with("UnicodeDecodeError");
  }
  RC_CLASSIFY(was_used_again, "used again after an error");
}

PROPERTY("S29c S29e S11b", "after each id, a stream and its end are the text of the ids so far") {
  const std::vector<TokenId> ids = byte_ids();
  const Table table = v1_table({});
  for (const IllFormed ill_formed : {IllFormed::replaced, IllFormed::refused}) {
    StreamDecoder stream(TokenizerAccess::make(table), ill_formed);
    std::string text;
    for (std::size_t count = 1; count <= ids.size(); ++count) {
      const auto so_far = std::span(ids).first(count);
      const std::string wanted =
          text_or_error([&] { return decode(TokenizerAccess::make(table), so_far, ill_formed); });
      const std::string ended = text_or_error([&] {
        text += stream.add(so_far.last(1));
        return text + StreamDecoder(stream).finish();
      });
      RC_ASSERT(ended == wanted);
      const std::string bytes = reference::decode_bytes(so_far, table);
      const std::size_t fault = utf8::first_ill_formed(bytes).value_or(bytes.size());
      if (ill_formed == IllFormed::replaced || fault == bytes.size()) continue;
      if (cut_scalars().contains(bytes.substr(fault))) continue;
      RC_ASSERT(text == bytes.substr(0, fault));
      RC_ASSERT(stream.finish().empty());  // the error was reported
      break;
    }
  }
}

CLAUSE_TEST("S29a", "each two bytes, and each three that begin a scalar, become as many U+FFFD") {
  // The expected number comes from the table of the standard (chapter 3, table 3-7), not from the
  // code under test.
  const auto is_trailing = [](unsigned byte) { return 0x80 <= byte && byte <= 0xBF; };
  const auto may_follow = [&](unsigned first, unsigned second) {
    if (first == 0xE0) return 0xA0 <= second && second <= 0xBF;
    if (first == 0xED) return 0x80 <= second && second <= 0x9F;
    if (first == 0xF0) return 0x90 <= second && second <= 0xBF;
    if (first == 0xF4) return 0x80 <= second && second <= 0x8F;
    return 0xC2 <= first && first <= 0xF4 && is_trailing(second);
  };
  const auto begins = [](unsigned byte) { return 0xC2 <= byte && byte <= 0xF4; };
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  const auto shown = [&](std::vector<TokenId> ids) {
    return decode(tokenizer, ids, IllFormed::replaced);
  };
  const std::string one = "\uFFFD";
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0x80; second < 0x100; ++second) {
      INFO(first << " " << second);
      const bool is_pair = begins(first) && may_follow(first, second);
      if (is_pair && first < 0xE0) continue;  // a whole scalar
      CHECK(shown({first, second}) == (is_pair ? one : one + one));
      CHECK(shown({first, second, 'a'}) == (is_pair ? one : one + one) + "a");
      if (is_pair && first >= 0xF0) CHECK(shown({first, second, 0x80}) == one);
      if (is_pair && first >= 0xF0) CHECK(shown({first, second, 0xC0}) == one + one);
    }
  }
}

CLAUSE_TEST("S29a S29b FR-22", "an unknown id is a KeyError in every way to decode") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  const std::vector<TokenId> ids = {0xFF, 999};
  const std::string error = "decode: ids[1]: unknown token id 999 [FR-22, chapter 6]";
  CHECK_THROWS_WITH(decode(tokenizer, ids, IllFormed::replaced), error);
  CHECK_THROWS_WITH(decode_bytes(tokenizer, ids), error);
  CHECK_THROWS_WITH(token_bytes(tokenizer, 999),
                    "decode: ids[0]: unknown token id 999 [FR-22, chapter 6]");
  CHECK(token_bytes(tokenizer, 256) == "<|endoftext|>");
  StreamDecoder stream(tokenizer, IllFormed::replaced);
  CHECK(stream.add(std::vector<TokenId>{0xF0, 0x9F}).empty());
  CHECK_THROWS_AS(stream.add(std::vector<TokenId>{'a', 999}), KeyError);
  CHECK(stream.add(std::vector<TokenId>{0x98, 0x80}) == "😀");
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
                    "decode: ids[3]: unknown token id 999 [FR-22, chapter 6]");
  CHECK_THROWS_WITH(
      stream.add(std::vector<TokenId>{'b'}),
      "decode: byte 1: \"\\xe2\" begins no well-formed UTF-8 sequence [FR-23, chapter 6]");
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
                      "decode: ids[0]: unknown token id 999 [FR-22, chapter 6]");
    CHECK_THROWS_WITH(
        stream.add(std::vector<TokenId>{0x80}),
        "decode: byte 0: \"\\x80\" begins no well-formed UTF-8 sequence [FR-23, chapter 6]");
    CHECK(stream.add(std::vector<TokenId>{'a', 'b', 'c'}) == "abc");
    stream.finish();
  }
  // A stream that ends within a scalar has ended, too.
  CHECK(stream.add(std::vector<TokenId>{'a', 0xE2}) == "a");
  CHECK_THROWS_WITH(
      stream.finish(),
      "decode: byte 1: \"\\xe2\" begins no well-formed UTF-8 sequence [FR-23, chapter 6]");
  CHECK_THROWS_WITH(stream.add(std::vector<TokenId>{999}),
                    "decode: ids[0]: unknown token id 999 [FR-22, chapter 6]");
  CHECK_THROWS_WITH(
      stream.add(std::vector<TokenId>{0x80}),
      "decode: byte 0: \"\\x80\" begins no well-formed UTF-8 sequence [FR-23, chapter 6]");
}

PROPERTY("FR-16c S27c", "ids of 16 bits are those of 32") {
  const EncodeCase given = *encode_case();
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table(given.merges));
  const std::string text = given.text + "<|endoftext|>";
  const auto choice = *rc::gen::element(SpecialChoice(), SpecialChoice::ordinary());
  std::vector<std::uint16_t> narrow = {1, 2, 3};
  encode_into(tokenizer, text, narrow, choice);
  const std::vector<TokenId> wide = encode(tokenizer, text, choice);
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
  CHECK_THROWS_AS(encode_into(TokenizerAccess::make(table), "a\xff", ids), UnicodeDecodeError);
  CHECK(ids.size() == 3);
  // The highest id may be that of a token, above all special ones.
  for (const std::size_t size : {65536U, 65537U}) {
    table.tokens.resize(size, "far");
    table.specials = {{"<|near|>", 300}};
    const std::string error = text_or_error([&] {
      encode_into(TokenizerAccess::make(table), "aa", ids);
      return std::string();
    });
    CHECK(error == (size == 65536
                        ? "text "
                        : "ValueError encode: ids of 16 bits: the tokenizer has id 65536 "));
  }
}

}  // namespace
}  // namespace bpetite::test
