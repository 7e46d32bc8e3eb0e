// Tests offsets, which say from which part of the text (the span) each id comes, and encoding only
// the first ids of a text (S28b to S28d). Spans must join without a gap, and the engine's must be
// those of the reference: with normalizers, with special tokens that take white space, for tokens
// of any size, wherever the parts end in which the engine reads a text, and in memory that is used
// again. Also tests bytes that are dropped because they have no token, ids that a text cannot have,
// errors, that no more of a text is encoded than its first ids need, and the ids that a template
// puts around a text, also of files that ask for truncation or padding.
#include <bpetite/encoding.hpp>
#include <bpetite/offsets.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "engine/encode.hpp"
#include "engine/offsets.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/offsets.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Letters and marks that join each other or do not, literals, parts of Hangul, long ASCII.
const std::vector<std::string> pieces = {"<s>",
                                         ">",
                                         "e",
                                         " ",
                                         "\u3000\n",
                                         "\u0301",
                                         "\u00e9",
                                         "<",
                                         "s",
                                         "\u0323",
                                         "word ",
                                         "\u1112",
                                         "\u1161",
                                         "\u11ab",
                                         "\ud55c",
                                         "\u0958",
                                         "\u212b",
                                         "\u0344",
                                         "\U00016d63",
                                         "\U00016d67",
                                         "\u20ac",
                                         "\U0001f600",
                                         "a plain text of forty bytes and a few"};

std::string some_text() {
  std::string text;
  for (auto left = *rc::gen::inRange(0, 20); left > 0; --left) {
    text += pieces[*rc::gen::inRange<std::size_t>(0, pieces.size())];
  }
  return text;
}

Normalizer some_normalizer() {
  return *rc::gen::element(Normalizer::none, Normalizer::nfc_9_0, Normalizer::nfc_16_0);
}

Table some_table(Normalizer normalizer) {
  // e with acute, the euro sign, s with a space, two bytes of a syllable, "wor", "es", "la"
  Table table = v1_table({{195, 169},
                          {226, 130},
                          {257, 172},
                          {32, 115},
                          {237, 149},
                          {'w', 'o'},
                          {261, 'r'},
                          {'e', 's'},
                          {'l', 'a'}});
  table.profile.normalizer = normalizer;
  table.specials = {{"<s>", 300, *rc::gen::arbitrary<bool>()},
                    {">\u00e9", 301, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()}};
  return table;
}

// The same with tokens that take white space, or do not decode to their literals, where they may
// (S30f), and with a space before segments (S30g).
Table reaching_table() {
  const Normalizer normalizer = some_normalizer();
  Table table = some_table(normalizer);
  table.profile.prefix_space = *rc::gen::arbitrary<bool>();
  if (table.profile.prefix_space && normalizer != Normalizer::none) {
    for (SpecialToken& token : table.specials) token.normalized = false;
  }
  for (SpecialToken& token : table.specials) {
    if (token.normalized && normalizer != Normalizer::none) continue;
    token.lstrip = *rc::gen::arbitrary<bool>();
    token.rstrip = *rc::gen::arbitrary<bool>();
    token.single_word = *number_between(0, 3) == 0;
    if (token.id != 301) continue;
    table.tokens.resize(302);
    table.tokens[301] = ">\xe9";
    table.text_tokens = {301};
  }
  return table;
}

PROPERTY("S28b S28c S27g S27h S30g S31e", "the engine finds the offsets that the reference finds") {
  const Table table =
      *rc::gen::arbitrary<bool>() ? reaching_table() : some_table(some_normalizer());
  const std::string text = some_text();
  const auto choice = *rc::gen::element(SpecialChoice(), SpecialChoice::ordinary());
  const std::vector<TokenId> ids = reference::encode(text, table, choice);
  const std::vector<Span> bytes = reference::byte_spans(text, ids, table, choice);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const IdsWithOffsets found = encode_with_offsets(tokenizer, text, choice);
  RC_ASSERT(found.ids == ids);
  RC_ASSERT(found.spans == bytes);
  RC_ASSERT(encode_with_offsets(tokenizer, text, choice, OffsetUnit::scalars).spans ==
            reference::scalar_spans(text, bytes));
  RC_CLASSIFY(reference::normalize(text, table.profile.normalizer) != text, "normalized");
}

