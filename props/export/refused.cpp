// Tests that exporting refuses models that the target cannot express, and that the error names the
// token, the pattern or the clause (S58a). A template, and tokens that are not special, may be left
// out if the caller says so. The models from which the faulty ones are made are refused by no
// target.
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/export.hpp>

#include "bpetite/access.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"
#include "support/property.hpp"
#include "support/texts/export_tables.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

constexpr std::string_view hf = "hf";
constexpr std::string_view tiktoken = "tiktoken";
constexpr std::string_view gpt2 = "gpt2";

// A model, the target that cannot express it, and the error after the name of the target.
struct Case {
  std::string_view target;
  Table table;
  std::string begins;
};

ExportFormat format_of(std::string_view target) {
  if (target == hf) return ExportFormat::huggingface;
  return target == tiktoken ? ExportFormat::tiktoken : ExportFormat::gpt2;
}

std::string refusal(const Case& given) {
  try {
    export_files(TokenizerAccess::make(given.table), format_of(given.target));
  } catch (const ValueError& error) {
    return error.what();
  }
  return "none";
}

// The tokens ab and abc, made by merges or by ranks. Unchanged, no target refuses them.
Table pairs() {
  Table table = v1_table({{'a', 'b'}, {256, 'c'}});
  table.profile.name = "of pairs";
  return table;
}
Table ranks() { return by_ranks({"ab", "abc"}); }

Table with_specials(Table table, const std::vector<std::string>& literals, bool is_special = true) {
  table.specials.clear();
  table.profile.added.tokens.clear();
  for (const std::string& literal : literals) {
    const auto id = static_cast<TokenId>(table.tokens.size() + table.specials.size());
    table.specials.push_back({literal, id, false, is_special});
    table.profile.added.tokens.push_back({literal, id, false, is_special});
  }
  return table;
}

Table with_pattern(Table table, std::string_view text, Dialect dialect,
                   unicode::Version version = unicode::pinned) {
  table.profile.splits = {{{std::string(text), dialect, version}, Behaviour::isolated}};
  return table;
}

Table with_normalizer(Table table, Normalizer normalizer) {
  table.profile.normalizer = normalizer;
  return table;
}

Table with_whole_chunks(Table table) {
  table.profile.whole_chunks = true;
  return table;
}

// Adds tables whose merges cannot be written in the order of ranks.
void add_merges(std::vector<Case>& cases) {
  for (const char x : {'x', 'y', 'z'}) {
    const auto byte = static_cast<TokenId>(x);
    // The merges make xx, then xxx of xx and x, then xxx of x and xx.
    const Table twice = v1_table({{byte, byte}, {256, byte}, {byte, 256}});
    const std::string shown = fmt::format("{0}{0}{0}", x);
    const std::string both = fmt::format("the tokens 257 and 258 are both \"{}\"", shown);
    cases.push_back({hf, twice, both});
    cases.push_back({gpt2, twice, both});
    cases.push_back(
        {tiktoken, twice,
         fmt::format("it would be no rank file: ranks: line 259: the bytes \"{}\" occur "
                     "twice",
                     shown)});

    // In xbc, the merges join (b,c) first, but ranks by bytes join xb.
    Table other = by_ranks({fmt::format("{}b", x), "bc", fmt::format("{}bc", x)});
    other.profile.merging = Merging::pairs;
    other.merges = {{'b', 'c'}, {byte, 'b'}, {256, 'c'}};
    other.results = {257, 256, 258};
    other.specials.clear();
    other.profile.added.tokens.clear();
    cases.push_back(
        {tiktoken, other, fmt::format("the merges make token 256 \"{}b\" differently", x)});
    // The merges are in the order of the ids, but the last token is made of other parts.
    other.merges = {{byte, 'b'}, {'b', 'c'}, {byte, 257}};
    other.results = {256, 257, 258};
    cases.push_back(
        {tiktoken, other, fmt::format("the merges make token 258 \"{}bc\" differently", x)});
    // No merge makes the last token.
    other.merges.pop_back();
    other.results.pop_back();
    cases.push_back(
        {tiktoken, other, fmt::format("the merges make token 258 \"{}bc\" differently", x)});
    cases.push_back(
        {gpt2, with_whole_chunks(other), fmt::format("token 258 \"{}bc\" is a whole chunk's", x)});

    // The chunk xbc becomes a token that no two tokens make.
    cases.push_back({gpt2, by_ranks({fmt::format("{}bc", x)}),
                     fmt::format("token 256 \"{}bc\" is a whole chunk's", x)});

    // A merge joins a token before another merge makes it.
    Table late = pairs();
    late.tokens = by_ranks({fmt::format("{}b", x), fmt::format("{}bc", x)}).tokens;
    late.merges = {{256, 'c'}, {byte, 'b'}};
    late.results = {257, 256};
    late.specials.clear();
    late.profile.added.tokens.clear();
    cases.push_back(
        {gpt2, late,
         fmt::format("token 256 \"{}b\" is made by a later merge than one that joins it", x)});
  }

  Table version =
      by_ranks({"#v", "#ve", "#ver", "#vers", "#versi", "#versio", "#version", "#version!"});
  cases.push_back({gpt2, version, "the merge \"#version !\" of token 263 would be passed over"});
  cases.push_back({hf, version, "the merge \"#version !\" of token 263 would be passed over"});
}

