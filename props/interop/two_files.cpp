// Tests directories with the two files of GPT-2 (S51a): what config.json, tokenizer_config.json,
// special_tokens_map.json and added_tokens.json beside them add, as transformers 5.24 reads them
// (S51e). They choose the class, and with it the normalizer, the splits, the added tokens, the
// template and the space before segments. The added tokens are checked as those of a
// tokenizer.json.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/open.hpp>

#include "bpetite/access.hpp"
#include "core/table.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/texts/model_directory.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

CLAUSE_TEST("S51e S51a",
            "two files have the added tokens of their directory, and none of a profile") {
  const ModelDirectory directory;
  directory.use_two_files();
  const OpenOptions qwen2{.profile = "qwen2"};
  const auto literals = [&](const OpenOptions& options = {}) {
    const Tokenizer tokenizer = open(directory.path(), options);
    std::vector<std::string> all;
    for (const SpecialToken& token : TokenizerAccess::table(tokenizer).specials) {
      all.push_back(fmt::format("{} {}", token.id, token.literal));
    }
    return all;
  };
  // Without other files, the tokens are those of the profile.
  CHECK(literals(qwen2).size() == 208);
  directory.write("config.json", R"({"model_type":"qwen3"})");
  CHECK(literals(qwen2).size() == 208);
  CHECK(literals() == std::vector<std::string>{"258 <|endoftext|>"});

  directory.write("added_tokens.json", R"({"<think>":258})");
  CHECK(literals(qwen2) == std::vector<std::string>{"258 <think>", "259 <|endoftext|>"});
  CHECK(literals({.profile = "gpt2"}) == literals(qwen2));
  directory.write("config.json", "{}");
  CHECK(literals(qwen2) == std::vector<std::string>{"258 <think>"});
  CHECK_THAT(directory.error(), contains_text("have no pattern"));
  directory.write("added_tokens.json", R"({"<think>":300})");
  CHECK_THAT(directory.error(qwen2),
             contains_text("added_tokens.json: /<think>: 300 is not carried"));

  // The template is that of the flags.
  fs::remove(directory.path() / "added_tokens.json");
  directory.write("tokenizer_config.json",
                  R"({"tokenizer_class":"GPT2Tokenizer","bos_token":"<s>","add_eos_token":true,)"
                  R"("add_bos_token":true})");
  CHECK(encode_with_template(open(directory.path()), "ab") == std::vector<TokenId>{258, 256, 259});
  directory.write("tokenizer_config.json", R"({"tokenizer_class":"Qwen3_5Tokenizer"})");
  CHECK_THAT(directory.error(), contains_text("have no pattern"));
  directory.write("tokenizer_config.json",
                  R"({"tokenizer_class":"T5Tokenizer","eos_token":"</s>"})");
  CHECK(literals(qwen2) == std::vector<std::string>{"258 </s>"});
  directory.write("tokenizer_config.json", R"({"vocab":{"a":1}})");
  CHECK(directory.error(qwen2) ==
        "ValueError: tokenizer_config.json: /vocab: an object is not carried: required no such "
        "member: give the two files in a directory of their own [S51e, chapter 16]");
  fs::remove(directory.path() / "tokenizer_config.json");
  directory.write("special_tokens_map.json", R"({"eos_token":"</s>"})");
  CHECK(literals(qwen2) == std::vector<std::string>{"258 </s>"});
}

// What transformers 5.24 makes of two files and the name of a class, with add_bos_token and
// add_eos_token. The text has what tells the splits apart: a contraction in capitals, and digits.
struct MadeOfTwoFiles {
  std::string_view name;
  Normalizer normalizer;
  std::string_view chunks;  // with bars between them
  std::string_view added;   // from the id 258 on
  std::string_view around;
};

