// Files of Hugging Face's library: what they mean, and what is refused (S50, S31).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "core/json.hpp"
#include "engine/compare/gaps.hpp"
#include "engine/encode.hpp"
#include "engine/kernels/scan_pattern.hpp"
#include "interop/byte_alphabet.hpp"
#include "interop/open.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/texts/damaged_files.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tokenizer_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

// The merges that make tokens with bytes of their own.
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

// Learned merges, with other ids: those of the tokens first, then the bytes. The last byte comes
// after the added tokens, which the library numbers from the number of names on; its place is free.
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

std::string error_of(std::string_view file) {
  try {
    backend::read_model(file, "x", nullptr);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// One edit of the small file, and how the error begins and ends.
struct Edit {
  std::string_view from;
  std::string_view to;
  std::string_view begins;
  std::string_view clause;
};

constexpr auto edits = std::to_array<Edit>({
    {R"("1.0")", R"("2.0")", "/version: ", "S50b"},
    {R"("truncation":null)", R"("truncation":{})", "/truncation: an object", "S50b"},
    {R"("truncation":null)", R"("padding":{})", "/padding: an object", "S50b"},
    {R"("normalizer":null)", R"("normalizer":{"type":"NFKC"})", "/normalizer/type: \"NFKC\"",
     "S50b"},
    {R"("normalizer":null)", R"("normalizer":{"type":"Lowercase"})", "/normalizer/type", "S50b"},
    {R"("normalizer":null)",
     R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"NFC"}]})",
     "/normalizer/type: \"Sequence\"", "S50b"},
    {R"("normalizer":null)", R"("normalizer":7)", "/normalizer: 7", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})", "null", "/pre_tokenizer: null", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})", R"({"type":"Whitespace"})",
     "/pre_tokenizer/type: \"Whitespace\"", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})", R"({"type":"ByteLevel"})",
     "/pre_tokenizer/add_prefix_space: nothing", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})",
     R"({"type":"Sequence","pretokenizers":[{"type":"Digits"}]})",
     "/pre_tokenizer/pretokenizers: an array", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})",
     R"({"type":"Sequence","pretokenizers":[{"type":"Punctuation"},)"
     R"({"type":"ByteLevel","add_prefix_space":false}]})",
     "/pre_tokenizer/pretokenizers/0/type: \"Punctuation\"", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})",
     R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"(?<=a)b"},)"
     R"("behavior":"Isolated"},{"type":"ByteLevel","add_prefix_space":false}]})",
     "/pre_tokenizer/pretokenizers/0/pattern/Regex: ", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})",
     R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{},)"
     R"("behavior":"Isolated"},{"type":"ByteLevel","add_prefix_space":false}]})",
     "/pre_tokenizer/pretokenizers/0/pattern: an object", "S50b"},
    {R"({"type":"ByteLevel","add_prefix_space":false})",
     R"({"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"String":" "},)"
     R"("behavior":"Removed"},{"type":"ByteLevel","add_prefix_space":false}]})",
     "/pre_tokenizer/pretokenizers/0/behavior: \"Removed\"", "S50b"},
    {R"("post_processor":null)", R"("post_processor":{"type":"BertProcessing"})",
     "/post_processor/type: \"BertProcessing\"", "S50b"},
    {R"("post_processor":null)", R"("post_processor":{"type":"TemplateProcessing","single":[]})",
     "/post_processor/single: an array", "S50b"},
    {R"("post_processor":null)",
     R"("post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"<x>"}},)"
     R"({"Sequence":{"id":"A"}}],"special_tokens":{}})",
     "/post_processor/single/0/SpecialToken/id: \"<x>\"", "S50b"},
    {R"("decoder":{"type":"ByteLevel"})", R"("decoder":null)", "/decoder: null", "S50b"},
    {R"("decoder":{"type":"ByteLevel"})", R"("decoder":{"type":"Metaspace"})",
     "/decoder/type: \"Metaspace\"", "S50b"},
    {R"("BPE")", R"("WordPiece")", "/model/type: \"WordPiece\"", "S50b"},
    {R"("dropout":null)", R"("dropout":0.1)", "/model/dropout: a fraction", "S50b"},
    {R"("dropout":null)", R"("dropout":1)", "/model/dropout: 1", "S50b"},
    {R"("dropout":null)", R"("fuse_unk":true)", "/model/fuse_unk: true", "S50b"},
    {R"("dropout":null)", R"("end_of_word_suffix":"</w>")", "/model/end_of_word_suffix", "S50b"},
    {R"("dropout":null)", R"("continuing_subword_prefix":"##")",
     "/model/continuing_subword_prefix: \"##\"", "S50b"},
    {R"("ignore_merges":false)", R"("ignore_merges":1)", "/model/ignore_merges: 1", "S50b"},
    {R"("ab":256)", R"("ab":"256")", "/model/vocab/ab: \"256\" is no id below", "S50c"},
    {R"("ab":256)", R"("ab":99999999)", "/model/vocab/ab: 99999999 is no id below", "S50c"},
    {R"("ab":256)", R"("ab":-1)", "/model/vocab/ab: -1 is no id below", "S50c"},
    {R"("ab":256)", R"("ab":257)", "/model/vocab/abc: the id 257 occurs twice", "S50c"},
    {R"("ab":256)", R"("":256)", "/model/vocab: the empty text", "S50c"},
    {R"("!":33)", R"("!!":33)", "/model/vocab: the byte 0x21 has no token", "S31a"},
    {R"("a b")", R"("a")", "/model/merges/0: \"a\" is not the names", "S50c"},
    {R"("a b")", R"("a b c")", "/model/merges/0: \"a b c\" is not the names", "S50c"},
    {R"("a b")", R"(["a"])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", R"(["a",1])", "/model/merges/0: an array is not the names", "S50c"},
    {R"("a b")", "7", "/model/merges/0: 7 is not the names", "S50c"},
    {R"("a b")", R"("a c")", "/model/merges/0: \"ac\" is not in the vocabulary", "S50c"},
    {R"("a b")", R"("ab c")", "/model/merges/1: the merge occurs twice", "S50c"},
    {R"("id":258)", R"("id":1000)",
     "/added_tokens/0/id: 1000 is not carried: the library gives 258", "S50b"},
    {R"("id":258)", R"("id":-1)", "/added_tokens/0/id: -1", "S50b"},
    {R"("<s>")", R"("")", "/added_tokens/0/content: \"\"", "S50b"},
    {R"("<s>")", R"("<t>")", "/added_tokens/1/content: \"<t>\" is not carried: it occurs twice",
     "S50b"},
    {R"("<s>")", R"("ø")", "/added_tokens/0/content: ", "S50b"},
    {R"("id":258,"content":"<s>")", R"("id":256,"content":"ab")",
     "/added_tokens/0/content: \"ab\" is not carried: merges make this token too", "S50b"},
    {R"("id":258)", R"("lstrip":true,"id":258)", "/added_tokens/0/lstrip: true", "S50b"},
    {R"("id":258)", R"("rstrip":true,"id":258)", "/added_tokens/0/rstrip: true", "S50b"},
    {R"("id":258)", R"("single_word":true,"id":258)", "/added_tokens/0/single_word: true", "S50b"},
});

