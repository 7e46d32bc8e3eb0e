// Tests reading the two files of GPT-2, tekken files, and public rank files, which are known by
// their digest (S51, S52, S53). A file gives the ids of the table that it was made of. A faulty or
// damaged file is refused, and the error names the place. The two files may lack the token of a
// byte, and are saved by Schema v2.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "artifact/artifact.hpp"
#include "bpetite/backend.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "engine/encode.hpp"
#include "interop/gpt2_files.hpp"
#include "interop/known_files.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

Table without_twins(const EncodeCase& given) {
  Table table = v1_table({});
  std::vector<Pair> merges;
  for (const Pair& pair : given.merges) {
    if (std::max(pair.left, pair.right) >= table.tokens.size()) continue;
    const std::string bytes = table.tokens[pair.left] + table.tokens[pair.right];
    if (std::ranges::find(table.tokens, bytes) != table.tokens.end()) continue;
    merges.push_back(pair);
    table = v1_table(merges);
  }
  return table;
}

PROPERTY("S51a", "two files give the ids of the table that they were made of") {
  const EncodeCase given = *encode_case();
  const Table table = without_twins(given);
  Profile profile = table.profile;
  const Table read = interop::read_gpt2_files(vocab_json_of(table), merges_txt_of(table), profile);
  RC_ASSERT(read.tokens == table.tokens);
  RC_ASSERT(read.merges == table.merges);
  RC_ASSERT(read.specials == table.specials);
  const auto wanted = reference::encode(given.text, table);
  RC_ASSERT(reference::encode(given.text, read) == wanted);
  RC_ASSERT(engine::Encoder(read).encode(given.text) == wanted);
  RC_CLASSIFY(!table.merges.empty(), "with merges");
}

