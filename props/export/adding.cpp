// Tests adding tokens to a tokenizer: they get the ids behind the highest one, or ids that the
// caller chooses, and no other id changes (S58h). An extended artifact of Schema v1 is saved as
// Schema v2. Refused are literals that are tokens already or cannot be tokens, and ids that are
// taken or too high. Tests also tables in which ids have no bytes: the last id of the vocabulary
// stays used, and the others are free.
#include <algorithm>
#include <string>
#include <vector>

#include <bpetite/adding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "artifact/schema2.hpp"
#include "bpetite/access.hpp"
#include "core/file.hpp"
#include "interop/open.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/export_tables.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

TokenId end_of(const Table& table) {
  auto end = static_cast<TokenId>(table.tokens.size());
  for (const SpecialToken& token : table.specials) end = std::max(end, token.id + 1);
  return end;
}

PROPERTY("S58h", "ids that exist never move, and new ones follow the highest") {
  const Table table = any_export_table();
  const std::vector<NewToken> added = {{"<|new|>"}, {"<think>", false}, {"<|newer|>"}};
  const Tokenizer more = with_added_tokens(TokenizerAccess::make(table), added);
  const Table& extended = TokenizerAccess::table(more);

  RC_ASSERT(extended.tokens == table.tokens);
  RC_ASSERT(extended.merges == table.merges);
  RC_ASSERT(extended.specials.size() == table.specials.size() + added.size());
  RC_ASSERT(std::equal(table.specials.begin(), table.specials.end(), extended.specials.begin()));
  for (std::size_t i = 0; i < added.size(); ++i) {
    const SpecialToken& token = extended.specials[table.specials.size() + i];
    const TokenId id = end_of(table) + static_cast<TokenId>(i);
    RC_ASSERT(token == (SpecialToken{added[i].literal, id, false, added[i].is_special}));
  }

  // A text keeps its ids, and a new literal has its own id.
  const std::string text = any_export_text(table, table.profile.added.rule != SpecialRule::never);
  RC_ASSERT(ids_with_specials(text, extended) == ids_with_specials(text, table));
  if (table.profile.added.rule != SpecialRule::never) {
    const auto ids = ids_with_specials("<|newer|>", extended);
    RC_ASSERT(ids == std::vector<TokenId>{end_of(table) + 2});
  }
}

CLAUSE_TEST("S58h", "an extended artifact of v1 is saved as Schema v2, and opens as itself") {
  const TemporaryDirectory directory;
  const Tokenizer base = Tokenizer::train("ab ab ab", 258);
  const Tokenizer more = with_added_tokens(base, {{"<|im_start|>"}, {"<think>", false}});
  const auto path = directory.path() / "more.json";
  more.save(path);
  CHECK(file::read(path).find(R"("schema_version":2)") != std::string::npos);
  const Tokenizer opened = open(path);
  CHECK(TokenizerAccess::table(opened).specials == TokenizerAccess::table(more).specials);
  CHECK(opened.encode("ab<|im_start|>ab<think><|endoftext|>") ==
        std::vector<TokenId>{256, 259, 256, 260, 258});
  CHECK(opened.decode(std::vector<TokenId>{256, 259}) == "ab<|im_start|>");
}

CLAUSE_TEST("S56h S58h S19c", "an id without bytes at the end is used up, saved or not") {
  for (std::size_t empty = 0; empty < 3; ++empty) {
    const TokenId wanted = 256 + static_cast<TokenId>(empty);
    Table table = v1_table({});
    table.specials.clear();
    table.tokens.resize(wanted);
    table = interop::read_model(artifact::serialize_schema2(table), "x", nullptr);
    CHECK(table.tokens.size() == wanted);
    const Tokenizer more = with_added_tokens(TokenizerAccess::make(table), {{"<a>"}});
    CHECK(TokenizerAccess::table(more).specials.back().id == wanted);
    // Special tokens with lower ids, and with higher ones, do not make it free.
    if (empty < 2) continue;
    for (const TokenId special : {TokenId{256}, wanted + 5}) {
      Table with = table;
      with.specials = {{"<s>", special}};
      with.profile.added.tokens = added_tokens(with.specials);
      const Table again = interop::read_model(artifact::serialize_schema2(with), "x", nullptr);
      const Tokenizer next = with_added_tokens(TokenizerAccess::make(again), {{"<a>"}});
      CHECK(TokenizerAccess::table(next).specials.back().id == std::max(wanted, special + 1));
    }
  }
}

CLAUSE_TEST("S58h S56h", "an empty token is free, unless it is the last of the vocabulary") {
  Table table = v1_table({});
  table.specials.clear();
  table.tokens.resize(260);
  const Tokenizer base = TokenizerAccess::make(table);
  for (TokenId id = 256; id < 264; ++id) {
    INFO(id);
    CHECK(outcome([&] {
            with_added_tokens(base, {{"<a>", true, id}});
          }) == (id == 259 ? "ValueError S58h" : "done"));
  }
}