CLAUSE_TEST("S50b S50c S50d S50e S31a", "what is not carried is refused by its JSON pointer") {
  const std::string file = tokenizer_json_of(small_exchange_table(), false);
  REQUIRE(error_of(file).empty());
  Table nothing = small_exchange_table();
  nothing.tokens.clear();
  nothing.merges.clear();
  CHECK(error_of(tokenizer_json_of(nothing, false)) ==
        "tokenizer.json: /model/vocab: the byte 0x00 has no token [S31a]");
  for (const Edit& edit : edits) {
    INFO(edit.from << " -> " << edit.to);
    std::string edited = file;
    const std::size_t at = edited.find(edit.from);
    REQUIRE(at != std::string::npos);
    edited.replace(at, edit.from.size(), edit.to);
    const std::string error = error_of(edited);
    INFO(error);
    CHECK(error.starts_with(fmt::format("tokenizer.json: {}", edit.begins)));
    CHECK(error.ends_with(fmt::format("[{}]", edit.clause)));
  }
}

CLAUSE_TEST("S50b S26i", "a template has at most 64 pieces") {
  const auto error_with = [](std::size_t pieces) {
    std::string single = R"({"Sequence":{"id":"A"}})";
    while (--pieces > 0) single += R"(,{"SpecialToken":{"id":"<s>"}})";
    std::string file = tokenizer_json_of(small_exchange_table(), false);
    const std::string_view none = R"("post_processor":null)";
    return error_of(file.replace(file.find(none), none.size(),
                                 R"("post_processor":{"type":"TemplateProcessing","single":[)" +
                                     single + R"(],"special_tokens":{"<s>":{"ids":[258]}}})"));
  };
  CHECK(error_with(64).empty());
  CHECK(error_with(65) ==
        "tokenizer.json: /post_processor/single: an array is not carried: required at most 64 "
        "pieces [S50b]");
}

