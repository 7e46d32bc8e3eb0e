// Tests the laws of spec/09-laws.md, most of them from an outside contract for tokenizers. Laws of
// the phases of encoding: a text becomes its UTF-8 bytes, each byte its token, merges of the lowest
// rank come first and make a chunk shorter, and each id is in the vocabulary. Laws of the whole:
// decoding gives the text back, each byte has its own token, encoding is repeatable, each byte,
// merge and special token has an id, the special token is one id, and the empty text has no ids.
// Other tests look for a text that breaks a law. The phases are tested on the reference, the whole
// also on the engine (one interface for both: `Codec`). The folder exhaustive has the exhaustive
// checks.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/ids.hpp>
#include <bpetite/tokenizer.hpp>
#include <bpetite/training.hpp>

#include "bpetite/access.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "support/oracle/oracle.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// Gives tests one interface to both implementations, the reference and the engine, so that one test
// checks both.
//
//   for (const Codec& codec : both_codecs(table)) {
//     RC_LOG() << codec.name << "\n";
//     RC_ASSERT(codec.decode(codec.encode(text)) == text);
//   }
//
// When the assertion fails, the last name in the log is the implementation that failed.
struct Codec {
  std::string name;
  std::function<std::vector<TokenId>(std::string_view text)> encode;
  std::function<std::string(const std::vector<TokenId>& ids)> decode;
  // The bytes of the ids, even if they are ill-formed UTF-8.
  std::function<std::string(const std::vector<TokenId>& ids)> join;
};

// The codec of the reference, then that of the engine. The table must outlive the reference's.
std::vector<Codec> both_codecs(const Table& table);

// A table, and the implementation that learned it.
struct Trained {
  std::string name;
  Table table;
};

// The table that the reference learns from the case, then the table that the engine learns.
std::vector<Trained> both_trained(const TrainCase& given);

// The codec of the implementation that learned the table.
Codec codec_of(const Trained& trained);

using Ids = std::vector<TokenId>;

Codec reference_codec(const Table& table) {
  return {"the reference",
          [&table](std::string_view text) { return reference::encode(text, table); },
          [&table](const Ids& ids) { return reference::decode(ids, table); },
          [&table](const Ids& ids) { return reference::decode_bytes(ids, table); }};
}

// The joined bytes, computed in two ways that must agree.
std::string joined_twice(const Tokenizer& tokenizer, const Ids& ids) {
  const engine::Decoder& decoder = TokenizerAccess::model(tokenizer).decoder();
  std::string joined = decoder.join(ids);
  std::string memory(decoder.joined_size(ids), '\0');
  const bool fits = decoder.join_into(ids, memory);
  return fits && memory == joined ? joined : "join() and join_into() differ";
}

Codec engine_codec(const Table& table) {
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  return {"the engine", [tokenizer](std::string_view text) { return tokenizer.encode(text); },
          [tokenizer](const Ids& ids) { return tokenizer.decode(ids); },
          [tokenizer](const Ids& ids) { return joined_twice(tokenizer, ids); }};
}

std::vector<Codec> both_codecs(const Table& table) {
  return {reference_codec(table), engine_codec(table)};
}

std::vector<Trained> both_trained(const TrainCase& given) {
  const Tokenizer tokenizer = train_texts(views(given.texts), given.vocab_size);
  return {{"the reference", trained(given)}, {"the engine", TokenizerAccess::table(tokenizer)}};
}

Codec codec_of(const Trained& trained) {
  return trained.name == "the engine" ? engine_codec(trained.table)
                                      : reference_codec(trained.table);
}

using Ids = std::vector<TokenId>;

// A table learned from a random text. When another text is encoded, some of its merges apply.
Table some_table() {
  return *rc::gen::arbitrary<bool>() ? trained(*train_case()) : v1_table(*merge_list());
}