CLAUSE_TEST("S51a", "faulty lines and names of special tokens are refused") {
  const Table table = v1_table({{'a', 'b'}});
  const std::string vocabulary = vocab_json_of(table);
  const auto error_with = [&](std::string_view names, std::string_view merges) {
    return error_of([&] { interop::read_gpt2_files(names, merges, profiles::gpt2()); });
  };
  CHECK(error_with(vocabulary, "a b\n") == "none");
  CHECK(error_with(vocabulary, "#version: 0.2\n\na b") == "none");
  CHECK(error_with(vocabulary, "#version: 0.2\r\na b\r\n\r\n") == "none");
  // Only the first line may be that of the version: further down it is a merge.
  using Catch::Matchers::StartsWith;
  CHECK_THAT(error_with(vocabulary, "a b\n#version: 0.2\n"),
             StartsWith("ValueError: merges: line 2: \"#version:\" is not in"));
  CHECK_THAT(error_with(vocabulary, "#version: 0.2\na\n"),
             StartsWith("ValueError: merges: line 2: \"a\" is not"));
  CHECK_THAT(error_with(vocabulary, "a b c\n"),
             StartsWith("ValueError: merges: line 1: \"a b c\" is not"));
  CHECK_THAT(error_with(vocabulary, "a c\n"),
             StartsWith("ValueError: merges: line 1: \"ac\" is not in"));
  CHECK_THAT(error_with(vocabulary, "a b\na b\n"),
             StartsWith("ValueError: merges: line 2: the merge occurs twice"));
  // A carriage return is a part of the name if no newline comes after it, or if there are two of
  // them.
  CHECK_THAT(error_with(vocabulary, "a b\r"),
             StartsWith("ValueError: merges: line 1: \"b\\x0d\" is not in"));
  CHECK_THAT(error_with(vocabulary, "a b\r\r\n"),
             StartsWith("ValueError: merges: line 1: \"b\\x0d\" is not in"));
  // The line is that of the file: lines that are passed over count.
  CHECK_THAT(error_with(vocabulary, "#version: 0.2\n\na b\n\na c\n"),
             StartsWith("ValueError: merges: line 5: \"ac\" is not in"));
  CHECK_THAT(error_with("{", ""), StartsWith("ValueError: vocabulary: byte 1: "));
  CHECK_THAT(error_with("[]", ""),
             StartsWith("ValueError: vocabulary: the whole document: an array is not carried"));
  CHECK_THAT(error_with(R"({"a":"b"})", ""),
             StartsWith("ValueError: vocabulary: /a: \"b\" is not an id below"));
  const auto with = [&](std::string_view more) {
    return vocabulary.substr(0, vocabulary.size() - 1) + std::string(more) + "}";
  };
  CHECK(error_with(with(R"(,"<|endoftext|>":257)"), "a b\n") ==
        "ValueError: vocabulary: the special token \"<|endoftext|>\" of the profile gpt2 has the "
        "id 50256, and the file another token with its text or its id [S51a, chapter 16]");
  CHECK_THAT(error_with(with(R"(,"x":257)"), ""), StartsWith("ValueError: vocabulary: byte "));
  CHECK_THAT(error_with(with(R"(,"xy":256)"), ""),
             StartsWith("ValueError: vocabulary: /xy: the id 256 occurs twice"));
  CHECK_THAT(error_with(with(R"(,"":257)"), ""),
             StartsWith("ValueError: vocabulary: the whole document: the empty text"));
  CHECK_THAT(error_with("{}", ""),
             StartsWith("ValueError: vocabulary: the whole document: the byte 0x00 has no token"));
  CHECK_THAT(error_with(vocabulary, "a b\n\na  b\n"),
             StartsWith("ValueError: merges: line 3: \"a  b\" is not two names"));
  Profile near = profiles::gpt2();
  near.added.tokens = {{"<s>", 256}};
  CHECK_THROWS_AS(interop::read_gpt2_files(vocabulary, "a b\n", near), ValueError);
  near.added.tokens = {{"<s", 257}};  // merges make it
  CHECK_THROWS_AS(interop::read_gpt2_files(with(R"(,"<s":257)"), "< s\n", near), ValueError);
  near.added.tokens = {{"<s>", 257}};
  const Table read = interop::read_gpt2_files(with(R"(,"<s>":257)"), "a b\n", near);
  CHECK(read.tokens[257].empty());
  CHECK(read.specials == std::vector<SpecialToken>{{"<s>", 257}});
}

CLAUSE_TEST("S51a S50c",
            "ids are in proportion to the number of names, those of added tokens too") {
  const std::string vocabulary = vocab_json_of(v1_table({{'a', 'b'}}));
  const auto error_with = [&](std::string_view name, TokenId id) {
    Profile profile = profiles::gpt2();
    if (name == "<s>") profile.added.tokens = {{"<s>", id}};
    const std::string names = edited(vocabulary, "{", fmt::format(R"({{"{}":{},)", name, id));
    return error_of([&] { interop::read_gpt2_files(names, "a b\n", profile); });
  };
  const TokenId limit = 2 * 258 + 1024;
  CHECK(error_with("far", limit - 1) == "none");
  CHECK(error_with("far", limit) ==
        "ValueError: vocabulary: /far: 1540 is not an id below 1540 [S50c, chapter 16]");
  CHECK(error_with("<s>", limit + most_apart - 1) == "none");
  CHECK(error_with("<s>", limit + most_apart) ==
        "ValueError: vocabulary: /<s>: 263684 is not an id below 263684 [S50c, chapter 16]");
}

PROPERTY("S51a", "damaged files of GPT-2 open, or give a typed error") {
  const Table table = v1_table({{'a', 'b'}, {256, 'c'}});
  std::string names = vocab_json_of(table);
  std::string merges = merges_txt_of(table);
  std::string& chosen = *number_between(0, 1) == 0 ? names : merges;
  chosen = damaged(chosen);
  RC_CLASSIFY(opens([&] { return interop::read_gpt2_files(names, merges, profiles::gpt2()); }),
              "opens");
}