void add_added_tokens(std::vector<Case>& cases) {
  // These literals are the names of tokens: ø is the name of the byte 0xF8, and Ġ that of the
  // space.
  for (const auto& [literal, id] : std::vector<std::pair<std::string, TokenId>>{{"\u00f8", 0xf8},
                                                                                {"\u00f6", 0xf6},
                                                                                {"\u00fa", 0xfa},
                                                                                {"\u00ff", 0xff},
                                                                                {"\u00c0", 0xc0},
                                                                                {"\u00e9", 0xe9},
                                                                                {"\u0120", ' '},
                                                                                {"\u010a", '\n'},
                                                                                {"ab", 256},
                                                                                {"a", 'a'}}) {
    for (const std::string_view target : {hf, gpt2}) {
      cases.push_back(
          {target, with_specials(ranks(), {literal}),
           fmt::format("the added token {} has the name of token {}", utf8::quoted(literal), id)});
    }
  }
  // These literals consist of letters that stand for bytes, so they would be decoded to another
  // text.
  for (const std::string literal :
       {"k\u00f8ln", "\u00e9a", "\u00a1ol\u00e9!", "\u00fcber", "\u0120x"}) {
    cases.push_back({hf, with_specials(ranks(), {literal}), "the library would read it otherwise"});
  }
  for (const std::string literal : {"<think>", "</think>", "<tool_call>", "<t>", "  "}) {
    for (const std::string_view target : {tiktoken, gpt2}) {
      cases.push_back(
          {target, with_specials(ranks(), {literal}, false),
           fmt::format("the added token {} is found in every text", utf8::quoted(literal))});
    }
  }
  for (const auto& [first, second] :
       std::vector<std::pair<std::string, std::string>>{{"<a", "<a>"},
                                                        {"a>", "<a>"},
                                                        {"<s", "s>"},
                                                        {"<|x|>", "|>"},
                                                        {"<|x|>", "<|x|><|y|>"},
                                                        {"[/INST][INST", "[INST]"},
                                                        {"<s><", "<t>"},
                                                        {"\u4e2d\u6587", "\u6587\u4e2d"}}) {
    cases.push_back({tiktoken, with_specials(ranks(), {first, second}),
                     fmt::format("the special tokens {} and {} can overlap", utf8::quoted(first),
                                 utf8::quoted(second))});
  }
  Table text = ranks();
  text.tokens.push_back("\u4e2d");
  text.text_tokens = {258};
  text.specials.clear();
  text.profile.added.tokens.clear();
  for (const std::string_view target : {hf, tiktoken}) {
    cases.push_back({target, text, "token 258 is not a chunk's"});
  }
}