CLAUSE_TEST("S28b S28d S27g", "the span of a special token begins with the white space it takes") {
  Table table = v1_table({});
  table.specials = {{"<s>", 300}};
  const std::string text = "a \u3000<s>\n b";
  for (const bool lstrip : {false, true}) {
    for (const bool rstrip : {false, true}) {
      INFO(lstrip << rstrip);
      table.specials[0].lstrip = lstrip;
      table.specials[0].rstrip = rstrip;
      const IdsWithOffsets found = encode_with_offsets(TokenizerAccess::make(table), text);
      const auto special = std::ranges::find(found.ids, TokenId{300}) - found.ids.begin();
      const Span span = {lstrip ? 1U : 5U, rstrip ? 10U : 8U};
      CHECK(found.spans[static_cast<std::size_t>(special)] == span);
      CHECK(found.spans == reference::byte_spans(text, found.ids, table));
      const auto first =
          encode_up_to(TokenizerAccess::make(table), text, static_cast<std::size_t>(special) + 1);
      CHECK(first.covered == span.end);
    }
  }
}

// The second token is found in a stretch behind the first. It takes white space, or has other
// bytes.
CLAUSE_TEST("S28b S27g S31e",
            "a special token that changes the text has its place in the whole text") {
  for (const bool takes_space : {false, true}) {
    Table table = v1_table({});
    table.tokens.resize(302);
    table.tokens[301] = takes_space ? "<n>" : "a long token";
    table.text_tokens = {301};
    table.specials = {{"<s>", 300}, {"<n>", 301, true, true, takes_space, takes_space}};
    const std::string text = "a <s>b <n> c<s> <n>";
    const IdsWithOffsets found = encode_with_offsets(TokenizerAccess::make(table), text);
    CHECK(found.ids == reference::encode(text, table));
    CHECK(found.spans == reference::byte_spans(text, found.ids, table));
    CHECK(std::ranges::count(found.ids, TokenId{301}) == 2);
  }
}

CLAUSE_TEST("S28b S28c", "the offsets of a text of thousands of ids are those of the reference") {
  const std::string dots(200, '.');  // an unusually long token
  std::string text;
  for (std::size_t i = 0; i < 1200; ++i) {
    text += pieces[(i * i + i / pieces.size()) % pieces.size()];
  }
  text += dots + "\u20ac" + dots;
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_9_0}) {
    Table table = v1_table({{195, 169}, {226, 130}, {'w', 'o'}, {'.', '.'}});
    table.profile.normalizer = normalizer;
    table.specials = {{"<s>", 300}, {dots, 301}};
    const std::vector<TokenId> ids = reference::encode(text, table);
    const std::vector<Span> bytes = reference::byte_spans(text, ids, table);
    const Tokenizer tokenizer = TokenizerAccess::make(table);
    CHECK(ids.size() > 2048);
    CHECK(encode_with_offsets(tokenizer, text).spans == bytes);
    CHECK(encode_with_offsets(tokenizer, text, {}, OffsetUnit::scalars).spans ==
          reference::scalar_spans(text, bytes));
  }
}

// A table that lacks three bytes which are frequent in the texts, and sometimes the blank.
Table table_without_bytes() {
  Table table = some_table(some_normalizer());
  if (*rc::gen::inRange(0, 3) == 0) table.tokens[' '].clear();
  for (const unsigned byte : {0x73U, 0xa9U, 0x88U}) table.tokens[byte].clear();
  table.specials.resize(1);
  table.specials[0].normalized = false;
  table.profile.drops_missing_bytes = true;
  table.profile.prefix_space = *rc::gen::arbitrary<bool>();
  return table;
}

PROPERTY("S31d S28b S30g", "the engine drops the bytes that the reference drops") {
  const Table table = table_without_bytes();
  const std::string text = some_text();
  const std::vector<TokenId> ids = reference::encode(text, table);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const IdsWithOffsets found = encode_with_offsets(tokenizer, text);
  RC_ASSERT(found.ids == ids);
  const std::vector<Span> bytes = reference::byte_spans(text, ids, table);
  RC_ASSERT(found.spans == bytes);
  RC_ASSERT(encode_with_offsets(tokenizer, text, {}, OffsetUnit::scalars).spans ==
            reference::scalar_spans(text, bytes));
  RC_ASSERT(encode(tokenizer, text + text, {}) == reference::encode(text + text, table));
  RC_CLASSIFY(text.find_first_of("s\xa9\x88") != std::string::npos, "dropped");
}