CLAUSE_TEST("S51a S31d", "two files may lack a byte that no added token has") {
  const Desk desk;
  std::filesystem::create_directory(desk.path() / "two");
  Table table = v1_table({{'a', 'b'}});
  table.tokens['x'] = "??";  // no merge makes it
  desk.write("two/vocab.json", vocab_json_of(table));
  desk.write("two/merges.txt", merges_txt_of(table));
  const auto outcome_of = [&](const char* profile) {
    return outcome(
        [&] { open(desk.path() / "two", {.profile = profile, .drop_missing_bytes = true}); });
  };
  CHECK(outcome_of("gpt2") == "done");  // its <|endoftext|> is found in the text as it is given
  CHECK(outcome_of("qwen2") == "ValueError S31d");
}

CLAUSE_TEST("S51a S55d", "two files with the profile v1 are no artifact of Schema v1") {
  const Desk desk;
  std::filesystem::create_directory(desk.path() / "two");
  const Table table = v1_table({{'a', 'b'}});
  desk.write("two/vocab.json", vocab_json_of(table));
  desk.write("two/merges.txt", merges_txt_of(table));
  const Tokenizer two = open(desk.path() / "two", {.profile = "v1"});
  two.save(desk.path() / "saved.json");
  CHECK_THROWS_WITH(artifact::parse(desk.read("saved.json")),
                    "artifact: schema_version: 2, required 1 [FR-29f, chapter 7]");
  CHECK(open(desk.path() / "saved.json").encode("abb") == two.encode("abb"));
}

PROPERTY("S53a", "a tekken file gives the ids of the ranks that it was made of") {
  const EncodeCase given = *encode_case();
  Table ranks = without_twins(given);
  ranks.profile.merging = Merging::bytes;
  ranks.profile.splits = profiles::tekken().splits;
  ranks.specials.clear();
  const auto specials = *number_between<TokenId>(1, 5);
  const auto unused = *number_between<std::size_t>(0, 2);
  const Table read = interop::read_model(tekken_of(ranks, specials, unused), "x", nullptr);
  RC_ASSERT(read.tokens.size() == specials + ranks.tokens.size());
  RC_ASSERT(read.specials.size() == specials);
  RC_ASSERT(read.specials.back().literal == fmt::format("<SPECIAL_{}>", specials - 1) ||
            specials == 1);
  auto wanted = reference::encode(given.text + "<s>", ranks);
  for (TokenId& id : wanted) id += specials;
  RC_ASSERT(reference::encode(given.text + "<s>", read) == wanted);
  RC_ASSERT(engine::Encoder(read).encode(given.text + "<s>") == wanted);
  RC_CLASSIFY(ranks.tokens.size() > 256, "with tokens");
}

CLAUSE_TEST("S53a S17b", "a file that lists no special tokens has those of the profile tekken") {
  const auto without_list = [](TokenId specials) {
    return edited(tekken_of(by_ranks({"ab"}), specials, 0),
                  R"("special_tokens":[{"rank":0,"token_str":"<s>"}],)", "");
  };
  const Table read = interop::read_model(without_list(1000), "x", nullptr);
  Profile wanted = profiles::tekken();
  wanted.splits.front().behaviour = Behaviour::matches;
  CHECK(read.profile == wanted);
  CHECK(reference::encode("ab<s>", read) == std::vector<TokenId>{1256, 1060, 1115, 1062});
  CHECK(refusal_of(without_list(999)) ==
        "tekken: /special_tokens: the field is missing: required a list of 999 [S50b, chapter 16]");
  // Their number is at most twice that of the tokens and 1,024.
  CHECK(refusal_of(tekken_of(by_ranks({"ab"}), 2 * 257 + 1024, 0)) == "none");
  CHECK(refusal_of(tekken_of(by_ranks({"ab"}), 2 * 257 + 1025, 0)) ==
        "tekken: /config/default_num_special_tokens: 1539 is not carried: required at most 1538 "
        "[S50b, chapter 16]");
}

