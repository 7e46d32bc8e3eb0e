// Tests the tables that tokenizer.json files of Hugging Face's library give (S50, S31): the ids of
// texts, the steps that cut a text, bytes and ids without a token, names with characters that stand
// for no byte, the space before segments, truncation and padding, added tokens beside the
// vocabulary, tokens that no chunk becomes, and damaged files. refused_json.cpp and
// refused_models.cpp test files that are refused.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/json.hpp"
#include "core/spelled_bytes.hpp"
#include "engine/compare/compare.hpp"
#include "engine/encode.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "interop/open.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// The merges without those that make a token whose bytes another token already has.
std::vector<Pair> distinct(const std::vector<Pair>& merges) {
  std::vector<std::string> tokens = v1_table({}).tokens;
  std::vector<TokenId> ids(256 + merges.size());
  for (TokenId id = 0; id < 256; ++id) ids[id] = id;
  std::vector<Pair> kept;
  for (std::size_t rank = 0; rank < merges.size(); ++rank) {
    const Pair pair{ids[merges[rank].left], ids[merges[rank].right]};
    const std::string bytes = tokens[pair.left] + tokens[pair.right];
    const auto known = std::ranges::find(tokens, bytes);
    ids[256 + rank] = static_cast<TokenId>(known - tokens.begin());
    if (known != tokens.end()) continue;
    tokens.push_back(bytes);
    kept.push_back(pair);
  }
  return kept;
}

// Learned merges, with other ids: first the learned tokens, then the bytes. The last byte comes
// after the added tokens, which the library numbers from the number of names on.
Table renumbered(const EncodeCase& given) {
  const Table source = v1_table(distinct(given.merges));
  const auto learned = static_cast<TokenId>(source.merges.size());
  const TokenId names = 256 + learned;
  const auto other = [&](TokenId id) {
    return id == 255 ? names + 2 : id < 256 ? id + learned : id - 256;
  };
  Table table = source;
  table.tokens.assign(names + 3, "");
  for (TokenId id = 0; id < names; ++id) table.tokens[other(id)] = source.tokens[id];
  for (TokenId& id : table.byte_ids) id = other(id);
  for (Pair& pair : table.merges) pair = {other(pair.left), other(pair.right)};
  for (TokenId& id : table.results) id = other(id);
  table.profile.whole_chunks = *number_between(0, 1) == 1;
  if (*number_between(0, 1) == 1) table.profile.normalizer = Normalizer::nfc_9_0;
  table.specials = {{"<s>", names, false, true}, {"<t>", names + 1, true, false}};
  return table;
}

PROPERTY("S50a S50c S50e", "a file gives the ids of the table that it was made of") {
  const EncodeCase given = *encode_case();
  const Table table = renumbered(given);
  const Table read =
      interop::read_model(tokenizer_json_of(table, *number_between(0, 1) == 1), "x", nullptr);
  RC_ASSERT(read.tokens == table.tokens);
  RC_ASSERT(read.merges == table.merges);
  RC_ASSERT(read.results == table.results);
  RC_ASSERT(read.specials == table.specials);
  RC_ASSERT(read.byte_ids == table.byte_ids);
  const std::string text = given.text + "<s>" + given.text + "<t>e\xcc\x81";
  const auto wanted = reference::encode(text, table);
  RC_ASSERT(reference::encode(text, read) == wanted);
  RC_ASSERT(engine::Encoder(read).encode(text) == wanted);
  RC_CLASSIFY(table.profile.whole_chunks, "whole chunks");
  RC_CLASSIFY(!given.merges.empty(), "with merges");
}