PROPERTY("S31d", "the chunks lose their missing bytes, and then they are merged") {
  Table table = table_without_bytes();
  table.specials.clear();
  const std::string text = some_text();
  std::vector<TokenId> wanted;
  const std::string form = reference::with_prefix_space(
      reference::normalize(text, table.profile.normalizer), table.profile);
  for (std::string_view chunk : reference::Pretokenizer(table.profile).chunks(form)) {
    std::string kept(chunk);
    std::erase_if(kept,
                  [&](char c) { return table.tokens[static_cast<unsigned char>(c)].empty(); });
    const auto ids = reference::encode_chunk(kept, table);
    wanted.insert(wanted.end(), ids.begin(), ids.end());
  }
  RC_ASSERT(reference::encode(text, table) == wanted);
}

PROPERTY("S28b", "without a normalizer a span holds the bytes of its token") {
  const Table table = some_table(Normalizer::none);
  const std::string text = some_text();
  const std::vector<TokenId> ids = reference::encode(text, table);
  std::size_t end = 0;
  const std::vector<Span> spans = reference::byte_spans(text, ids, table);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    RC_ASSERT(spans[i].begin == end);
    end = spans[i].end;
    const std::string bytes =
        ids[i] >= 300 ? table.specials[ids[i] - 300].literal : table.tokens[ids[i]];
    RC_ASSERT(text.substr(spans[i].begin, end - spans[i].begin) == bytes);
  }
  RC_ASSERT(end == text.size());
}

PROPERTY("S28b", "the forms of the groups, joined, are the form of the text") {
  const std::string text = some_text();
  const Normalizer normalizer = some_normalizer();
  std::string joined;
  std::size_t at = 0;
  for (const std::string_view group : reference::groups(text, normalizer)) {
    RC_ASSERT(group.data() == text.data() + at);
    at += group.size();
    joined += reference::normalize(group, normalizer);
  }
  RC_ASSERT(at == text.size());
  RC_ASSERT(joined == reference::normalize(text, normalizer));
  RC_CLASSIFY(joined != text, "changed");
}

PROPERTY("S28b S28c", "spans go from the start of the text to its end, and leave no gap") {
  const Table table = some_table(some_normalizer());
  const std::string text = some_text();
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  std::u32string scalars;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    scalars += scalar;
    at += size;
  }
  for (const OffsetUnit unit : {OffsetUnit::bytes, OffsetUnit::scalars}) {
    Span last;
    for (const Span span : encode_with_offsets(tokenizer, text, {}, unit).spans) {
      RC_ASSERT(last.begin <= span.begin);
      RC_ASSERT(span.begin <= last.end);
      RC_ASSERT(last.end <= span.end);
      RC_ASSERT(span.begin < span.end);
      last = span;
    }
    RC_ASSERT(last.end == (unit == OffsetUnit::bytes ? text.size() : scalars.size()));
  }
}

CLAUSE_TEST("S28b S28c", "tokens of any number of bytes have the offsets of the reference") {
  // Each token is one letter or sign more than the one before: "a", "aa", ..., "é", "éé", ...
  std::vector<Pair> merges;
  for (TokenId id = 256; merges.size() < 300; ++id) {
    merges.push_back({merges.empty() ? TokenId{'a'} : id - 1, 'a'});
  }
  const TokenId sign = 256 + static_cast<TokenId>(merges.size());
  merges.push_back({0xC3, 0xA9});
  for (TokenId id = sign + 1; merges.size() < 500; ++id) merges.push_back({id - 1, sign});
  const Table table = v1_table(merges);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (std::size_t size = 1; size < 301; ++size) {
    std::string text(size, 'a');
    for (std::size_t i = 0; i < std::min<std::size_t>(size, 199); ++i) text += "é";
    text += "b";
    const IdsWithOffsets found = encode_with_offsets(tokenizer, text);
    const std::vector<Span> bytes = reference::byte_spans(text, found.ids, table);
    CHECK(found.spans == bytes);
    CHECK(encode_with_offsets(tokenizer, text, {}, OffsetUnit::scalars).spans ==
          reference::scalar_spans(text, bytes));
  }
}

