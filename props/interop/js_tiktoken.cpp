// Tests reading the JSON files of the library js-tiktoken: each gives the table of the rank file
// with the same tokens, and the pattern and the special tokens that it states. A faulty file is
// refused, and the error names the place. A special token has an id up to a limit that depends on
// the number of tokens (S53b).
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "core/wording/clause.hpp"
#include "interop/open.hpp"
#include "interop/tiktoken.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

constexpr std::string_view pattern = R"(\w+|[^\w]+)";

PROPERTY("S53b", "a file gives the table of its rank file") {
  std::vector<std::string> tokens = {"ab", "abc", " a", "\xc3\xa9"};
  tokens.resize(*number_between<std::size_t>(0, tokens.size()));
  const Table table = by_ranks(tokens);
  const Table read = interop::read_model(js_tiktoken_of(table, pattern), "x", nullptr);
  std::string ranks;
  for (std::size_t id = 0; id < table.tokens.size(); ++id) {
    ranks += rank_line(table.tokens[id], id);
  }
  Profile profile;
  profile.name = "js-tiktoken";
  profile.splits = {
      {{std::string(pattern), Dialect::tiktoken, unicode::pinned}, Behaviour::isolated}};
  profile.added = {{{"<s>", static_cast<TokenId>(table.tokens.size())}},
                   SpecialRule::refused_unless_allowed};
  const Table wanted = interop::read_tiktoken(ranks, profile);
  RC_ASSERT(read.tokens == wanted.tokens);
  RC_ASSERT(read.byte_ids == wanted.byte_ids);
  RC_ASSERT(read.specials == wanted.specials);
  RC_ASSERT(read.profile == wanted.profile);
  const std::string text = *special_text() + "ab<s>";
  RC_ASSERT(reference::encode(text, read, SpecialChoice::all()) ==
            reference::encode(text, wanted, SpecialChoice::all()));
}

CLAUSE_TEST("S53b", "faults of a file have their place") {
  constexpr auto edits = std::to_array<FileEdit>({
      {R"(\\w+|)", R"((|)", "js-tiktoken: /pat_str: "},
      {R"("<s>":)", R"("":)", "js-tiktoken: /special_tokens/: "},
      {R"("<s>":)", R"("<s>":-1,"x":)", "js-tiktoken: /special_tokens/<s>: -1"},
      {R"("<s>":)", R"("<s>":16777216,"x":)", "js-tiktoken: /special_tokens/<s>: 16777216"},
      {R"("<s>":)", R"("x":258,"<s>":)",
       "js-tiktoken: /special_tokens/<s>: 258 is not carried: another special token has this id ["},
      {R"("<s>":)", R"("x":97,"<s>":)", "js-tiktoken: /special_tokens/x: 97 is not carried: it is"},
      {R"("<s>":)", R"("x":300000,"<s>":)", "js-tiktoken: /special_tokens/x: 300000"},
      {R"("<s>":258)", R"("<s>":257)", "js-tiktoken: /special_tokens/<s>: 257"},
      {R"("special_tokens")", R"("special_token")", "js-tiktoken: /special_tokens: the field"},
      {R"("bpe_ranks")", R"("ranks")", "js-tiktoken: /bpe_ranks: the field is missing"},
      {R"("pat_str")", R"("pattern")", "js-tiktoken: /pat_str: the field is missing"},
      {"! 256 YWI= YWJj", R"(! 256 YWI= \n! 258 YWJj)",
       "js-tiktoken: /bpe_ranks: an empty token has the rank 257"},
      {"YWI= ", "YWI=  ", "js-tiktoken: /bpe_ranks: an empty token has the rank 257"},
      {"YWJj", "YWJj ", "js-tiktoken: /bpe_ranks: an empty token has the rank 258"},
      {"YWJj", "YWJj  ", "js-tiktoken: /bpe_ranks: an empty token has the rank 258"},
      {"! 256", "! -1", "js-tiktoken: /bpe_ranks: \"-1\""},
      {"! 256", "!", "js-tiktoken: /bpe_ranks: "},
      {"! 256", "! 16777216", "js-tiktoken: /bpe_ranks: \"16777216\""},
      {"! 256", "! 16000000", "js-tiktoken: /bpe_ranks: token 257: \"16000000\" is not an id"},
      {"! 256 YWI=", "! 256 YWI", "js-tiktoken: /bpe_ranks: token 257: \"YWI\" is not base64"},
      {"! 256 YWI=", "! 256 YQ==",
       "js-tiktoken: /bpe_ranks: token 257: the bytes \"a\" occur twice"},
  });
  const std::string file = js_tiktoken_of(by_ranks({"ab", "abc"}), pattern);
  REQUIRE(refusal_of(file) == "none");
  for (const auto& [from, to, says] : edits) {
    INFO(from << " -> " << to);
    CHECK_THAT(refusal_of(edited(file, from, to)), Catch::Matchers::StartsWith(std::string(says)));
  }
  CHECK(refusal_of(edited(file, "! 0 AA==", "! 0 YWJjZA==")) ==
        "js-tiktoken: /bpe_ranks: the byte 0x00 has no token [S53b, chapter 16]");
  CHECK_THAT(refusal_of(edited(file, R"(\\w+|[^\\w]+)", R"(\\w+)")),
             Catch::Matchers::EndsWith("[S26e, chapter 13]"));
  // "=" is the token without bytes. It keeps its id, so no special token may have it.
  const std::string with_empty = edited(file, "! 256 YWI= YWJj", "! 256 YWI= =");
  CHECK(refusal_of(with_empty) == "none");
  CHECK_THAT(refusal_of(edited(with_empty, R"("<s>":258)", R"("<s>":257)")),
             Catch::Matchers::StartsWith("js-tiktoken: /special_tokens/<s>: 257"));
}

CLAUSE_TEST("S53b", "the sign of a line is not read, and empty lines are passed over") {
  const std::string file = js_tiktoken_of(by_ranks({"ab", "abc"}), pattern);
  const auto tokens_of = [](std::string_view bytes) {
    return interop::read_model(bytes, "x", nullptr).tokens;
  };
  for (const std::string_view to : {"# 256", "abc 256", " 256", R"(\n\n! 256)"}) {
    INFO(to);
    CHECK(tokens_of(edited(file, "! 256", to)) == tokens_of(file));
  }
  CHECK(tokens_of(edited(file, "YWJj", R"(YWJj\n)")) == tokens_of(file));
}

CLAUSE_TEST("S53b",
            "the highest id of a special token is twice the number of tokens and 1,023 more") {
  const std::string file = js_tiktoken_of(by_ranks({"ab", "abc"}), pattern);
  const std::size_t limit = 2 * (258 + 1) + 1024 + most_apart;
  const auto with_id = [&](std::size_t id) {
    return edited(file, R"("<s>":258)", fmt::format(R"("<s>":{})", id));
  };
  CHECK(refusal_of(with_id(limit - 1)) == "none");
  CHECK_THAT(refusal_of(with_id(limit)), Catch::Matchers::EndsWith(fmt::format(
                                             "required an id below {} [S53b, chapter 16]", limit)));
}

}  // namespace
}  // namespace bpetite::test