CLAUSE_TEST("S58h", "what is a token already, and what is none, is refused") {
  const Tokenizer base = TokenizerAccess::make(small_exchange_table());
  const auto refusal = [&](const std::vector<NewToken>& tokens) -> std::string {
    try {
      with_added_tokens(base, tokens);
    } catch (const Error& error) {
      return error.what();
    }
    return "none";
  };
  CHECK(refusal({{"<u>"}}) == "none");
  CHECK(refusal({{""}}) == "add: \"\": no text holds the empty literal [S58h, chapter 20]");
  CHECK(refusal({{"<s>"}}) == "add: \"<s>\": it is the added token 258 already [S58h, chapter 20]");
  CHECK(refusal({{"<u>"}, {"<u>"}}) ==
        "add: \"<u>\": it is the added token 260 already [S58h, chapter 20]");
  CHECK(refusal({{"<u>"}, {"<u>", false}}) ==
        "add: \"<u>\": it is the added token 260 already [S58h, chapter 20]");
  CHECK(refusal({{"abc"}}) == "add: \"abc\": it is token 257 already [S58h, chapter 20]");
  CHECK(refusal({{"a"}}) == "add: \"a\": it is token 97 already [S58h, chapter 20]");
  CHECK(outcome([&] { with_added_tokens(base, {{"\xff"}}); }) == "UnicodeDecodeError S1a");

  CHECK(refusal({{"<u>", true, 258}}) ==
        "add: \"<u>\": the id 258 is that of the token \"<s>\" [S58h, chapter 20]");
  CHECK(refusal({{"<u>", true, 257}}) ==
        "add: \"<u>\": the id 257 is that of the token \"abc\" [S58h, chapter 20]");
  CHECK(refusal({{"<u>"}, {"<v>", true, 260}}) ==
        "add: \"<v>\": the id 260 is that of the token \"<u>\" [S58h, chapter 20]");
  CHECK(refusal({{"<u>", true, 1000000}, {"<v>"}}) ==
        "add: \"<u>\": the id 1000000 is too high for 262 tokens [S58h, chapter 20]");
  CHECK(refusal({{"<u>", true, max_vocab_size}}) ==
        "add: \"<u>\": there is no id left for it [S58h, chapter 20]");
}

PROPERTY("S58h S56l", "an id of its own is free, in proportion, and moves no other id") {
  const Table table = any_export_table();
  const TokenId end = end_of(table);
  const auto id = *number_between(0, 1) == 0 ? *number_between<TokenId>(0, end)
                                             : *number_between<TokenId>(end, end + 20);
  const std::vector<NewToken> added = {{"<|first|>"}, {"<|given|>", true, id}, {"<|last|>"}};
  const bool is_token = id < table.tokens.size() && !table.tokens[id].empty();
  const bool is_empty_last = id + std::size_t{1} == table.tokens.size();
  const bool is_added =
      std::ranges::find(table.specials, id, &SpecialToken::id) != table.specials.end();
  const bool is_first = id == end_of(table);  // <|first|> has it
  const std::string expected =
      is_token || is_empty_last || is_added || is_first ? "ValueError S58h" : "done";
  Table extended;
  RC_ASSERT(outcome([&] {
              extended =
                  TokenizerAccess::table(with_added_tokens(TokenizerAccess::make(table), added));
            }) == expected);
  RC_CLASSIFY(expected != "done", "refused");
  if (expected != "done") return;
  const auto id_of = [&](std::string_view literal) {
    return std::ranges::find(extended.specials, literal, &SpecialToken::literal)->id;
  };
  RC_ASSERT(id_of("<|first|>") == end_of(table));
  RC_ASSERT(id_of("<|given|>") == id);
  RC_ASSERT(id_of("<|last|>") == std::max(end_of(table), id) + 1);
  RC_ASSERT(std::ranges::is_sorted(extended.specials, {}, &SpecialToken::id));
  const Table read = interop::read_model(artifact::serialize_schema2(extended), "x", nullptr);
  RC_ASSERT(read.specials == extended.specials);
}

CLAUSE_TEST("S58h S56l", "an id is at most as high as an artifact may have it") {
  const Tokenizer base = TokenizerAccess::make(small_exchange_table());  // 258 tokens and two more
  const TokenId most = 2 * (258 + 2 + 1) + 1024 + most_apart - 1;
  const Tokenizer more = with_added_tokens(base, {{"<u>", true, most}});
  const std::string file = artifact::serialize_schema2(TokenizerAccess::table(more));
  CHECK(refusal_of(file) == "none");
  CHECK(outcome([&] { with_added_tokens(base, {{"<u>", true, most + 1}}); }) == "ValueError S58h");
}

CLAUSE_TEST("S58h", "there are no ids above 2^24") {
  Table table = small_exchange_table();
  table.specials.back().id = max_vocab_size - 2;
  const Tokenizer base = TokenizerAccess::make(table);
  CHECK(outcome([&] { with_added_tokens(base, {{"<u>"}}); }) == "done");
  CHECK(outcome([&] { with_added_tokens(base, {{"<u>"}, {"<v>"}}); }) == "ValueError S58h");
}

}  // namespace
}  // namespace bpetite::test