PROPERTY("S53a", "a damaged tekken file opens, or gives a typed error") {
  const std::string file = damaged(tekken_of(by_ranks({"ab", "abc"}), 3, 1));
  RC_CLASSIFY(opens([&] { return backend::read_model(file, "x", nullptr); }), "opens");
}

CLAUSE_TEST("S53a S26g", "a faulty tekken file is refused by its JSON pointer") {
  const std::string file = tekken_of(by_ranks({"ab", "abc"}), 3, 1);
  const auto error_with = [&](std::string_view from, std::string_view to) {
    return refusal_of(edited(file, from, to));
  };
  using Catch::Matchers::StartsWith;
  CHECK(refusal_of(file) == "none");
  // No token is listed: each has the name of its rank.
  const Table empty =
      interop::read_model(edited(file, R"({"rank":0,"token_str":"<s>"})", ""), "x", nullptr);
  REQUIRE(empty.specials.size() == 3);
  CHECK(empty.specials.front().literal == "<SPECIAL_0>");
  CHECK_THAT(error_with(R"("rank":256)", R"("rank":258)"),
             StartsWith("tekken: /vocab/256: the rank is"));
  CHECK_THAT(error_with(R"("token_bytes":"YWI=")", R"("token_bytes":"YW")"),
             StartsWith("tekken: /vocab/256: \"YW\" is not base64"));
  CHECK_THAT(error_with(R"("token_bytes":"YWI=")", R"("token_bytes":"YWJj")"),
             StartsWith("tekken: /vocab/257: the bytes \"abc\" occur twice"));
  CHECK_THAT(error_with(R"("token_bytes":"YWI=")", R"("token_by":"YWI=")"),
             StartsWith("tekken: /vocab/256: there are no token_bytes"));
  CHECK_THAT(error_with(R"("token_bytes":"AQ==")", R"("token_bytes":"/w==")"),
             StartsWith("tekken: /vocab/1: the bytes"));
  CHECK_THAT(error_with(R"("default_vocab_size":261)", R"("default_vocab_size":270)"),
             StartsWith("tekken: /vocab: 259 tokens, required 267"));
  CHECK_THAT(error_with(R"("default_vocab_size":261)", R"("default_vocab_size":17000000)"),
             StartsWith("tekken: /config/default_vocab_size: 17000000"));
  CHECK_THAT(error_with(R"("default_vocab_size":261)", R"("default_vocab_size":258)"),
             StartsWith("tekken: /config/default_vocab_size: 258"));
  CHECK_THAT(error_with(R"(261,"default_num_special_tokens":3)",
                        R"(16000000,"default_num_special_tokens":15999741)"),
             StartsWith("tekken: /config/default_num_special_tokens: 15999741 is not carried: "
                        "required at most 1542"));
  CHECK_THAT(error_with(R"("pattern":")", R"("pattern":"(?<=a))"),
             StartsWith("tekken: /config/pattern: "));
  CHECK_THAT(error_with(R"({"rank":0,"token_str":"<s>"})", R"({"rank":1,"token_str":"<s>"})"),
             StartsWith("tekken: /special_tokens/0/rank: 1"));
  CHECK_THAT(error_with(R"("<s>")", R"("<SPECIAL_1>")"),
             StartsWith("tekken: /special_tokens: \"<SPECIAL_1>\" occurs twice"));
  CHECK_THAT(
      error_with(R"("special_tokens":[{"rank":0,"token_str":"<s>"}])", R"("special_tokens":null)"),
      StartsWith("tekken: /special_tokens: null"));
  CHECK_THAT(
      error_with(R"("token_str":"<s>"}])",
                 R"("token_str":"<s>"},{"rank":1,"token_str":"a"},{"rank":2,"token_str":"b"},)"
                 R"({"rank":3,"token_str":"c"}])"),
      StartsWith("tekken: /special_tokens: an array is not carried: required at most 3, by "));
  CHECK_THAT(error_with(R"("<s>")", R"("")"),
             StartsWith("tekken: /special_tokens/0/token_str: \"\""));
  CHECK_THAT(error_with(R"("<s>")", "7"), StartsWith("tekken: /special_tokens/0/token_str: 7"));
  CHECK_THAT(error_with(R"("special_tokens":[)", R"("special_tokens":7,"_":[)"),
             StartsWith("tekken: /special_tokens: 7"));
  CHECK_THAT(error_with(R"("config":{)", R"("config":7,"_":{)"), StartsWith("tekken: /config: 7"));
  CHECK_THAT(error_with(R"("default_vocab_size":261)", R"("default_vocab_size":"261")"),
             StartsWith("tekken: /config/default_vocab_size: \"261\""));
  CHECK_THAT(error_with(R"("default_num_special_tokens":3)", R"("_":3)"),
             StartsWith("tekken: /config/default_num_special_tokens: the field is missing"));
  CHECK_THAT(error_with(R"("pattern":)", R"("_":)"),
             StartsWith("tekken: /config/pattern: the field is missing"));
  CHECK_THAT(error_with(R"("vocab":[)", R"("vocab":7,"_":[)"), StartsWith("tekken: /vocab: 7"));
  CHECK_THAT(error_with(R"({"rank":0,"token_bytes":)", R"(7,{"rank":0,"token_bytes":)"),
             StartsWith("tekken: /vocab/0: required an object"));
  CHECK_THAT(error_with(R"("rank":256)", R"("_":256)"),
             StartsWith("tekken: /vocab/256: the rank is missing, required 256"));
  CHECK_THAT(error_with(R"("token_bytes":"YWI=")", R"("token_bytes":7)"),
             StartsWith("tekken: /vocab/256: there are no token_bytes"));
  const std::string pattern = json::quoted(profiles::tekken().splits.front().pattern.text);
  CHECK_THAT(error_with(pattern, R"("a+")"),
             StartsWith("pattern: \"a+\" does not cover the text ") &&
                 Catch::Matchers::EndsWith("[S26g, chapter 13]"));
}