void add_patterns(std::vector<Case>& cases) {
  for (const Profile* profile :
       {&profiles::cl100k(), &profiles::o200k(), &profiles::llama3(), &profiles::qwen2(),
        &profiles::nanochat(), &profiles::deepseek_v3(), &profiles::tekken(),
        &profiles::starcoder()}) {
    cases.push_back({gpt2, cut_as(ranks(), *profile), "the files have no pattern"});
  }
  for (const Profile* profile :
       {&profiles::deepseek_v3(), &profiles::starcoder(), &profiles::falcon()}) {
    cases.push_back({tiktoken, cut_as(ranks(), *profile),
                     fmt::format("{} patterns cut one after the other", profile->splits.size())});
  }
  for (const std::string_view pattern :
       {R"(\p{L}+|[^\p{L}])", R"(\p{N}|[^\p{N}]+)", R"(\s+|\S+)", R"(\p{Lu}?\p{Ll}+|.|\n)"}) {
    for (const std::string_view target : {hf, tiktoken}) {
      if (pattern == R"(\s+|\S+)") continue;  // white space has not changed
      cases.push_back(
          {target, with_pattern(ranks(), pattern, Dialect::huggingface, unicode::Version::v13_0),
           "the pattern"});
    }
  }
  // tiktoken loses the parts of a text that such patterns do not match.
  for (const std::string_view pattern :
       {R"(\p{L}+)", R"(\p{N}{1,3})", R"([a-z]+|[A-Z]+)", R"(\S+)", R"( ?\p{L}+|\s)"}) {
    cases.push_back({tiktoken, with_pattern(ranks(), pattern, Dialect::tiktoken), ""});
  }
}

void add_other_parts(std::vector<Case>& cases) {
  for (const Table& table : {ranks(), pairs()}) {
    cases.push_back({hf, with_normalizer(table, Normalizer::nfc_16_0),
                     "the normalizer is NFC of Unicode 16.0"});
    for (const std::string_view target : {tiktoken, gpt2}) {
      for (const Normalizer normalizer : {Normalizer::nfc_9_0, Normalizer::nfc_16_0}) {
        cases.push_back({target, with_normalizer(table, normalizer), "the normalizer is NFC"});
      }
      Table around = with_specials(table, {"<s>"});
      around.profile.ids_around = {{around.specials.front().id}, {}};
      cases.push_back({target, around, "the files have no place for a template"});
      std::swap(around.profile.ids_around.before, around.profile.ids_around.after);
      cases.push_back({target, around, "the files have no place for a template"});
      for (const Template& sizes :
           {Template{{}, {}, 3, 0, 1}, Template{{}, {}, {}, 2, 1}, Template{{}, {}, {}, 0, 4}}) {
        around.profile.ids_around = sizes;
        cases.push_back({target, around, "the files have no place for a template"});
      }
    }
  }
  Table other = cut_as(pairs(), profiles::cl100k());
  other.profile.prefix_space = true;
  cases.push_back({hf, other,
                   "a space is put before each segment (S30g), and the library has that with the "
                   "pattern of GPT-2 alone ["});
  for (const std::string_view target : {tiktoken, gpt2}) {
    for (bool SpecialToken::*const flag :
         {&SpecialToken::lstrip, &SpecialToken::rstrip, &SpecialToken::single_word}) {
      Table looks = with_specials(pairs(), {"<s>"});
      looks.specials.front().*flag = true;
      looks.profile.added.tokens = added_tokens(looks.specials);
      cases.push_back({target, looks,
                       flag == &SpecialToken::single_word
                           ? "the added token \"<s>\" has to stand by itself"
                           : "the added token \"<s>\" takes the white space"});
    }
    Table spaced = pairs();
    spaced.profile.prefix_space = true;
    cases.push_back({target, spaced, "a space is put before each segment (S30g) ["});
    Table lossy = pairs();
    lossy.profile.drops_missing_bytes = true;
    lossy.tokens[3].clear();
    cases.push_back({target, lossy, "text loses bytes that have no token (S31d)"});
  }
}