CLAUSE_TEST("S28b", "the errors are those of encode") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  CHECK_THROWS_AS(encode_with_offsets(tokenizer, "a\xff"), UnicodeDecodeError);
  CHECK(encode_with_offsets(tokenizer, "").spans.empty());

  Table table = small_exchange_table();
  table.profile.normalizer = Normalizer::nfc_16_0;
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  const Tokenizer other = TokenizerAccess::make(table);
  const std::vector<TokenId> ids = {256, 258};
  CHECK(offsets_of(other, "ab<s>", ids, SpecialChoice::all()).size() == 2);
  CHECK_THROWS_AS(offsets_of(other, "ab<s>", ids, SpecialChoice::only({})), ValueError);
  CHECK_THROWS_AS(offsets_of(other, "ab", {{256}}, SpecialChoice::only({"<none>"})), KeyError);
}

PROPERTY("S28d", "the first ids are those of the whole text, and it is cut where their spans end") {
  const auto kind = *number_between(0, 3);
  const Table table = kind == 0   ? table_without_bytes()
                      : kind == 1 ? reaching_table()
                                  : some_table(some_normalizer());
  const std::string text = some_text();
  const std::vector<TokenId> ids = reference::encode(text, table);
  const std::vector<Span> spans = reference::byte_spans(text, ids, table);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  bool is_scalar_cut = false;
  for (std::size_t limit = 0; limit <= ids.size() + 1; ++limit) {
    const EncodedPrefix first = reference::encode_up_to(text, limit, table);
    RC_ASSERT(std::ranges::equal(first.ids, std::span(ids).first(std::min(limit, ids.size()))));
    RC_ASSERT(first.is_cut == (limit < ids.size()));
    RC_ASSERT(!utf8::first_ill_formed(text.substr(first.rest)));
    if (first.is_cut) {
      RC_ASSERT(first.covered == (limit == 0 ? 0 : spans[limit - 1].end));
      const std::size_t next = spans[limit].begin;
      RC_ASSERT(first.rest <= next && next < first.rest + utf8::scalar_at(text, first.rest).size);
    } else {
      RC_ASSERT(first.covered == text.size() && first.rest == text.size());
    }
    is_scalar_cut = is_scalar_cut || first.rest < first.covered;
    RC_ASSERT(encode_up_to(tokenizer, text, limit) == first);
  }
  RC_CLASSIFY(is_scalar_cut, "cut in two");
}

PROPERTY("S28d S30e S30g", "the first ids are the same, wherever the engine's windows end") {
  Table table = *rc::gen::arbitrary<bool>()
                    ? reaching_table()
                    : some_table(*rc::gen::element(Normalizer::nfc_9_0, Normalizer::nfc_16_0));
  if (*number_between(0, 1) == 0) table.specials.clear();
  if (*number_between(0, 3) == 0) {
    table.specials.push_back({"d p", 302, !table.profile.prefix_space});
  }
  const std::string text = some_text();
  const std::vector<TokenId> ids = reference::encode(text, table);
  engine::EncodeOptions options;
  options.window = *number_between<std::size_t>(1, 12);
  const engine::Encoder encoder(table, options);
  const engine::Decoder decoder(table);
  const auto limit = *number_between<std::size_t>(0, ids.size() / 2);
  const EncodedPrefix wanted = reference::encode_up_to(text, limit, table);
  std::vector<TokenId> found;
  engine::FirstSink sink(found, limit);
  const std::size_t read = encoder.append_first(text, sink);
  RC_ASSERT(found == wanted.ids);
  RC_ASSERT(sink.is_full() == wanted.is_cut);
  if (!wanted.is_cut) return;
  const auto changes = encoder.changes(std::string_view(text).substr(0, read), {});
  const auto cut = engine::cut_behind(text, decoder.join(found).size(), changes);
  RC_ASSERT(cut.covered == wanted.covered);
  RC_ASSERT(cut.rest == wanted.rest);
  RC_CLASSIFY(read < text.size(), "stopped early");
}

CLAUSE_TEST("S28d S30e", "no window of any size ends within a group") {
  Table table = v1_table({});
  table.profile.normalizer = Normalizer::nfc_16_0;
  const std::string text = "e\u0323\u0301a\u1112\u1161\u11ab e\u0301";
  const std::vector<TokenId> ids = reference::encode(text, table);
  engine::EncodeOptions options;
  for (options.window = 1; options.window <= text.size(); ++options.window) {
    for (std::size_t limit = 0; limit <= ids.size(); ++limit) {
      INFO(options.window << " " << limit);
      std::vector<TokenId> found;
      engine::FirstSink sink(found, limit);
      engine::Encoder(table, options).append_first(text, sink);
      CHECK(found == reference::encode_up_to(text, limit, table).ids);
    }
  }
}