CLAUSE_TEST("S50a S50d", "the steps of a file are those of its profile") {
  const std::string with_nfc = edited(small_file(), R"("normalizer":null)",
                                      R"("normalizer":{"type":"Sequence","normalizers":[)"
                                      R"({"type":"Sequence","normalizers":[{"type":"NFC"}]}]})");
  const std::string file = edited(
      with_nfc, byte_level_step,
      fmt::format(
          R"({{"type":"Sequence","pretokenizers":[{{"type":"Digits","individual_digits":true}},)"
          R"({{"type":"Digits","individual_digits":false}},{{"type":"Split",)"
          R"("pattern":{{"String":"a.b"}},"behavior":"Isolated","invert":false}},{}]}})",
          byte_level_step));
  const Profile profile = interop::read_model(file, "x", nullptr).profile;
  CHECK(profile.normalizer == Normalizer::nfc_9_0);
  REQUIRE(profile.splits.size() == 4);
  const Dialect theirs = Dialect::huggingface;
  CHECK(profile.splits[0].pattern == Pattern{R"(\p{N})", theirs, unicode::Version::v17_0});
  CHECK(profile.splits[1].pattern == Pattern{R"(\p{N}+)", theirs, unicode::Version::v17_0});
  CHECK(profile.splits[2].pattern == Pattern{R"(a\.b)", theirs, unicode::Version::v16_0});
  CHECK(profile.splits[3].pattern.version == unicode::Version::v16_0);
  CHECK(reference::pretokenize("xa.b12 axb", profile) ==
        std::vector<std::string_view>{"x", "a", ".", "b", "1", "2", " axb"});
}

CLAUSE_TEST("S50d", "a string is taken as it is, whatever signs it has") {
  for (char c = '!'; c <= '~'; ++c) {
    const std::string twice(2, c);
    const std::string step = fmt::format(
        R"({{"type":"Sequence","pretokenizers":[{{"type":"Split","pattern":{{"String":{}}},)"
        R"("behavior":"Isolated","invert":false}},{}]}})",
        json::quoted(twice), edited(std::string(byte_level_step), "x\":true", "x\":false"));
    INFO(twice);
    const Table table =
        interop::read_model(edited(small_file(), byte_level_step, step), "x", nullptr);
    CHECK(reference::pretokenize(" " + twice + " ", table.profile) ==
          std::vector<std::string_view>{" ", twice, " "});
  }
}

CLAUSE_TEST("S50b S26i", "each kind of template gives the ids before a text and those after it") {
  const std::string roberta =
      R"({"type":"RobertaProcessing","sep":["x",98],"cls":["y",97],"trim_offsets":false,)"
      R"("add_prefix_space":true})";
  const std::string bert = R"({"type":"BertProcessing","sep":["x",98],"cls":["y",97]})";
  const std::string sequence = R"({{"type":"Sequence","processors":[{0},{1},{0}]}})";
  for (const std::string& processor :
       {bert, roberta, fmt::format(fmt::runtime(sequence), byte_level_step, roberta)}) {
    INFO(processor);
    const Table table = interop::read_model(
        edited(small_file(), R"("post_processor":null)", R"("post_processor":)" + processor), "x",
        nullptr);
    CHECK(table.profile.ids_around == Template{{97}, {98}});
  }
}

CLAUSE_TEST("S26g", "only matches are kept where they are the whole text") {
  // Patterns with a scanner are known to cover every text, so the file is not checked for them.
  for (std::size_t i = 0; i < engine::kernels::scan_patterns; ++i) {
    const auto pattern = static_cast<engine::kernels::ScanPattern>(i);
    const Profile& profile = engine::kernels::profile_of(pattern);
    INFO(profile.name);
    CHECK(engine::compare::coverage(profile.splits.front().pattern).answer ==
          engine::compare::Coverage::Answer::covers);
  }
  const auto with = [&](std::string_view pattern) {
    return edited(
        small_file(), byte_level_step,
        fmt::format(
            R"({{"type":"Sequence","pretokenizers":[{{"type":"Split","pattern":{{"Regex":{}}},)"
            R"("behavior":"Removed","invert":true}},{{"type":"ByteLevel",)"
            R"("add_prefix_space":false,"trim_offsets":true,"use_regex":false}}]}})",
            json::quoted(pattern)));
  };
  const Table table = backend::read_model(with("b|[^b]+"), "x", nullptr);
  CHECK(engine::Encoder(table).encode("abc") == std::vector<TokenId>{'a', 'b', 'c'});
  CHECK(refusal_of(with("b|[^b]")) == "none");
  CHECK(refusal_of(with("b|[^bc]+")).ends_with("[S26g, chapter 13]"));
}

