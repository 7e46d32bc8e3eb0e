// Tests opening the file of a vocabulary with a profile, with patterns or with a rule for special
// tokens (S26e): which of them a file can have, the special tokens of Llama 4 and of tekken, files
// that are faulty, and saving what was opened. Also tests that errors of the library name no option
// of the command line, and that a program can replace the advice in an error by its own words.
#include <bpetite/open.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/adding.hpp>
#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/crc32.hpp"
#include "core/file.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"
#include "reference/encode.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/regex.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

using Ids = std::vector<TokenId>;

// A desk with a rank file of all bytes and "ab", beside the artifacts.
struct OpenDesk : Desk {
  OpenDesk() { write("ab.tiktoken", rank_file_of_bytes() + rank_line("ab", 256)); }

  Tokenizer open(const std::string& name, const std::string& profile = "") const {
    return bpetite::open(path() / name, {.profile = profile});
  }
  std::string error(const std::string& name, const std::string& profile = "") const {
    try {
      open(name, profile);
      return "none";
    } catch (const Error& error) {
      return fmt::format("{}: {}", error.kind(), error.what());
    }
  }
};

CLAUSE_TEST("S26e FR-30", "an artifact and a rank file are opened by one function") {
  const OpenDesk desk;
  for (const std::string profile : {"", "v1"}) {
    const Tokenizer ours = desk.open("abab.json", profile);
    CHECK(ours.encode("ab<|endoftext|>") == Ids{256, 258});
    CHECK(ours.merges().size() == 2);
  }
  const Tokenizer theirs = desk.open("ab.tiktoken", "gpt2");
  CHECK(theirs.encode("abab é") == Ids{256, 256, 32, 195, 169});
  CHECK(theirs.decode(Ids{256, 50256}) == "ab<|endoftext|>");
  CHECK(theirs.merges().empty());
  CHECK(theirs.vocabulary().size() == 257);
  CHECK(theirs.special_tokens().front() == SpecialToken{"<|endoftext|>", 50256});
  CHECK(desk.open("ab.tiktoken", "nanochat").special_tokens().front().id == 257);
}

CLAUSE_TEST("S26j S27b S17b", "the rule of special tokens is the one that is given") {
  const OpenDesk desk;
  const auto path = desk.path() / "ab.tiktoken";
  const std::vector<std::string> any = {R"([\s\S])"};
  const auto with = [&](const std::string& rule) {
    return with_added_tokens(bpetite::open(path, {.patterns = any, .special_rule = rule}),
                             {{"<s>"}});
  };
  CHECK(encode(with(""), "<s>", SpecialChoice::all()) == Ids{257});  // tiktoken's rule
  CHECK(outcome([&] { with("").encode("<s>"); }) == "ValueError S27a");
  CHECK(outcome([&] { with("refused").encode("<s>"); }) == "ValueError S27a");
  CHECK(with("matched").encode("<s>") == Ids{257});
  CHECK(with("never").encode("<s>") == Ids{'<', 's', '>'});
  for (const std::string_view rule : {"", "always", "Matched", "refused unless allowed"}) {
    const std::string expected = rule.empty() ? "done" : "ValueError S26j";
    CHECK(outcome([&] {
            bpetite::open(path, {.patterns = any, .special_rule = std::string(rule)});
          }) == expected);
  }
  // It takes the place of the file's own, and an artifact keeps it.
  const auto saved = desk.path() / "never.json";
  bpetite::open(desk.path() / "abab.json", {.special_rule = "never"}).save(saved);
  CHECK(bpetite::open(saved).encode("<|endoftext|>").size() == 13);
  CHECK(bpetite::open(desk.path() / "abab.json").encode("<|endoftext|>").size() == 1);
}

PROPERTY("S26j S27a S17b", "a rule that is given treats special tokens as a table with that rule") {
  static const OpenDesk desk;
  static const std::vector<std::string> any = {R"([\s\S])"};
  const std::string word = *rc::gen::element<std::string>("matched", "refused", "never");
  const Tokenizer given = with_added_tokens(
      bpetite::open(desk.path() / "ab.tiktoken", {.patterns = any, .special_rule = word}),
      {{"<s>"}, {"ab<", false}});
  Table table = TokenizerAccess::table(given);
  table.profile.added.rule = word == "matched"   ? SpecialRule::matched
                             : word == "refused" ? SpecialRule::refused_unless_allowed
                                                 : SpecialRule::never;
  std::string text;
  for (auto pieces = *number_between(0, 6); pieces > 0; --pieces) {
    text += *rc::gen::element<std::string>("<s>", "ab", "ab<", "s>", "x");
  }
  Ids ids;
  Ids wanted;
  const std::string found = outcome([&] { ids = given.encode(text); });
  RC_ASSERT(found == outcome([&] { wanted = reference::encode(text, table); }));
  RC_ASSERT(ids == wanted);
  RC_CLASSIFY(found != "done", "refused");
}

