// The places of ids in their text: the reference by laws, the engine against it (S28b, S28c).
#include <bpetite/encoding.hpp>
#include <bpetite/offsets.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/normalize.hpp"
#include "reference/offsets.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Letters and marks that join each other or do not, literals, parts of Hangul, long ASCII.
std::string some_text() {
  static const std::vector<std::string> pieces = {
      "<s>",    ">",          "e",
      "\u0301", "\u00e9",     "<",
      "s",      "\u0323",     "word ",
      "\u1112", "\u1161",     "\u11ab",
      "\ud55c", "\u0958",     "\u212b",
      "\u0344", "\U00016d63", "\U00016d67",
      "\u20ac", "\U0001f600", "a plain text of forty bytes and a few"};
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
  // e with acute, the euro sign, s with a space, two bytes of a syllable
  Table table = v1_table({{195, 169}, {226, 130}, {257, 172}, {32, 115}, {237, 149}});
  table.profile.normalizer = normalizer;
  table.specials = {{"<s>", 300, *rc::gen::arbitrary<bool>()},
                    {">\u00e9", 301, *rc::gen::arbitrary<bool>(), *rc::gen::arbitrary<bool>()}};
  return table;
}

PROPERTY("S28b S28c", "the engine finds the offsets that the reference finds") {
  const Table table = some_table(some_normalizer());
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

// A table without three bytes that are often in the texts.
Table table_without_bytes() {
  Table table = some_table(some_normalizer());
  for (const unsigned byte : {0x73U, 0xa9U, 0x88U}) table.tokens[byte].clear();
  table.specials.resize(1);
  table.specials[0].normalized = false;
  table.profile.drops_missing_bytes = true;
  return table;
}

PROPERTY("S31d S28b", "the engine drops the bytes that the reference drops") {
  const Table table = table_without_bytes();
  const std::string text = some_text();
  const std::vector<TokenId> ids = reference::encode(text, table);
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const IdsWithOffsets found = encode_with_offsets(tokenizer, text);
  RC_ASSERT(found.ids == ids);
  RC_ASSERT(found.spans == reference::byte_spans(text, ids, table));
  RC_ASSERT(encode(tokenizer, text + text, {}) == reference::encode(text + text, table));
  RC_CLASSIFY(text.find_first_of("s\xa9\x88") != std::string::npos, "dropped");
}

PROPERTY("S31d", "the chunks lose their missing bytes, and then they are merged") {
  Table table = table_without_bytes();
  table.specials.clear();
  const std::string text = some_text();
  std::vector<TokenId> wanted;
  const std::string form = reference::normalize(text, table.profile.normalizer);
  for (std::string_view chunk : reference::Pretokenizer(table.profile).chunks(form)) {
    std::string kept(chunk);
    std::erase_if(kept, [](char c) { return c == 's' || c == '\xa9' || c == '\x88'; });
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

CLAUSE_TEST("S28b", "the errors are those of encode") {
  const Tokenizer tokenizer = TokenizerAccess::make(v1_table({}));
  CHECK_THROWS_AS(encode_with_offsets(tokenizer, "a\xff"), UnicodeDecodeError);
  CHECK(encode_with_offsets(tokenizer, "").spans.empty());
}

}  // namespace
}  // namespace bpetite::test
