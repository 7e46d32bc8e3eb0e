// Tests the results of the main subcommands of the command line (spec/10-interface.md): what train,
// encode, decode, validate, pretokenize and explain write, with the progress of train, inputs that
// are texts of their own, --force, formats of ids, and the view of explain. Also tests that every
// subcommand has help with an example, and the program a version.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/regex.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// The standard output of a command that must succeed and write nothing to standard error.
std::string result(const Finished& done) {
  INFO("standard error: " << done.err);
  CHECK(done.code == 0);
  CHECK(done.err.empty());
  return done.out;
}

Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// All 26 * 26 words of two letters, from which hundreds of merges can be learned.
std::string many_pairs() {
  std::string text;
  for (char left = 'a'; left <= 'z'; ++left) {
    for (char right = 'a'; right <= 'z'; ++right) {
      text += {left, right, ' '};
    }
  }
  return text;
}

CLAUSE_TEST("FR-32a FR-34", "train prints one line of JSON and saves the artifact") {
  const Desk desk;
  for (const Words& more : {Words{}, Words{"--reference"}}) {
    const Finished done = desk.bpetite(with(
        {"train", "--input", "abab.txt", "--vocab-size", "258", "--output", "new.json", "--force"},
        more));
    CHECK(done.code == 0);
    CHECK(Regex("\\{\"corpus_bytes\":8,"
                "\"requested_vocab_size\":258,"
                "\"actual_mergeable_vocab_size\":258,"
                "\"special_token_count\":1,"
                "\"elapsed_ms\":[0-9]+\\.[0-9][0-9]\\}\n")
              .matches_all(done.out));
    CHECK(desk.read("new.json") == desk.read("abab.json"));
  }
}

CLAUSE_TEST("FR-32a FR-33", "train tells its progress on standard error") {
  const Desk desk;
  desk.write("pairs.txt", many_pairs());
  const Finished done =
      desk.bpetite({"train", "--input", "pairs.txt", "--vocab-size", "481", "--output", "p.json"});
  CHECK(done.err ==
        "Training started: planned=225\nTraining merges: 100/225\nTraining merges: 200/225\n"
        "Training complete: merges=225\n");
}

CLAUSE_TEST("FR-32a FR-11", "train that stops early says how far it came") {
  const Desk desk;
  const Finished done =
      desk.bpetite({"train", "--input", "-", "--vocab-size", "300", "--output", "x.json"}, "abbb");
  CHECK(done.err == "Training started: planned=44\nTraining complete: merges=3\n");
  CHECK(done.out.find("\"requested_vocab_size\":300,\"actual_mergeable_vocab_size\":259,") !=
        std::string::npos);
  CHECK(desk.read("x.json").find("\"merges\":[[98,98],[97,256],[257,98]]") != std::string::npos);
}

CLAUSE_TEST("FR-32a S20", "each --input is a text of its own, in any order") {
  const Desk desk;
  desk.write("a", "xa");
  desk.write("b", "by");
  const auto train = [&desk](const Words& inputs, const std::string& output) {
    Words words = {"train", "--vocab-size", "300", "--output", output};
    for (const std::string& input : inputs) {
      words.insert(words.end(), {"--input", input});
    }
    CHECK(desk.bpetite(words, "xaby").code == 0);
    return desk.read(output);
  };
  const std::string apart = train({"a", "b"}, "ab.json");
  CHECK(apart.find("\"merges\":[[98,121],[120,97]]") != std::string::npos);
  CHECK(train({"b", "a"}, "ba.json") == apart);
  CHECK(train({"-"}, "joined.json") != apart);
}

CLAUSE_TEST("FR-32a FR-27", "train replaces an artifact only by --force") {
  const Desk desk;
  desk.write("old.json", "old");
  const Words words = {"train", "--input",  "abab.txt", "--vocab-size",
                       "258",   "--output", "old.json"};
  CHECK(desk.bpetite(words).code == 1);
  CHECK(desk.read("old.json") == "old");
  CHECK(desk.bpetite(with(words, {"--force"})).code == 0);
  CHECK(desk.read("old.json") == desk.read("abab.json"));
}