CLAUSE_TEST("S28d", "of a long text no more is encoded than is needed") {
  for (const Normalizer normalizer : {Normalizer::none, Normalizer::nfc_9_0}) {
    for (const std::string_view piece : {"word ", "e\u0301, ", "\u4e00\u3002"}) {
      INFO(static_cast<int>(normalizer) << piece);
      Table table = v1_table({});
      table.profile.normalizer = normalizer;
      std::string text;
      while (text.size() < std::size_t{1} << 20) text += piece;
      std::vector<TokenId> ids;
      engine::FirstSink sink(ids, 1000);
      const std::size_t read = engine::Encoder(table).append_first(text, sink);
      CHECK(ids == [&] {
        std::vector<TokenId> all = engine::Encoder(table).encode(text.substr(0, 3000));
        all.resize(1000);
        return all;
      }());
      CHECK(read < std::size_t{1} << 17);
    }
  }
}

CLAUSE_TEST("S28b S28c", "spans are written into room that is kept") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({{97, 98}}));
  IdsWithOffsets kept;
  for (const std::string_view text : {"abab \u20ac", "", "a", "ab ab ab ab ab"}) {
    for (const OffsetUnit unit : {OffsetUnit::bytes, OffsetUnit::scalars}) {
      const IdsWithOffsets fresh = encode_with_offsets(tokenizer, text, {}, unit);
      encode_with_offsets(tokenizer, text, kept, {}, unit);
      CHECK(kept.ids == fresh.ids);
      CHECK(kept.spans == fresh.spans);
      CHECK(offsets_of(tokenizer, text, fresh.ids, {}, unit) == fresh.spans);
    }
  }
}

// The ids are not those of the text. With a long list, a search could read beyond the end of the
// text.
CLAUSE_TEST("S28b S28c S1a FR-22", "ids that a text cannot have are refused") {
  Table table = v1_table({{97, 98}});
  table.profile.normalizer = Normalizer::nfc_16_0;
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const std::vector<TokenId> many(100000, 256);
  const std::vector<TokenId> unknown = {97, 300};
  const std::vector<TokenId> three = {97, 97, 97};
  for (const OffsetUnit unit : {OffsetUnit::bytes, OffsetUnit::scalars}) {
    CHECK_THROWS_AS(offsets_of(tokenizer, "ab", many, {}, unit), ValueError);
    CHECK_THROWS_AS(offsets_of(tokenizer, "", {many.data(), 1}, {}, unit), ValueError);
    CHECK_THROWS_AS(offsets_of(tokenizer, "abc", unknown, {}, unit), KeyError);
    CHECK_THROWS_AS(offsets_of(tokenizer, "a\xff", three, {}, unit), UnicodeDecodeError);
    // "e" and U+0301 have three bytes and become two.
    CHECK(offsets_of(tokenizer, "e\xcc\x81", {three.data(), 2}, {}, unit).size() == 2);
    CHECK(
        error_of([&] { offsets_of(tokenizer, "e\xcc\x81", three, {}, unit); }) ==
        "ValueError: offsets: the ids have 3 bytes, and the text has 2 in its form: they are those "
        "of another text [S28b, chapter 4]");
  }
}

CLAUSE_TEST("S28d S26i", "the ids of the template count, and are always there") {
  Table table = v1_table({{97, 98}});
  table.profile.ids_around = {{258}, {259, 260}};
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const std::string text = "abab";
  for (std::size_t limit = 0; limit < 8; ++limit) {
    INFO(limit);
    if (limit < 3) {
      CHECK_THROWS_AS(encode_with_template_up_to(tokenizer, text, limit), ValueError);
      CHECK_THROWS_AS(reference::encode_with_template_up_to(text, limit, table), ValueError);
      continue;
    }
    const EncodedPrefix first = encode_with_template_up_to(tokenizer, text, limit);
    CHECK(first == reference::encode_with_template_up_to(text, limit, table));
    CHECK(first.ids.size() == std::min<std::size_t>(limit, 5));
    CHECK(first.covered == std::min<std::size_t>(2 * (limit - 3), 4));
  }
}