CLAUSE_TEST("S26e",
            "a profile that a file cannot have is refused, and the message says which can") {
  const OpenDesk desk;
  CHECK_THAT(desk.error("ab.tiktoken"),
             Catch::Matchers::StartsWith("ValueError: open: ") &&
                 Catch::Matchers::EndsWith(
                     "name the profile, required one of cl100k, "
                     "gpt2, kimi_k2, llama3, llama4, nanochat, o200k, "
                     "o200k_harmony, p50k, qwen2, qwen3.5, r50k, tekken [S26e, chapter 13]"));
  CHECK_THAT(
      desk.error("ab.tiktoken", "v1"),
      Catch::Matchers::StartsWith("ValueError: ") &&
          Catch::Matchers::EndsWith("p50k, qwen2, qwen3.5, r50k, tekken [S26e, chapter 13]"));
  CHECK_THAT(
      desk.error("abab.json", "gpt2"),
      Catch::Matchers::StartsWith("ValueError: ") &&
          Catch::Matchers::EndsWith("which has the profile v1 and not gpt2 [S26e, chapter 13]"));
  CHECK_THAT(desk.error("ab.tiktoken", "cl10k"),
             Catch::Matchers::StartsWith("KeyError: open: profile \"cl10k\": unknown, required one "
                                         "of bloom, cl100k, ") &&
                 Catch::Matchers::EndsWith(", starcoder, tekken, v1 [S26e, chapter 13]"));
  CHECK_THAT(desk.error("none.tiktoken", "gpt2"),
             Catch::Matchers::StartsWith("FileNotFoundError: "));
}

CLAUSE_TEST("S26e S25j S25a", "patterns open a rank file in place of a profile") {
  const OpenDesk desk;
  const auto ids = [&desk](const std::vector<std::string>& patterns, Dialect dialect,
                           unicode::Version version, const std::string& text) {
    return bpetite::open(desk.path() / "ab.tiktoken",
                         {.patterns = patterns, .dialect = dialect, .version = version})
        .encode(text);
  };
  constexpr auto other = Dialect::huggingface;
  constexpr auto usual = unicode::pinned;
  const std::string gpt2 = profiles::gpt2().splits.front().pattern.text;
  CHECK(ids({gpt2}, Dialect::tiktoken, usual, "ab<|endoftext|>").size() == 14);
  CHECK(ids({gpt2}, Dialect::tiktoken, usual, "ab  ab") == Ids{256, 32, 32, 256});
  // If a pattern cuts between a and b, there is no token "ab". The cut is made by the second of two
  // patterns, by a gap, by the dialect, and by a letter that is new in Unicode 14.0 (U+0870).
  CHECK(ids({"[ab]+|[^ab]"}, Dialect::tiktoken, usual, "ab") == Ids{256});
  CHECK(ids({"[ab]+|[^ab]", "a|[^a]+"}, Dialect::tiktoken, usual, "ab") == Ids{97, 98});
  CHECK(ids({"b"}, other, usual, "abab") == Ids{97, 98, 97, 98});
  CHECK(ids({"b?a{1,2}+|b"}, other, usual, "aaab").size() == 4);
  CHECK(ids({"\\p{Lo}ab|a|[^a]"}, other, unicode::Version::v13_0, "\u0870ab").size() == 5);
  CHECK(ids({"\\p{Lo}ab|a|[^a]"}, other, unicode::Version::v14_0, "\u0870ab").size() == 4);
}