CLAUSE_TEST("S31d", "missing bytes are dropped where that is unmistakable, if the caller says so") {
  Table table = small_exchange_table();
  table.tokens['x'] = "??";  // no merge makes it
  const std::string file = tokenizer_json_of(table, false);
  CHECK(refusal_of(file).ends_with("the byte 0x78 has no token [S31a, chapter 16]"));
  const auto open = [](std::string_view bytes) {
    return interop::read_model(bytes, "x", nullptr, true);
  };
  CHECK(engine::Encoder(open(file)).encode("axbxc <s>x") == std::vector<TokenId>{257, ' ', 258});
  CHECK(open(file).profile.drops_missing_bytes);
  CHECK(!open(tokenizer_json_of(small_exchange_table(), false)).profile.drops_missing_bytes);

  const auto with = [&](std::string_view from, std::string_view to) {
    std::string edited = file;
    return edited.replace(edited.find(from), from.size(), to);
  };
  const std::string whole = with(R"("??":120)", R"("ax":120)");
  CHECK(engine::Encoder(open(whole)).encode("ax") == std::vector<TokenId>{'a'});
  std::string taken = whole;
  const std::string_view flag = R"("ignore_merges":false)";
  taken.replace(taken.find(flag), flag.size(), R"("ignore_merges":true)");
  CHECK_THROWS_WITH(open(taken), Catch::Matchers::EndsWith(
                                     "a whole chunk could be this token [S31d, chapter 16]"));
  CHECK_THROWS_WITH(
      open(edited(with(R"("content":"<t>")", R"("content":"<x")"),
                  R"("normalized":false,"special":false)", R"("normalized":true,"special":false)")),
      Catch::Matchers::EndsWith("found in normalized text [S31d, chapter 16]"));
}

CLAUSE_TEST("S31b S31c S26h", "names of other characters, and ids without a token") {
  std::string file = tokenizer_json_of(small_exchange_table(), false);
  const auto edit = [&](std::string_view from, std::string_view to) {
    file.replace(file.find(from), from.size(), to);
  };
  edit(R"("abc":257)", R"("abc":300,"🙂":290,"ðŁĻĤ!":291)");
  edit(R"("id":258)", R"("id":260)");
  edit(R"("id":259)", R"("id":261)");
  edit(R"("ignore_merges":false)", R"("ignore_merges":true)");
  const Table table = interop::read_model(file, "x", nullptr);
  CHECK(table.text_tokens == std::vector<TokenId>{290});
  CHECK(reference::decode(std::vector<TokenId>{290, 291}, table) == "🙂🙂!");
  for (const std::string_view text : {"🙂", "🙂!", "abc"}) {
    const auto ids = reference::encode(text, table);
    CHECK(ids == engine::Encoder(table).encode(text));
    CHECK(std::ranges::count(ids, TokenId{290}) == 0);
  }
  CHECK(reference::encode("🙂!", table) == std::vector<TokenId>{291});
  CHECK_THROWS_AS(reference::decode(std::vector<TokenId>{280}, table), KeyError);
}