std::optional<std::size_t> rank_of(const Pair& pair, const Table& table) {
  const auto found = std::find(table.merges.begin(), table.merges.end(), pair);
  return found == table.merges.end()
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - table.merges.begin()));
}

PROPERTY_CASES("FR-25", "decode gives back what encode was given", 4000) {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  const std::string text = *rc::gen::oneOf(rc::gen::just(given.text), any_text());
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    RC_ASSERT(codec.decode(codec.encode(text)) == text);
  }
  RC_CLASSIFY(text.find(end_of_text) != std::string::npos, "with the special token");
  RC_CLASSIFY(text.find_first_not_of(" \t\r\n") == std::string::npos, "white space only");
}

PROPERTY("TOK-PHASE-1", "byte_encode: the bytes of a text are its UTF-8, nothing else is encoded") {
  const std::string bytes = *rc::gen::oneOf(any_text(), any_bytes());
  bool accepted = true;
  try {
    const Table table = v1_table({});
    RC_ASSERT(reference::decode_bytes(reference::encode(bytes, table), table) == bytes);
  } catch (const UnicodeDecodeError&) {
    accepted = false;
  }
  RC_ASSERT(accepted == !oracle::first_ill_formed(bytes));
  RC_CLASSIFY(accepted, "text");
}

PROPERTY("TOK-PHASE-2 S18", "initial_tokenize: each byte becomes the token of that byte") {
  const std::string bytes = *any_bytes();
  const Table table = some_table();
  const Ids ids = reference::byte_tokens(bytes, table);
  RC_ASSERT(ids.size() == bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    RC_ASSERT(table.tokens.at(ids[i]) == bytes.substr(i, 1));
  }
}

PROPERTY("TOK-PHASE-3", "bpe_merge: every merge that applies makes the chunk shorter") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  std::size_t length = given.text.size();
  for (const auto& step : reference::merge_steps(given.text, table)) {
    RC_ASSERT(step.ids.size() < length);
    length = step.ids.size();
  }
  RC_ASSERT(reference::encode_chunk(given.text, table).size() == length);
  RC_CLASSIFY(length < given.text.size(), "merged");
}

PROPERTY("TOK-PHASE-4", "output: every id is in the vocabulary") {
  const Table table = some_table();
  const std::string text = *any_text();
  const Ids ids = reference::encode(text, table);
  for (const TokenId id : ids) {
    RC_ASSERT(id < table.tokens.size() + table.specials.size());
  }
  RC_CLASSIFY(std::any_of(ids.begin(), ids.end(), [](TokenId id) { return id >= 256; }), "merged");
}

PROPERTY("TOK-EQ-1", "bpe_merge: each step takes the adjacent pair of the lowest rank") {
  const EncodeCase given = *encode_case();
  const Table table = v1_table(given.merges);
  Ids ids = reference::byte_tokens(given.text, table);
  const auto lowest = [&]() {
    std::optional<std::size_t> rank;
    for (std::size_t i = 1; i < ids.size(); ++i) {
      const auto here = rank_of({ids[i - 1], ids[i]}, table);
      rank = here && (!rank || *here < *rank) ? here : rank;
    }
    return rank;
  };
  for (const auto& step : reference::merge_steps(given.text, table)) {
    RC_ASSERT(lowest() == step.rank);
    RC_ASSERT(table.tokens[step.token] ==
              table.tokens[step.pair.left] + table.tokens[step.pair.right]);
    RC_ASSERT(step.ids.size() < ids.size());
    ids = step.ids;
  }
  RC_ASSERT(!lowest());
  RC_CLASSIFY(ids.size() < given.text.size(), "merged");
}

PROPERTY("TOK-EQ-2", "roundtrip: decode(encode(x)) = x for texts that the table was trained on") {
  const TrainCase given = *train_case();
  for (const Trained& one : both_trained(given)) {
    RC_LOG() << one.name << "\n";
    const Codec codec = codec_of(one);
    for (const std::string& text : given.texts) {
      const Ids ids = codec.encode(text);
      RC_ASSERT(codec.decode(ids) == text);
      RC_ASSERT(ids.empty() == text.empty());
    }
  }
}