CLAUSE_TEST("S52a", "public files are known, and no other") {
  const char* const given = std::getenv("BPETITE_DATA");
  const std::filesystem::path data =
      given != nullptr ? given : BPETITE_SOURCE_DIR "/../shared/data";
  const std::filesystem::path folder = data / "vocab";
  CHECK(interop::profile_of_ranks(rank_file_of_bytes()) == nullptr);
  CHECK(interop::profile_of_ranks(std::string(835554, 'x')) == nullptr);  // the size of r50k's file
  CHECK(interop::profile_of_gpt2("{}", "") == nullptr);
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: public vocabularies are not there: " << folder);
    return;
  }
  for (const std::string_view name : {"r50k", "cl100k", "o200k"}) {
    std::string file = file::read(folder / fmt::format("{}_base.tiktoken", name));
    REQUIRE(interop::profile_of_ranks(file) == profiles::find(name));
    file[1000] = static_cast<char>(file[1000] ^ 1);
    CHECK(interop::profile_of_ranks(file) == nullptr);
  }
  const Tokenizer gpt2 = open(folder);  // encoder.json and vocab.bpe
  const Tokenizer ranks = open(folder / "r50k_base.tiktoken");
  const std::string_view text = "Hello world, it's 2024!\n\n  \xe4\xb8\x80 na\xc3\xafve";
  CHECK(gpt2.encode(text) == ranks.encode(text));
  CHECK(gpt2.special_tokens().front() == SpecialToken{"<|endoftext|>", 50256});
}

}  // namespace
}  // namespace bpetite::test