// What tokenizers 0.23.3 gives for the file of small_exchange_table() with these members changed.
CLAUSE_TEST("S30g S50b S28b", "a space before segments is that of the library") {
  struct Recorded {
    std::string_view text;
    std::vector<TokenId> ids;
    std::vector<Span> scalars;
  };
  const Recorded all[] = {
      {"abc", {32, 257}, {{0, 1}, {0, 3}}},
      {" abc", {32, 257}, {{0, 1}, {1, 4}}},
      {"a<s>b", {32, 97, 258, 32, 98}, {{0, 1}, {0, 1}, {1, 4}, {4, 5}, {4, 5}}},
      {"<s>", {258}, {{0, 3}}},
      {"<s><t> b", {258, 259, 32, 98}, {{0, 3}, {3, 6}, {6, 7}, {7, 8}}},
      {"\tb", {32, 9, 98}, {{0, 1}, {0, 1}, {1, 2}}},
      {"\u3000", {32, 227, 128, 128}, {{0, 1}, {0, 1}, {0, 1}, {0, 1}}},
      {"", {}, {}}};
  for (const bool use_regex : {true, false}) {
    const Table table = interop::read_model(
        edited(small_file(), byte_level_step,
               fmt::format(R"({{"type":"ByteLevel","add_prefix_space":true,"trim_offsets":false,)"
                           R"("use_regex":{}}})",
                           use_regex)),
        "x", nullptr);
    for (const auto& [text, ids, scalars] : all) {
      CAPTURE(text, use_regex);
      const IdsWithOffsets found =
          encode_with_offsets(TokenizerAccess::make(table), text, {}, OffsetUnit::scalars);
      CHECK(found.ids == ids);
      CHECK(found.spans == scalars);
      CHECK(reference::encode(text, table) == ids);
      const std::vector<Span> bytes = reference::byte_spans(text, ids, table);
      CHECK(reference::scalar_spans(text, bytes) == scalars);
    }
  }
}

// "øø" is a name that no merge makes, and has a lower id than the text.
CLAUSE_TEST("S31e S31b S56i", "tokens that no chunk becomes are in the order of their ids") {
  std::string file = edited(small_file(), R"("abc":257)", R"("abc":257,"øø":258,"🙂":259)");
  file = edited(file, R"("content":"<s>")", R"("content":"øø")");
  file = edited(file, R"("id":259,"content":"<t>")", R"("id":260,"content":"<t>")");
  const Table table = interop::read_model(file, "x", nullptr);
  CHECK(table.text_tokens == std::vector<TokenId>{258, 259});
  CHECK(refusal_of(artifact::serialize_schema2(table)) == "none");
}

CLAUSE_TEST("S30g", "what is found in normalized text has no space before it") {
  Table table = small_exchange_table();
  table.specials[1].normalized = true;
  table.profile.prefix_space = true;
  CHECK(refusal_of(artifact::serialize_schema2(table)) == "none");
  table.profile.normalizer = Normalizer::nfc_9_0;
  CHECK_THAT(refusal_of(artifact::serialize_schema2(table)),
             Catch::Matchers::Contains("a space is put before what is behind it"));
  CHECK(refusal_of(edited(tokenizer_json_of(table, false), R"("add_prefix_space":false)",
                          R"("add_prefix_space":true)"))
            .ends_with("[S30g, chapter 15]"));
  table.specials[1].normalized = false;
  CHECK(refusal_of(artifact::serialize_schema2(table)) == "none");
}

CLAUSE_TEST("S31e S50e",
            "an added token beside the vocabulary decodes to what its characters stand for") {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"øø", "\xf8\xf8"}, {"ðŁĻĤ!", "🙂!"}, {"é ", "é "}, {"日", "日"}, {"<think>", "<think>"},
  };
  for (const auto& [literal, decoded] : cases) {
    INFO(literal);
    const Table table =
        interop::read_model(edited(small_file(), R"("id":259,"content":"<t>")",
                                   fmt::format(R"("id":259,"content":"{}")", literal)),
                            "x", nullptr);
    CHECK(reference::encode(literal, table) == std::vector<TokenId>{259});
    CHECK(reference::decode_bytes(std::vector<TokenId>{259}, table) == decoded);
  }
}