CLAUSE_TEST("S26e S26d S25b",
            "patterns that a rank file cannot have are refused when it is opened") {
  const OpenDesk desk;
  const auto error = [&desk](const std::string& file, const OpenOptions& options) {
    try {
      bpetite::open(desk.path() / file, options);
      return std::string("none");
    } catch (const Error& caught) {
      return fmt::format("{}: {}", caught.kind(), caught.what());
    }
  };
  CHECK(error("ab.tiktoken", {.patterns = {"a(?<=b)"}}) ==
        "ValueError: pattern: byte 1: \"(?<=\" is a look-behind, which the language does not have "
        "[S25b, chapter 14]");
  CHECK(error("ab.tiktoken", {.profile = "gpt2", .patterns = {"a"}}) ==
        "ValueError: open: a profile and patterns are given, required one of the two [S26e, "
        "chapter 13]");
  CHECK(error("abab.json", {.patterns = {"a|[^a]"}}) ==
        fmt::format(
            "ValueError: open: \"{}\": this is not a rank file; anything else is an artifact, "
            "which has the profile v1 and not a given pattern [S26e, chapter 13]",
            (desk.path() / "abab.json").string()));
  for (const std::vector<std::string>& gaps :
       std::vector<std::vector<std::string>>{{"a"}, {"\\p{L}+|\\s"}, {""}, {"a|[^a]", "b"}}) {
    CHECK_THAT(error("ab.tiktoken", {.patterns = gaps}), contains_text("does not cover the text"));
    CHECK(error("ab.tiktoken", {.patterns = gaps, .dialect = Dialect::huggingface}) == "none");
  }
}

CLAUSE_TEST("S26d S26b", "each profile opens a rank file, or the error says why not") {
  const OpenDesk desk;
  for (const Profile* profile : profiles::all()) {
    INFO(profile->name);
    const std::string error = desk.error("ab.tiktoken", profile->name);
    if (profile->merging == Merging::pairs) {
      CHECK_THAT(error, contains_text("has no pairs to merge, as the profile " + profile->name +
                                      " needs"));
    } else if (profile->name == "tekken") {
      CHECK_THAT(error, contains_text("the id 0 is that of a token and of \"<unk>\""));
    } else {
      CHECK(error == "none");
    }
  }
  CHECK(desk.open("ab.tiktoken", "llama3").special_tokens().back() ==
        SpecialToken{"<|reserved_special_token_245|>", 512});
}

// The digest covers all literals with their ids, in the order of the ids, as
// Tokenizer.special_tokens of llama-models 0.3.0 has them for a vocabulary of 257 tokens: "257
// <|begin_of_text|>\n" and so on.
CLAUSE_TEST("S26b", "the 2048 special tokens of Llama 4 are those of its loader") {
  const OpenDesk desk;
  const Tokenizer tokenizer = desk.open("ab.tiktoken", "llama4");
  REQUIRE(tokenizer.special_tokens().size() == 2048);
  Crc32 crc;
  for (const SpecialToken& token : tokenizer.special_tokens()) {
    crc.add(fmt::format("{} {}\n", token.id, token.literal));
  }
  CHECK(crc.value() == 0x7553E365);
}

CLAUSE_TEST("S26b S19c", "tekken's ids leave the first thousand to special tokens") {
  const OpenDesk desk;
  std::string lines;
  for (TokenId byte = 0; byte < 256; ++byte) {
    const std::string single(1, static_cast<char>(static_cast<unsigned char>(byte)));
    lines += rank_line(single, 1000 + byte);
  }
  desk.write("shifted.tiktoken", lines + rank_line("ab", 1256));
  const Tokenizer theirs = desk.open("shifted.tiktoken", "tekken");
  CHECK(theirs.encode("aab<s>") == Ids{1097, 1256, 1060, 1115, 1062});
  CHECK(theirs.decode(Ids{1, 1256, 999}) == "<s>ab<SPECIAL_999>");
  CHECK(theirs.special_tokens().size() == 1000);
}