// A file whose library cuts ids or fills them up: with the template a text has the library's ids,
// or none (S50g).
PROPERTY("S50g S26i", "with a template that cuts or fills, ids are those without it, or an error") {
  Table table = v1_table({{'a', 'b'}});
  Template& around = table.profile.ids_around;
  around = {{300}, {301, 302}};
  const Template plain = around;
  if (*number_between(0, 2) > 0) around.cut_at = *number_between<std::uint32_t>(0, 12);
  switch (*number_between(0, 2)) {
    case 0:
      around.fill_to = *number_between<std::uint32_t>(1, 12);
      break;
    case 1:
      around.fill_multiple = *number_between<std::uint32_t>(2, 5);
      break;
    default:
      break;
  }
  const std::string text(*number_between<std::size_t>(0, 12), 'x');
  const std::size_t size = text.size() + 3;
  const bool is_cut = around.cut_at && size > *around.cut_at;
  const bool is_filled =
      size < around.fill_to || (around.fill_to == 0 && size % around.fill_multiple != 0);
  const std::string expected = is_cut || is_filled ? "ValueError S50g" : "done";
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  std::vector<TokenId> ids;
  RC_ASSERT(outcome([&] { ids = encode_with_template(tokenizer, text); }) == expected);
  RC_ASSERT(outcome([&] { reference::with_template(reference::encode(text, table), around); }) ==
            expected);
  RC_ASSERT(outcome([&] { encode_with_template_up_to(tokenizer, text, size); }) == expected);
  if (expected == "done")
    RC_ASSERT(ids == reference::with_template(reference::encode(text, table), plain));
  RC_ASSERT(tokenizer.encode(text).size() == text.size());  // without it, the ids are whole
  RC_CLASSIFY(expected != "done", "refused");
  // A limit that the caller gives takes the place of the file's.
  if (around.cut_at && *around.cut_at >= 3 && !is_filled && around.fill_to == 0 &&
      around.fill_multiple == 1) {
    const EncodedPrefix first = encode_with_template_up_to(tokenizer, text, *around.cut_at);
    RC_ASSERT(first.ids.size() == std::min<std::size_t>(size, *around.cut_at));
    RC_ASSERT(first.ids.back() == 302);
  }
}

CLAUSE_TEST("S50g", "the error of a template says how many ids there are, and what a file wants") {
  const auto error = [](const Template& around, std::size_t ids) {
    return error_of([&] { check_size(around, ids); });
  };
  const auto refused = [](std::string_view ids, std::string_view says) {
    return fmt::format(
        "ValueError: encode: with the template there are {}, and the file of the model "
        "says that they are {} [S50g, chapter 16]",
        ids, says);
  };
  CHECK(error({{}, {}, 3}, 3) == "none");
  CHECK(error({{}, {}, 3}, 4) == refused("4 ids", "cut at 3: say how many are wanted (S28d)"));
  CHECK(error({{}, {}, 0}, 1) == refused("1 id", "cut at 0: say how many are wanted (S28d)"));
  CHECK(error({{}, {}, {}, 4}, 4) == "none");
  CHECK(error({{}, {}, {}, 4}, 3) == refused("3 ids", "filled up to 4"));
  CHECK(error({{}, {}, {}, 0, 4}, 8) == "none");
  CHECK(error({{}, {}, {}, 0, 4}, 7) == refused("7 ids", "filled up to a multiple of 4"));
}

CLAUSE_TEST("S28d S1a S27a", "the errors of a text are there wherever it is cut") {
  Table table = v1_table({});
  table.profile.added.rule = SpecialRule::refused_unless_allowed;
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  for (const std::string& text :
       {std::string("ab<|endoftext|>"), std::string("ab\xff"),
        std::string(200000, 'a') + " \xe2\x82", std::string(200000, 'a') + " <|endoftext|>"}) {
    const std::string error = error_of([&] { encode(tokenizer, text, {}); });
    CHECK(error != "none");
    CHECK(error_of([&] { encode_up_to(tokenizer, text, 1); }) == error);
    CHECK(error_of([&] { reference::encode_up_to(text, 1, table); }) == error);
  }
  CHECK(encode_up_to(tokenizer, "ab<|endoftext|>", 1, SpecialChoice::all()).covered == 1);
}

}  // namespace
}  // namespace bpetite::test