CLAUSE_TEST("FR-32b FR-34", "encode writes ids as JSON or as raw numbers") {
  const Desk desk;
  desk.write("text", "ab abc");
  const Words encode = {"encode", "--model", "abab.json"};
  struct Case {
    Words words;
    std::string want;
  };
  const std::vector<Case> cases = {
      {{"--text", "ab abc"}, "[256,257,99]\n"},
      {{"--text=ab abc"}, "[256,257,99]\n"},
      {{"--input", "text"}, "[256,257,99]\n"},
      {{"--input", "-"}, "[256,99]\n"},
      {{"--text", ""}, "[]\n"},
      {{"--text="}, "[]\n"},
      {{"--text", "-1"}, "[45,49]\n"},
      {{"--text", "--input"}, "[45,45,105,110,112,117,116]\n"},
      {{"--text", "[a,b]"}, "[91,97,44,98,93]\n"},
      {{"--text", "ab<|endoftext|>"}, "[256,258]\n"},
      {{"--text", "ab abc", "--format", "json"}, "[256,257,99]\n"},
      {{"--text", "ab abc", "--format", "u16"}, std::string("\x00\x01\x01\x01\x63\x00", 6)},
      {{"--text", "abc", "--format", "u32"}, std::string("\x00\x01\x00\x00\x63\x00\x00\x00", 8)},
  };
  for (const Case& one : cases) {
    for (const Words& more : {Words{}, Words{"--reference"}}) {
      CAPTURE(one.words);
      CHECK(result(desk.bpetite(with(with(encode, one.words), more), "abc")) == one.want);
    }
  }
}

CLAUSE_TEST("FR-32b", "a 16-bit format refuses an id beyond it") {
  const Desk desk;
  const Words encode = {"encode", "--model", "wide.json", "--text", "ab"};
  CHECK(result(desk.bpetite(with(encode, {"--format", "u32"}))) ==
        std::string("\xff\x00\x01\x00", 4));
  CHECK(result(desk.bpetite(
            {"encode", "--model", "wide.json", "--text", "cd", "--format", "u16"})) == "\xff\xff");
  const Finished refused = desk.bpetite(with(encode, {"--format", "u16"}));
  CHECK(refused.code == 1);
  CHECK(refused.out.empty());
  CHECK(refused.err ==
        "bpetite: ValueError: encode: ids[0]: 65791 does not fit into 16 bits [FR-32b, chapter "
        "10]\n");
}

CLAUSE_TEST("FR-32c FR-34 FR-21 FR-24", "decode writes the text and nothing else") {
  const Desk desk;
  desk.write("ids.json", "[256, 257,\n99]\n");
  desk.write("ids.u16", std::string_view("\x00\x01\x01\x01\x63\x00", 6));
  desk.write("ids.u32", std::string_view("\x00\x01\x00\x00\x63\x00\x00\x00", 8));
  const Words decode = {"decode", "--model", "abab.json"};
  struct Case {
    Words words;
    std::string want;
  };
  const std::vector<Case> cases = {
      {{"--ids", "256", "257", "99"}, "ab abc"},
      {{"--ids=256", "257", "99"}, "ab abc"},
      {{"--ids", "099", "-0"}, std::string("c\0", 2)},
      {{"--ids", "258"}, "<|endoftext|>"},
      {{"--ids", "10"}, "\n"},
      {{"--ids"}, ""},
      {{"--input", "ids.json"}, "ab abc"},
      {{"--input", "ids.json", "--format", "json"}, "ab abc"},
      {{"--input", "ids.u16", "--format", "u16"}, "ab abc"},
      {{"--input", "ids.u32", "--format", "u32"}, "abc"},
      {{"--input", "-"}, "c"},
  };
  for (const Case& one : cases) {
    for (const Words& more : {Words{}, Words{"--reference"}}) {
      CAPTURE(one.words);
      CHECK(result(desk.bpetite(with(with(decode, one.words), more), "[99]")) == one.want);
    }
  }
}

CLAUSE_TEST("FR-32d FR-34", "validate prints its verdict as one line of JSON") {
  const Desk desk;
  const std::string valid =
      "{\"valid\":true,\"schema_version\":1,\"mergeable_vocab_size\":258,\"merges\":2}\n";
  CHECK(result(desk.bpetite({"validate", "abab.json"})) == valid);
  CHECK(result(desk.bpetite({"validate", "-"}, desk.read("abab.json"))) == valid);

  const Finished bad = desk.bpetite({"validate", "bad.json"});
  CHECK(bad.code == 1);
  CHECK(bad.out ==
        R"({"valid":false,"step":18,"error":"ValueError","requirement":["FR-13","FR-29"],)"
        R"("message":"artifact: special_tokens[\"<|endoftext|>\"]: 257, required 258"})"
        "\n");
  CHECK(bad.err ==
        "bpetite: ValueError: artifact: special_tokens[\"<|endoftext|>\"]: 257, required 258 "
        "[FR-29r, chapter 7]\n");
}