CLAUSE_TEST("S50g", "to what a file fills up and at what it cuts, with and without a multiple") {
  const auto sizes = [](std::string_view members) {
    const Template around =
        interop::read_model(edited(small_file(), R"("truncation":null)", members), "x", nullptr)
            .profile.ids_around;
    return std::array<std::uint32_t, 3>{around.cut_at.value_or(0), around.fill_to,
                                        around.fill_multiple};
  };
  const auto padding = [&](std::string_view strategy, std::string_view multiple) {
    return sizes(
        fmt::format(R"("truncation":null,"padding":{{"strategy":{},"direction":"Left",)"
                    R"("pad_to_multiple_of":{},"pad_id":0,"pad_type_id":0,"pad_token":"!"}})",
                    strategy, multiple));
  };
  using Sizes = std::array<std::uint32_t, 3>;
  CHECK(sizes(R"("truncation":null)") == Sizes{0, 0, 1});
  CHECK(sizes(R"("truncation":{"max_length":7,"stride":0,"strategy":"OnlyFirst"})") ==
        Sizes{7, 0, 1});
  CHECK(sizes(R"("truncation":{"max_length":7,"stride":0,"strategy":"OnlySecond",)"
              R"("direction":"Left"})") == Sizes{7, 0, 1});
  CHECK(padding(R"({"Fixed":4294967295})", "2") == Sizes{0, 4294967295U, 1});  // no text has more
  CHECK(padding(R"("BatchLongest")", "null") == Sizes{0, 0, 1});
  CHECK(padding(R"("BatchLongest")", "4") == Sizes{0, 0, 4});
  CHECK(padding(R"("BatchLongest")", "0") == Sizes{0, 0, 1});
  CHECK(padding(R"({"Fixed":5})", "null") == Sizes{0, 5, 1});
  CHECK(padding(R"({"Fixed":5})", "4") == Sizes{0, 8, 1});
  CHECK(padding(R"({"Fixed":8})", "4") == Sizes{0, 8, 1});
}

CLAUSE_TEST("S31a S26h", "a whole chunk's token may have a byte that text never has") {
  Table table = small_exchange_table();
  table.profile.whole_chunks = true;
  table.tokens[0xC0] = "a\xC0";
  const std::string file = tokenizer_json_of(table, true);
  const Table read = interop::read_model(file, "x", nullptr);
  CHECK(!read.profile.drops_missing_bytes);
  CHECK(reference::encode("abc", read) == std::vector<TokenId>{257});
}

CLAUSE_TEST("S31b S55a", "a merge of a token that no chunk becomes is left out") {
  std::string file = tokenizer_json_of(small_exchange_table(), false);
  const auto edit = [&](std::string_view from, std::string_view to) {
    file.replace(file.find(from), from.size(), to);
  };
  edit(R"("abc":257)", R"("abc":257,"<s>":258,"a<s>":259,"🙂":260,"a🙂":261)");
  edit(R"("ab c")", R"("a <s>","ab c","a 🙂")");
  edit(R"("id":259)", R"("id":262)");
  const Table table = interop::read_model(file, "x", nullptr);
  CHECK(table.merges == std::vector<Pair>{{'a', 'b'}, {256, 'c'}});
  CHECK(table.results == std::vector<TokenId>{256, 257});
  CHECK(table.tokens[258].empty());
  const Table again = interop::read_model(artifact::serialize_schema2(table), "x", nullptr);
  const std::string_view text = "abca<s>a🙂";
  CHECK(reference::encode(text, again) == reference::encode(text, table));
  CHECK(reference::encode(text, table) ==
        std::vector<TokenId>{257, 'a', 258, 'a', 0xF0, 0x9F, 0x99, 0x82});
}

PROPERTY("S50b S50c", "a damaged file opens, or gives a typed error") {
  const Table table = small_exchange_table();
  const std::string file = damaged(tokenizer_json_of(table, *number_between(0, 1) == 1));
  RC_CLASSIFY(opens([&] { return backend::read_model(file, "x", nullptr); }), "opens");
}

}  // namespace
}  // namespace bpetite::test
