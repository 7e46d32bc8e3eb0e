// Tests rank files, profiles, patterns and special tokens on the command line (S26f, S27e): how a
// model is opened, which special tokens a text may hold, a caret under a faulty pattern, what
// pretokenize and explain show, and that `conform list` and `conform explain` work for every kind
// of file that opens. Also tests how many ids a template gives, and which numbers a file refuses.
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "artifact/artifact.hpp"
#include "artifact/schema2.hpp"
#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// A desk with a rank file of the bytes, "ab" = 256, "bc" = 257 and "abc" = 258.
struct RankDesk : Desk {
  RankDesk() {
    write("abc.tiktoken", rank_file_of_bytes() + rank_line("ab", 256) + rank_line("bc", 257) +
                              rank_line("abc", 258));
  }

  Finished with_profile(const std::string& command, const std::string& profile,
                        const Words& more) const {
    Words words = {command, "--model", "abc.tiktoken", "--profile", profile};
    words.insert(words.end(), more.begin(), more.end());
    return bpetite(words);
  }
};

CLAUSE_TEST("S26f FR-32b FR-32c", "a rank file encodes and decodes, from a file or a pipe") {
  const RankDesk desk;
  for (const Words& more : {Words{}, Words{"--reference"}, Words{"--threads", "3"}}) {
    Words words = {"--text", "abc xabc"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(desk.with_profile("encode", "cl100k", words).out == "[258,32,120,258]\n");
  }
  for (const Words& more : {Words{}, Words{"--reference"}}) {
    Words words = {"--ids", "258", "100276", "120"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(desk.with_profile("decode", "cl100k", words).out == "abc<|endofprompt|>x");
    words[1] = "100275";  // a hole between the special tokens
    CHECK_THAT(desk.with_profile("decode", "cl100k", words).err,
               contains_text("KeyError: decode: ids[0]: unknown token id 100275"));
  }
  CHECK(desk.bpetite({"encode", "--model", "-", "--profile", "gpt2", "--text", "ab"},
                     desk.read("abc.tiktoken"))
            .out == "[256]\n");
}

CLAUSE_TEST("S26f FR-33 S24",
            "a profile that there is not is wrong usage, whatever else is wrong") {
  const RankDesk desk;
  for (const Words& words : {Words{"encode", "--model", "missing", "--profile", "x", "--text", "a"},
                             Words{"decode", "--model", "missing", "--profile", "x", "--ids", "1"},
                             Words{"explain", "--model", "missing", "--profile", "", "--text", "a"},
                             Words{"pretokenize", "--profile", "V1", "--input", "missing"}}) {
    const Finished done = desk.bpetite(words);
    INFO(done.err);
    CHECK(done.code == 2);
    CHECK_THAT(done.err, contains_text("is none of bloom, cl100k, deepseek_coder, "));
  }
}

CLAUSE_TEST("S26f S25m S26e", "patterns take the place of a profile, wherever a model is opened") {
  const RankDesk desk;
  desk.write("pattern.txt", "[a-z]+|[^a-z]\n");
  const auto run = [&desk](const std::string& command, const Words& more) {
    Words words = {command, "--model", "abc.tiktoken"};
    words.insert(words.end(), more.begin(), more.end());
    return desk.bpetite(words);
  };
  for (const Words& more : {Words{}, Words{"--reference"}, Words{"--threads", "3"}}) {
    Words words = {"--pattern", "@pattern.txt", "--text", "abc xabc<|endoftext|>"};
    words.insert(words.end(), more.begin(), more.end());
    CHECK(run("encode", words).out.starts_with("[258,32,120,258,60,124,"));
    words.insert(words.end(), {"--pattern", "b|[^b]"});
    CHECK(run("encode", words).out.starts_with("[97,98,99,32,120,97,98,99,60,"));
  }
  CHECK(run("decode", {"--pattern", "@pattern.txt", "--ids", "258", "32"}).out == "abc ");
  CHECK_THAT(run("explain", {"--pattern", "[ab]|[^ab]", "--text", "ab", "--json"}).out,
             Catch::Matchers::EndsWith("\"ids\":[97,98]}\n"));
  CHECK(run("encode", {"--pattern", "b", "--dialect", "huggingface", "--text", "xab"}).out ==
        "[120,97,98]\n");
}

CLAUSE_TEST("S26f S25m S26e", "a faulty pattern is shown with a caret before the model is read") {
  const RankDesk desk;
  for (const Words& words : {Words{"encode", "--text", "a"}, Words{"decode", "--ids", "1"},
                             Words{"explain", "--text", "a"}}) {
    const auto run = [&](const Words& more) {
      Words all = words;
      all.insert(all.end(), {"--model", "missing"});
      all.insert(all.end(), more.begin(), more.end());
      return desk.bpetite(all);
    };
    INFO(words.front());
    const Finished faulty = run({"--pattern", "a(?<=b)c"});
    CHECK(faulty.code == 1);
    CHECK_THAT(faulty.err, Catch::Matchers::StartsWith(
                               "  a(?<=b)c\n   ^\nbpetite: ValueError: pattern: byte 1: "));
    CHECK_THAT(run({"--pattern", "a"}).err, contains_text("does not cover the text"));
    CHECK(run({"--pattern", "a", "--profile", "gpt2"}).code == 2);
    CHECK(run({"--dialect", "tiktoken"}).code == 2);
    CHECK(run({"--pattern", "a|[^a]", "--unicode", "1.0.0"}).code == 2);
  }
  // S26j: tiktoken's rule, for tokens that may be added.
  CHECK(desk.bpetite({"encode", "--model", "abc.tiktoken", "--pattern", "a|[^a]", "--text", "a",
                      "--allow-special", "all"})
            .out == "[97]\n");
  CHECK_THAT(
      desk.bpetite({"encode", "--model", "abab.json", "--pattern", "a|[^a]", "--text", "a"}).err,
      contains_text("which has the profile v1 and not a given pattern [S26e, chapter 13]"));
}

CLAUSE_TEST("FR-32e S26f", "pretokenize cuts by the pattern of the profile") {
  const RankDesk desk;
  const auto cut = [&desk](const Words& more) {
    Words words = {"pretokenize", "--text", "It's 12345\n\n  x"};
    words.insert(words.end(), more.begin(), more.end());
    return desk.bpetite(words).out;
  };
  CHECK(cut({}) == "[\"It\",\"'s\",\" 12345\",\"\\n\\n \",\" x\"]\n");
  for (const Words& reference : {Words{}, Words{"--reference"}}) {
    const auto by = [&](const std::string& profile) {
      Words words = {"--profile", profile};
      words.insert(words.end(), reference.begin(), reference.end());
      return cut(words);
    };
    CHECK(by("v1") == cut({}));
    CHECK(by("gpt2") == cut({}));
    CHECK(by("cl100k") == "[\"It\",\"'s\",\" \",\"123\",\"45\",\"\\n\\n\",\" \",\" x\"]\n");
    CHECK(by("nanochat") == "[\"It\",\"'s\",\" \",\"12\",\"34\",\"5\",\"\\n\\n\",\" \",\" x\"]\n");
  }
}

CLAUSE_TEST("S27e S27a S27b S27c", "what a text may hold is chosen by two options") {
  const RankDesk desk;
  const std::string text = "<|fim_prefix|>ab<|endoftext|>";
  const auto encoded = [&](const Words& more, const std::string& profile = "cl100k") {
    Words words = {"--text", text};
    words.insert(words.end(), more.begin(), more.end());
    const Finished done = desk.with_profile("encode", profile, words);
    Words slow = words;
    slow.push_back("--reference");
    const Finished reference = desk.with_profile("encode", profile, slow);
    CHECK(reference.out == done.out);
    CHECK(reference.err == done.err);
    CHECK(reference.code == done.code);
    return done.code == 0 ? done.out : fmt::format("{} {}", done.code, done.err);
  };
  CHECK(encoded({}) ==
        "1 bpetite: ValueError: encode: byte 0: the special token \"<|fim_prefix|>\" stands in the "
        "text: allow it (--allow-special), or take all of them as ordinary text (--ordinary) "
        "[S27a, chapter 5]\n");
  CHECK(encoded({"--allow-special", "all"}) == "[100258,256,100257]\n");
  CHECK(encoded({"--allow-special", "<|fim_prefix|>", "--allow-special=<|endoftext|>"}) ==
        "[100258,256,100257]\n");
  CHECK_THAT(encoded({"--allow-special", "<|fim_prefix|>"}),
             contains_text("encode: byte 16: the special token \"<|endoftext|>\""));
  const std::string as_text = encoded({"--ordinary"});
  CHECK_THAT(as_text, Catch::Matchers::StartsWith("[60,124,102,"));
  CHECK(encoded({}, "nanochat") == as_text);
  CHECK(encoded({"--ordinary"}, "nanochat") == as_text);
  CHECK_THAT(encoded({"--allow-special", "<|bos|>"}),
             contains_text("1 bpetite: KeyError: encode: \"<|bos|>\" is not a special "
                           "token of the profile cl100k, required one of "
                           "\"<|endoftext|>\", \"<|fim_prefix|>\""));
  CHECK(desk.bpetite({"encode", "--model", "abab.json", "--text", "<|endoftext|>", "--ordinary"})
            .out == "[60,124,101,110,100,111,102,116,101,120,116,124,62]\n");
}

CLAUSE_TEST("S26j S27e", "the rule that is given decides what may be chosen") {
  const RankDesk desk;
  const Words special = {"--text", "<|bos|>", "--allow-special", "all"};
  const Finished never = desk.with_profile("encode", "nanochat", special);
  CHECK(never.code == 2);
  for (const std::string command : {"encode", "explain"}) {
    Words refused = special;
    refused.insert(refused.end(), {"--special-rule", "refused"});
    CHECK(desk.with_profile(command, "nanochat", refused).code == 0);
    for (const std::string rule : {"matched", "never"}) {
      refused.back() = rule;
      CHECK(desk.with_profile(command, "gpt2", refused).code == 2);
    }
  }
}

CLAUSE_TEST("S27e S27d FR-33", "what cannot be chosen is wrong usage") {
  const RankDesk desk;
  const auto refused = [&desk](const Words& words, const std::string& says) {
    const Finished done = desk.bpetite(words);
    INFO(done.err);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, contains_text(says));
  };
  for (const std::string command : {"encode", "explain"}) {
    const Words ours = {command, "--model", "abab.json", "--text", "ab", "--allow-special"};
    for (const std::string literal : {"all", "<|endoftext|>", "<|bos|>"}) {
      Words words = ours;
      words.push_back(literal);
      refused(words, "--allow-special: the profile v1 finds");
      words.insert(words.end(), {"--profile", "v1"});
      words[2] = "missing";  // the profile is enough to know that it is wrong
      refused(words, "--allow-special: the profile v1 finds");
      words.back() = "nanochat";
      refused(words, "--allow-special: the profile nanochat never makes");
    }
    const Words theirs = {command,  "--model", "abc.tiktoken",    "--profile", "gpt2",
                          "--text", "ab",      "--allow-special", "all"};
    Words both = theirs;
    both.emplace_back("--ordinary");
    refused(both, "--allow-special and --ordinary cannot both be given");
    Words more = theirs;
    more.insert(more.end(), {"--allow-special", "<|endoftext|>"});
    refused(more, "--allow-special: all leaves nothing else to be allowed");
  }
}

// S28a: the number is that of the ids, so what refuses the ids refuses their number too.
CLAUSE_TEST("S50g S28a", "the ids of a template count for the size that a file says") {
  const Desk desk;
  Table table = small_exchange_table();
  const Template around{{97, 98}, {99}};
  Template cut = around;
  cut.cut_at = 5;
  Template filled = around;
  filled.fill_to = 5;
  Template multiple = around;
  multiple.fill_multiple = 5;
  struct Row {
    Template around;
    std::vector<std::size_t> sizes;  // those that are not refused
  };
  const std::vector<Row> rows = {{around, {3, 4, 5, 6, 7, 8, 9, 10}},
                                 {cut, {3, 4, 5}},
                                 {filled, {5, 6, 7, 8, 9, 10}},
                                 {multiple, {5, 10}}};
  for (const Row& row : rows) {
    table.profile.ids_around = row.around;
    desk.write("model.json", artifact::serialize_schema2(table));
    for (const Words& more : {Words{}, Words{"--append", "97"}}) {
      std::vector<std::size_t> taken;
      for (std::size_t size = 3; size <= 10; ++size) {
        Words words = {"encode",    "--model", "model.json", "--text", std::string(size - 3, 'x'),
                       "--template"};
        words.insert(words.end(), more.begin(), more.end());
        const Finished ids = desk.bpetite(words);
        words.emplace_back("--count");
        const Finished count = desk.bpetite(words);
        CAPTURE(words, ids.out, ids.err);
        CHECK(count.code == ids.code);
        CHECK(count.err == ids.err);
        if (count.code != 0) continue;
        CHECK(count.out == fmt::format("{}\n", size + more.size() / 2));
        CHECK(static_cast<std::size_t>(std::ranges::count(ids.out, ',')) + 1 ==
              size + more.size() / 2);
        taken.push_back(size);
      }
      CHECK(taken == row.sizes);
    }
  }
}

CLAUSE_TEST("S26f FR-32f S19b", "explain shows the merges of a rank file") {
  const RankDesk desk;
  const Finished json = desk.with_profile("explain", "gpt2", {"--text", "xababc abc", "--json"});
  CHECK(json.out ==
        "{\"text\":\"xababc abc\",\"parts\":["
        "{\"chunk\":\"xababc\",\"bytes\":[120,97,98,97,98,99],\"merges\":["
        "{\"rank\":256,\"pair\":[97,98],\"token\":256,\"ids\":[120,256,97,98,99]},"
        "{\"rank\":256,\"pair\":[97,98],\"token\":256,\"ids\":[120,256,256,99]},"
        "{\"rank\":258,\"pair\":[256,99],\"token\":258,\"ids\":[120,256,258]}],"
        "\"ids\":[120,256,258]},"
        "{\"chunk\":\" abc\",\"bytes\":[32,97,98,99],\"merges\":["
        "{\"rank\":256,\"pair\":[97,98],\"token\":256,\"ids\":[32,256,99]},"
        "{\"rank\":258,\"pair\":[256,99],\"token\":258,\"ids\":[32,258]}],"
        "\"ids\":[32,258]}],\"ids\":[120,256,258,32,258]}\n");
  const Finished whole = desk.with_profile("explain", "gpt2", {"--text", "abc"});
  CHECK_THAT(whole.out, contains_text("|a b c|   the chunk is a token: 258 \"abc\""));
  const Finished special = desk.with_profile(
      "explain", "gpt2", {"--text", "ab<|endoftext|>", "--json", "--allow-special", "all"});
  CHECK_THAT(special.out, contains_text("{\"special\":50256}],\"ids\":[256,50256]}"));
}

CLAUSE_TEST("S70a", "every file that opens has vectors, and each has its explanation") {
  const Desk desk;
  const Table table = small_exchange_table();
  const Table ranks = by_ranks({"ab", "abc"});
  std::filesystem::create_directory(desk.path() / "two");
  desk.write("My file.json", tokenizer_json_of(table, false));
  desk.write("schema2.json", artifact::serialize_schema2(table));
  desk.write("schema1.json", artifact::serialize(v1_table({{'a', 'b'}})));
  desk.write("small.tiktoken", rank_file_of_bytes() + rank_line("ab", 256));
  desk.write("js.json", js_tiktoken_of(ranks, R"(\w+|[^\w]+)"));
  desk.write("tekken.json", tekken_of(ranks, 2, 0));
  desk.write("small.gguf", gguf_of(table).file());
  desk.write("two/vocab.json", vocab_json_of(table));
  desk.write("two/merges.txt", merges_txt_of(table));
  struct Judged {
    Words model;
    std::string name;  // with which the ids begin
  };
  const Judged all[] = {{{"My file.json"}, "_y_file"},
                        {{"schema2.json"}, "schema2"},
                        {{"schema1.json"}, "v1"},
                        {{"small.tiktoken", "--profile", "gpt2"}, "gpt2"},
                        {{"small.tiktoken", "--pattern", R"(\w+|[^\w]+)"}, "small"},
                        {{"js.json"}, "js"},
                        {{"tekken.json"}, "tekken"},
                        {{"small.gguf"}, "gguf"},
                        {{"two", "--profile", "gpt2"}, "two"},
                        {{"two/", "--profile", "gpt2"}, "two"}};
  for (const auto& [model, name] : all) {
    CAPTURE(model);
    const auto conform = [&](Words words) {
      words.insert(words.begin(), "conform");
      words.emplace_back("--tokenizer");
      words.insert(words.end(), model.begin(), model.end());
      const Finished done = desk.bpetite(words);
      CHECK(done.err.empty());
      CHECK(done.code == 0);
      return done.out;
    };
    const std::string listed = conform({"list"});
    const std::string id = listed.substr(0, listed.find('\t'));
    CHECK(id.starts_with(name + "-"));
    CHECK(conform({"explain", id}).find("trace") != std::string::npos);
  }
}

}  // namespace
}  // namespace bpetite::test