// What is left out is missing in the files, and nothing else.
CLAUSE_TEST("S58e S58a", "a template and tokens that are not special may be left out") {
  Table table = with_specials(ranks(), {"<s>", "<t>"});
  table.specials.back().is_special = false;
  table.profile.added.tokens = added_tokens(table.specials);
  table.profile.ids_around.before = {table.specials.front().id};
  const Tokenizer tokenizer = TokenizerAccess::make(table);
  const auto files_or_error = [&](const LeftOut& left_out) -> std::string {
    try {
      const auto files = export_files(tokenizer, ExportFormat::tiktoken, left_out);
      return files.front().bytes + files.back().bytes;
    } catch (const ValueError& error) {
      return error.what();
    }
  };
  CHECK_THAT(files_or_error({}),
             Catch::Matchers::Contains("no place for a template: leave it out"));
  CHECK_THAT(files_or_error({.plain_tokens = true}),
             Catch::Matchers::Contains("no place for a template: leave it out"));
  CHECK_THAT(files_or_error({.ids_around = true}),
             Catch::Matchers::Contains("tiktoken has none that is: leave it out"));
  Table plain = with_specials(ranks(), {"<s>"});
  const auto wanted = export_files(TokenizerAccess::make(plain), ExportFormat::tiktoken);
  CHECK(files_or_error({.ids_around = true, .plain_tokens = true}) ==
        wanted.front().bytes + wanted.back().bytes);
}

CLAUSE_TEST("S58f S30e", "the two files do not say which literals are found in normalized text") {
  const auto error_of = [](const std::vector<std::string>& literals, std::size_t normalized) {
    Table table = with_specials(pairs(), literals);
    table.specials.at(normalized).normalized = true;
    table.profile.added.tokens.at(normalized).normalized = true;
    return refusal({gpt2, table, ""});
  };
  CHECK(error_of({"<x>", "<y>"}, 0) == "none");
  CHECK(error_of({"<x>", "<x"}, 0)
            .starts_with(
                "export: gpt2: the special tokens \"<x\" and \"<x>\" can overlap in a text"));
  CHECK(error_of({"<x>", "<x"}, 1)
            .starts_with(
                "export: gpt2: the special tokens \"<x>\" and \"<x\" can overlap in a text"));
  CHECK(error_of({"xy", "yz"}, 0).starts_with("export: gpt2: the special tokens \"yz\" and "));
  CHECK(error_of({"xy", "yz"}, 1).starts_with("export: gpt2: the special tokens \"xy\" and "));
}

CLAUSE_TEST("S58a", "what a target cannot express is refused by its name") {
  std::vector<Case> cases;
  add_merges(cases);
  add_added_tokens(cases);
  add_patterns(cases);
  add_other_parts(cases);
  for (const Case& given : cases) {
    const std::string error = refusal(given);
    CAPTURE(given.target, given.begins, error);
    if (given.begins.empty()) {
      CHECK(error.ends_with("[S26e, chapter 13]"));
      continue;
    }
    CHECK(error.starts_with(fmt::format("export: {}: {}", given.target, given.begins)));
    CHECK(error.ends_with("[S58a, chapter 20]"));
  }
  CHECK(cases.size() >= 100);
}

CLAUSE_TEST("S58a", "the models that these are made of are refused by no target") {
  for (const std::string_view target : {hf, tiktoken, gpt2}) {
    CHECK(refusal({target, with_specials(pairs(), {"<s>"}), ""}) == "none");
    CHECK(refusal({target, with_specials(ranks(), {"<s>", "<t>"}), ""}) == "none");
  }
}

}  // namespace
}  // namespace bpetite::test