CLAUSE_TEST("S51e S51a", "each class of the table opens two files with its own parts") {
  constexpr std::string_view byte_level = "A|'|S| 12| a";
  constexpr std::string_view end = "<|endoftext|>";
  constexpr std::string_view roberta = "<s> </s> <unk> <pad> <mask>";
  const ModelDirectory directory;
  directory.use_two_files();
  const auto opened = [&](std::string_view name, bool adds) {
    directory.write("tokenizer_config.json",
                    fmt::format(R"({{"tokenizer_class":"{}","add_bos_token":{},)"
                                R"("add_eos_token":{}}})",
                                name, adds, adds));
    return open(directory.path());
  };
  const auto around_of = [](const Tokenizer& tokenizer) {
    const Template& around = TokenizerAccess::table(tokenizer).profile.ids_around;
    return fmt::format("{}/{}", fmt::join(around.before, " "), fmt::join(around.after, " "));
  };
  for (const MadeOfTwoFiles& each : std::to_array<MadeOfTwoFiles>(
           {{"GPT2Tokenizer", Normalizer::none, byte_level, end, "258/258"},
            {"CodeGenTokenizerFast", Normalizer::none, byte_level, end, "258/258"},
            {"Qwen2Tokenizer", Normalizer::nfc_9_0, "A|'S| |1|2| a", end, "/258"},
            {"GPTNeoXTokenizer", Normalizer::nfc_9_0, byte_level, "<|endoftext|> <|padding|>",
             "258/258"},
            {"CohereTokenizer", Normalizer::nfc_9_0, "A|'|S| |1|2| a",
             "<BOS_TOKEN> <|END_OF_TURN_TOKEN|> <UNK> <SEP> <PAD> <CLS> <MASK_TOKEN>", "258/259"},
            {"RobertaTokenizer", Normalizer::none, byte_level, roberta, "258/259"},
            {"BartTokenizer", Normalizer::none, byte_level, roberta, "258/259"},
            {"LEDTokenizerFast", Normalizer::none, byte_level, roberta, "258/259"},
            {"MvpTokenizer", Normalizer::none, byte_level, roberta, "258/259"}})) {
    CAPTURE(each.name);
    const Tokenizer tokenizer = opened(each.name, true);
    const Table& table = TokenizerAccess::table(tokenizer);
    CHECK(table.profile.normalizer == each.normalizer);
    CHECK(fmt::format("{}", fmt::join(reference::pretokenize("A'S 12 a", table.profile), "|")) ==
          each.chunks);
    std::vector<std::string> added;
    for (const SpecialToken& token : table.specials) {
      CHECK(token.id == 258 + added.size());
      CHECK((token.is_special && !token.normalized && !token.lstrip && !token.rstrip));
      added.push_back(token.literal);
    }
    CHECK(fmt::format("{}", fmt::join(added, " ")) == each.added);
    CHECK(around_of(tokenizer) == each.around);
    const bool is_roberta = each.added == roberta;
    CHECK(around_of(opened(each.name, false)) == (is_roberta ? each.around : "/"));
  }
}

CLAUSE_TEST("S51e S30g",
            "a class with a split of its own reads null for add_prefix_space as false") {
  const ModelDirectory directory;
  directory.use_two_files();
  for (const std::string_view name : {"Qwen2Tokenizer", "CohereTokenizer"}) {
    CAPTURE(name);
    directory.write("tokenizer_config.json",
                    fmt::format(R"({{"tokenizer_class":"{}","add_prefix_space":null}})", name));
    CHECK_FALSE(TokenizerAccess::table(open(directory.path())).profile.prefix_space);
  }
}

// What a tokenizer.json may not have, two files may not have either.
CLAUSE_TEST("S50e S27g S51e", "added tokens of two files are checked as those of one file") {
  const ModelDirectory directory;
  directory.use_two_files();
  const auto error_with = [&](std::string_view tokens) {
    directory.write(
        "tokenizer_config.json",
        fmt::format(R"({{"tokenizer_class":"GPT2Tokenizer","added_tokens_decoder":{}}})", tokens));
    return directory.error();
  };
  // White space that one token takes, another begins with.
  CHECK_THAT(error_with(R"({"258":{"content":"<m>","rstrip":true},"259":{"content":" x"}})"),
             contains_text("[S27g, chapter 5]"));
  // Merges make "ab" too, so ordinary text would yield the id of the special token.
  CHECK_THAT(error_with(R"({"256":{"content":"ab","special":true}})"),
             contains_text("\"ab\" yields it [S50e, chapter 16]"));
}

// Seen with transformers 5.24: "ab" is " ab" if the flag is set.
CLAUSE_TEST("S51e S30g", "two files get the space before segments from tokenizer_config.json") {
  const ModelDirectory directory;
  directory.use_two_files();
  for (const bool flag : {false, true}) {
    directory.write(
        "tokenizer_config.json",
        fmt::format(R"({{"tokenizer_class":"GPT2Tokenizer","add_prefix_space":{}}})", flag));
    const std::vector<TokenId> wanted =
        flag ? std::vector<TokenId>{32, 256} : std::vector<TokenId>{256};
    CHECK(open(directory.path()).encode("ab") == wanted);
    CHECK(open(directory.path(), {.profile = "gpt2"}).encode("ab") == wanted);
  }
}

}  // namespace
}  // namespace bpetite::test