CLAUSE_TEST("S50b S31a", "byte_fallback is carried where no text comes to it") {
  const auto with_fallback = [](const Table& table) {
    std::string file = tokenizer_json_of(table, false);
    const std::string_view none = R"("dropout":null)";
    return file.replace(file.find(none), none.size(), R"("byte_fallback":true)");
  };
  Table table = small_exchange_table();
  const std::string text = "abcab \u00e9<s>";
  CHECK(engine::Encoder(interop::read_model(with_fallback(table), "x", nullptr)).encode(text) ==
        engine::Encoder(table).encode(text));
  table.tokens[0xF5] = "??";  // no text has this byte
  CHECK(error_of(with_fallback(table)).empty());
  table.tokens[0xF4] = "???";
  CHECK(error_of(with_fallback(table)).ends_with("[S31a]"));
  CHECK_THROWS_WITH(interop::read_model(with_fallback(table), "x", nullptr, true),
                    "tokenizer.json: /model/byte_fallback: true is not carried: required false, "
                    "since the byte 0xf4 has no token [S50b]");
}

CLAUSE_TEST("S50a S50d", "the steps of a file are those of its profile") {
  std::string file = tokenizer_json_of(small_exchange_table(), false);
  const auto edit = [&](std::string_view from, std::string_view to) {
    file.replace(file.find(from), from.size(), to);
  };
  edit(R"("normalizer":null)",
       R"("normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"}]})");
  edit(R"({"type":"ByteLevel","add_prefix_space":false})",
       R"({"type":"Sequence","pretokenizers":[{"type":"Digits","individual_digits":true},)"
       R"({"type":"Digits"},{"type":"Split","pattern":{"String":"a.b"},"behavior":"Isolated"},)"
       R"({"type":"ByteLevel","add_prefix_space":false}]})");
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

CLAUSE_TEST("S26g", "only matches are kept where they are the whole text") {
  // Those with a scanner are not asked again.
  for (std::size_t i = 0; i < engine::kernels::scan_patterns; ++i) {
    const auto pattern = static_cast<engine::kernels::ScanPattern>(i);
    const Profile& profile = engine::kernels::profile_of(pattern);
    INFO(profile.name);
    CHECK(engine::compare::coverage(profile.splits.front().pattern).answer ==
          engine::compare::Coverage::Answer::covers);
  }
  std::string file = tokenizer_json_of(small_exchange_table(), false);
  const std::string_view step = R"({"type":"ByteLevel","add_prefix_space":false})";
  const auto with = [&](std::string_view pattern) {
    std::string edited = file;
    return edited.replace(
        edited.find(step), step.size(),
        fmt::format(
            R"({{"type":"Sequence","pretokenizers":[{{"type":"Split","pattern":{{"Regex":{}}},)"
            R"("behavior":"Removed","invert":true}},{{"type":"ByteLevel",)"
            R"("add_prefix_space":false,"use_regex":false}}]}})",
            json::quoted(pattern)));
  };
  const Table table = backend::read_model(with("b|[^b]+"), "x", nullptr);
  CHECK(engine::Encoder(table).encode("abc") == std::vector<TokenId>{'a', 'b', 'c'});
  CHECK(error_of(with("b|[^b]")).empty());
  CHECK(error_of(with("b|[^bc]+")).ends_with("[S26g]"));
}

CLAUSE_TEST("S31d", "missing bytes are dropped where that is unmistakable, if the caller says so") {
  Table table = small_exchange_table();
  table.tokens['x'] = "??";  // no merge makes it
  const std::string file = tokenizer_json_of(table, false);
  CHECK(error_of(file).ends_with("the byte 0x78 has no token [S31a]"));
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
  CHECK_THROWS_WITH(open(taken),
                    Catch::Matchers::EndsWith("a whole chunk could be this token [S31d]"));
  CHECK_THROWS_WITH(
      open(with(R"("content":"<t>","normalized":false)", R"("content":"<x","normalized":true)")),
      Catch::Matchers::EndsWith("found in normalized text [S31d]"));
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

PROPERTY("S50b S50c", "a damaged file opens, or gives a typed error") {
  const Table table = small_exchange_table();
  const std::string file = damaged(tokenizer_json_of(table, *number_between(0, 1) == 1));
  RC_CLASSIFY(opens([&] { return backend::read_model(file, "x", nullptr); }), "opens");
}

}  // namespace
}  // namespace bpetite::test