CLAUSE_TEST("FR-32d", "validate has a verdict, without a step, on a file that it cannot read") {
  const Desk desk;
  const Finished missing = desk.bpetite({"validate", "nowhere.json"});
  CHECK(missing.code == 1);
  CHECK(
      missing.out.starts_with("{\"valid\":false,\"step\":null,\"error\":\"FileNotFoundError\","
                              "\"requirement\":[],\"message\":\""));
  CHECK(missing.err.starts_with("bpetite: FileNotFoundError: "));
  const Finished directory = desk.bpetite({"validate", "."});
  CHECK(directory.code == 1);
  CHECK(directory.out.starts_with("{\"valid\":false,\"step\":null,\"error\":\"OSError\","));
  CHECK(directory.err.starts_with("bpetite: OSError: "));
}

CLAUSE_TEST("FR-32e FR-34 S21", "pretokenize prints the chunks, specials being ordinary text") {
  const Desk desk;
  for (const Words& more : {Words{}, Words{"--reference"}}) {
    CHECK(result(desk.bpetite(with({"pretokenize", "--text", "it's \"é\"<|endoftext|>"}, more))) ==
          "[\"it\",\"'s\",\" \\\"\",\"\\u00e9\",\"\\\"<|\",\"endoftext\",\"|>\"]\n");
    CHECK(result(desk.bpetite(with({"pretokenize", "--input", "-"}, more), "a  b")) ==
          "[\"a\",\" \",\" b\"]\n");
    CHECK(result(desk.bpetite(with({"pretokenize", "--text", ""}, more))) == "[]\n");
  }
}

CLAUSE_TEST("FR-32f FR-34", "explain shows the merges in the order in which they happen") {
  const Desk desk;
  CHECK(result(desk.bpetite(
            {"explain", "--model", "abab.json", "--text", "ab ab<|endoftext|> ab", "--json"})) ==
        "{\"text\":\"ab ab<|endoftext|> ab\",\"parts\":["
        "{\"chunk\":\"ab\",\"bytes\":[97,98],\"merges\":["
        "{\"rank\":0,\"pair\":[97,98],\"token\":256,\"ids\":[256]}],\"ids\":[256]},"
        "{\"chunk\":\" ab\",\"bytes\":[32,97,98],\"merges\":["
        "{\"rank\":0,\"pair\":[97,98],\"token\":256,\"ids\":[32,256]},"
        "{\"rank\":1,\"pair\":[32,256],\"token\":257,\"ids\":[257]}],\"ids\":[257]},"
        "{\"special\":258},"
        "{\"chunk\":\" ab\",\"bytes\":[32,97,98],\"merges\":["
        "{\"rank\":0,\"pair\":[97,98],\"token\":256,\"ids\":[32,256]},"
        "{\"rank\":1,\"pair\":[32,256],\"token\":257,\"ids\":[257]}],\"ids\":[257]}],"
        "\"ids\":[256,257,258,257]}\n");
}

CLAUSE_TEST("FR-32f",
            "explain draws the bytes of a chunk and the boundaries left after each merge") {
  const Desk desk;
  const std::string view = result(
      desk.bpetite({"explain", "--model", "abab.json", "--text", " ab<|endoftext|> ab\xc3\xa9"}));
  CHECK(view.find("  chunk 1  \" ab\"\n"
                  "    |␠|a|b|   3 bytes\n"
                  "    |␠|a b|   rank 0: 97 \"a\" + 98 \"b\" = 256 \"ab\"\n"
                  "    |␠ a b|   rank 1: 32 \" \" + 256 \"ab\" = 257 \" ab\"\n"
                  "    ids [257]\n") != std::string::npos);
  CHECK(view.find("  special token  \"<|endoftext|>\"\n    ids [258]") != std::string::npos);
  CHECK(view.find("    | ␠| a| b|c3|a9|   5 bytes\n") != std::string::npos);
  CHECK(view.ends_with("\ntoken ids [257,258,257,195,169]\n"));
}

CLAUSE_TEST("FR-32 FR-32a FR-32b FR-32c FR-32d FR-32e FR-32f FR-35",
            "every subcommand has help with an example, and the program a version") {
  const Desk desk;
  CHECK(result(desk.bpetite({"--version"})).starts_with("bpetite 1."));
  const std::string all = result(desk.bpetite({"--help"}));
  for (const char* name : {"train", "count", "merge-counts", "encode", "decode", "check-ids",
                           "windows", "validate", "pretokenize", "explain", "compare-tiktoken"}) {
    CAPTURE(name);
    CHECK(all.find(name) != std::string::npos);
    CHECK(result(desk.bpetite({name, "--help"})).find(fmt::format("bpetite {} ", name)) !=
          std::string::npos);
    CHECK(result(desk.bpetite({name, "-h"})).find("Example:") != std::string::npos);
  }
}

}  // namespace
}  // namespace bpetite::test