PROPERTY("TOK-OBL-1", "roundtrip is lossless for every text, whatever it was trained on") {
  const Table table = some_table();
  const std::string text = *any_text();
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    RC_ASSERT(codec.decode(codec.encode(text)) == text);
  }
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

// A text with every byte that texts can have: 00 to 7F alone, 80 to BF and C2 to F4 within longer
// scalars.
std::string text_of_all_bytes() {
  std::string text;
  for (char32_t scalar = 0; scalar < 0x80; ++scalar) utf8::append(text, scalar);
  for (char32_t scalar = 0x80; scalar < 0x800; ++scalar) utf8::append(text, scalar);
  for (char32_t scalar = 0x800; scalar < 0xD800; scalar += 0x800) utf8::append(text, scalar);
  constexpr std::u32string_view long_ones =
      U"\uE000\uF000\U00010000\U00040000\U00080000\U000C0000\U0010FFFF";
  for (const char32_t scalar : long_ones) {
    utf8::append(text, scalar);
  }
  return text;
}

PROPERTY("TOK-OBL-2", "every byte value is represented, by one token of its own") {
  const Table table = some_table();
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    std::set<TokenId> ids;
    for (unsigned byte = 0; byte < 256; ++byte) {
      const std::string alone(1, static_cast<char>(static_cast<unsigned char>(byte)));
      const Ids encoded = reference::encode_chunk(alone, table);
      RC_ASSERT(encoded.size() == 1U);
      RC_ASSERT(codec.join(encoded) == alone);
      ids.insert(encoded[0]);
    }
    RC_ASSERT(ids.size() == 256U);
  }
}

CLAUSE_TEST("TOK-OBL-2", "without merges the ids of a text are its bytes") {
  const std::string text = text_of_all_bytes();
  CHECK(std::set<char>(text.begin(), text.end()).size() == 256 - 2 - 11);
  const Ids bytes(reinterpret_cast<const unsigned char*>(text.data()),
                  reinterpret_cast<const unsigned char*>(text.data()) + text.size());
  const Table table = v1_table({});
  for (const Codec& codec : both_codecs(table)) {
    INFO(codec.name);
    CHECK(codec.encode(text) == bytes);
  }
}

PROPERTY("TOK-OBL-3", "encoding is deterministic, and leaves no trace for the next call") {
  const Table table = some_table();
  const std::string text = *any_text();
  const std::string other = *any_text();
  const Table copy = table;
  const std::vector<Codec> again = both_codecs(copy);
  std::size_t i = 0;
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    const Ids first = codec.encode(text);
    codec.encode(other);
    RC_ASSERT(codec.encode(text) == first);
    RC_ASSERT(again[i++].encode(std::string(text)) == first);
  }
}

PROPERTY("TOK-OBL-4 S22b", "V is the actual mergeable size plus the special tokens") {
  const TrainCase given = *train_case();
  const std::vector<Trained> both = both_trained(given);
  for (const Trained& one : both) {
    RC_LOG() << one.name << "\n";
    const Table& table = one.table;
    const Codec codec = codec_of(one);
    const std::size_t v = table.tokens.size() + table.specials.size();
    RC_ASSERT(v == 256 + table.merges.size() + 1);

    // Each id below V decodes to bytes, and V is unknown.
    for (TokenId id = 0; id < v; ++id) RC_ASSERT(!codec.join({id}).empty());
    RC_ASSERT_THROWS_AS(codec.join({static_cast<TokenId>(v)}), KeyError);
  }
  RC_CLASSIFY(both.front().table.tokens.size() < given.vocab_size, "stopped early");
}