CLAUSE_TEST("S26e FR-29 S19c", "what is faulty is judged as what it begins like") {
  const OpenDesk desk;
  CHECK(desk.error("bad.json").find("ValueError: artifact: ") == 0);
  CHECK(desk.error("abab.txt").find("ValueError: artifact: ") == 0);
  desk.write("ranks.tiktoken", "\r\nIQ== 0\r\nIg== 1 \r\n");
  CHECK_THAT(desk.error("ranks.tiktoken", "gpt2"),
             Catch::Matchers::StartsWith("ValueError: ranks: line 3: \"1 \" is not an id below"));

  CHECK(interop::is_rank_file("IQ== 0"));
  CHECK(interop::is_rank_file("YWI 256\n"));
  for (const char c : std::string("AZaz09+/=")) {
    CHECK(interop::is_rank_file(fmt::format("{} 0", c)));
    CHECK(interop::is_rank_file(fmt::format("A{}A 0", c)));
  }
  for (const char c : std::string("@[`{:*,.-")) {
    CHECK(!interop::is_rank_file(fmt::format("{} 0", c)));
    CHECK(!interop::is_rank_file(fmt::format("A{}A 0", c)));
  }
  for (const std::string_view other :
       {"", " ", "IQ==", "IQ== ", "IQ== x", " 0", "{\"a\": 1}", "[1, 2]", "\"a 1\"", "IQ==\t0",
        "#version: 0.2\n\xc4\xa0 t\n", "\xff\xfe 0"}) {
    INFO(other);
    CHECK(!interop::is_rank_file(other));
  }
}

// A caller in Python, C or Go does not have options. Each program adds its own words to an error.
CLAUSE_TEST("ERR", "no text of the library names an option of the command line") {
  namespace fs = std::filesystem;
  const Regex option(R"re("[^"]*--[a-z])re");
  std::size_t files = 0;
  for (const std::string_view folder :
       {"core", "pattern", "profiles", "artifact", "interop", "engine", "reference", "bpetite"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(BPETITE_SOURCE_DIR) / "src" / folder)) {
      const std::string type = entry.path().extension();
      if (type != ".cpp" && type != ".hpp") continue;
      ++files;
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) {
        CAPTURE(entry.path().string(), line);
        CHECK((line.size() > 200 || !option.found_in(line)));
      }
    }
  }
  CHECK(files > 200);
}

CLAUSE_TEST("ERR", "the words for a remedy can be replaced by those of another language") {
  const ValueError error(fmt::format("open: {0}: it has no pattern: {0}, required one of these",
                                     words_of(Remedy::give_profile)),
                         "S26e", Remedy::give_profile);
  const Error other = error.reworded("call me");
  CHECK(other.kind() == "ValueError");
  CHECK(
      std::string_view(other.what()) ==
      fmt::format("open: {}: it has no pattern: call me, required one of these [S26e, chapter 13]",
                  words_of(Remedy::give_profile)));
  const KeyError without("open: none", "S26e");
  CHECK(std::string_view(without.reworded("call me").what()) == without.what());

  const OpenDesk desk;
  try {
    desk.open("ab.tiktoken");
    FAIL("it has no profile");
  } catch (const Error& found) {
    CHECK(found.remedy() == Remedy::give_profile);
    CHECK_THAT(found.reworded("use X").what(), contains_text("tokens: use X, required one of "));
  }
  desk.write("tokenizer.pkl", std::string("\x80\x04.", 3));
  try {
    desk.open("tokenizer.pkl");
    FAIL("it is a pickle");
  } catch (const Error& found) {
    CHECK(found.remedy() == Remedy::open_ranks);
    CHECK_THAT(found.reworded("use X").what(),
               Catch::Matchers::EndsWith(" and use X [S51c, chapter 16]"));
  }
  try {
    desk.open("ab.tiktoken", "gpt2").encode("<|endoftext|>");
    FAIL("its special tokens are refused");
  } catch (const Error& found) {
    CHECK(found.remedy() == Remedy::allow_special);
    CHECK_THAT(found.reworded("use X").what(),
               Catch::Matchers::EndsWith("text: use X [S27a, chapter 5]"));
  }
}

CLAUSE_TEST("S26e S55d", "what has another profile than v1 is saved by Schema v2") {
  const OpenDesk desk;
  const Tokenizer opened = desk.open("ab.tiktoken", "gpt2");
  opened.save(desk.path() / "saved.json");
  CHECK_THROWS_AS(opened.save(desk.path() / "saved.json"), FileExistsError);
  const Tokenizer saved = desk.open("saved.json", "");
  CHECK(saved.encode("abab a") == opened.encode("abab a"));
  CHECK_THROWS_AS(saved.encode("<|endoftext|>"), ValueError);
  desk.open("abab.json", "").save(desk.path() / "v1.json");
  CHECK(file::read(desk.path() / "v1.json") == file::read(desk.path() / "abab.json"));
}

}  // namespace
}  // namespace bpetite::test