PROPERTY("TOK-OBL-5", "<|endoftext|> is atomic: it encodes to exactly one id") {
  const Table table = some_table();
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    const Ids alone = codec.encode(end_of_text);
    RC_ASSERT(alone == (Ids{table.specials.at(0).id}));
    RC_ASSERT(alone[0] >= table.tokens.size());
  }
}

PROPERTY("TOK-OBL-6 FR-17 FR-21", "empty input: encode gives no ids, decode no text") {
  const Table table = some_table();
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    RC_ASSERT(codec.encode("").empty());
    RC_ASSERT(codec.decode({}).empty());
  }
}

PROPERTY_CASES("FALSIFY-TOK-001 F-TOK-001", "no text is found that does not come back", 4000) {
  const Table table = v1_table(*merge_list());
  const std::string text = *rc::gen::oneOf(byte_complete_text(), any_text());
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    RC_ASSERT(codec.decode(codec.encode(text)) == text);
  }
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

CLAUSE_TEST("FALSIFY-TOK-002 F-TOK-001 S22c", "no single byte is found without a token") {
  const Table table = v1_table({{'a', 'b'}, {0xc3, 0xa9}});
  for (const Codec& codec : both_codecs(table)) {
    INFO(codec.name);

    // The bytes 00 to 7F are texts, so encode takes them. The table and join take all 256.
    for (TokenId byte = 0; byte < 128; ++byte) {
      const std::string text(1, static_cast<char>(byte));
      REQUIRE(codec.encode(text) == Ids{byte});
    }
    for (TokenId byte = 0; byte < 256; ++byte) {
      const std::string alone(1, static_cast<char>(static_cast<unsigned char>(byte)));
      REQUIRE(table.tokens[table.byte_ids[byte]] == alone);
      REQUIRE(codec.join(Ids{byte}) == alone);
    }

    // A single byte from 80 to FF is not a text (S1a): encode and decode refuse it.
    for (TokenId byte = 128; byte < 256; ++byte) {
      const std::string alone(1, static_cast<char>(static_cast<unsigned char>(byte)));
      REQUIRE_THROWS_AS(codec.encode(alone), UnicodeDecodeError);
      REQUIRE_THROWS_AS(codec.decode(Ids{byte}), UnicodeDecodeError);
    }
  }
}

PROPERTY("FALSIFY-TOK-003 F-TOK-001", "no input is found that gives other tokens the second time") {
  // Train and encode twice, with new containers each time.
  const TrainCase given = *train_case();
  const std::string text = given.texts.front() + *any_text();
  const std::vector<Trained> first = both_trained(given);
  const std::vector<Trained> second = both_trained(TrainCase(given));
  for (std::size_t i = 0; i < first.size(); ++i) {
    RC_LOG() << first[i].name << "\n";
    RC_ASSERT(codec_of(first[i]).encode(text) == codec_of(second[i]).encode(text));
  }
}

PROPERTY("FALSIFY-TOK-004 F-TOK-001",
         "no surroundings are found in which <|endoftext|> is not one id") {
  // The text stands directly beside the literal, or with a space between them.
  const auto space = rc::gen::element<std::string>("", " ");
  const std::string before = *special_text() + *space;
  const std::string after = *space + *special_text();
  const std::string literal(end_of_text);
  const Table table = trained({{before}, 280});
  RC_CLASSIFY(!before.empty() && before.back() != ' ', "text directly before it");
  RC_CLASSIFY(!after.empty() && after.front() != ' ', "text directly after it");

  // The first character of the literal occurs only once in it. So no other literal can begin before
  // this one and end in it, and the parts on both sides are encoded as if they stood alone.
  for (const Codec& codec : both_codecs(table)) {
    RC_LOG() << codec.name << "\n";
    Ids expected = codec.encode(before);
    expected.push_back(table.specials.at(0).id);
    const Ids rest = codec.encode(after);
    expected.insert(expected.end(), rest.begin(), rest.end());
    RC_ASSERT(codec.encode(before + literal + after) == expected);
  }
}

}  // namespace
}  // namespace bpetite::test
