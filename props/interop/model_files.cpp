// Tests opening the directory of a model: which of its files is read, that a link to nowhere is an
// error, and that every command which opens a model takes a directory (S51b). Tests also the files
// that are never opened (S51c): a pickle and a model of SentencePiece are known by their bytes, and
// damaged ones are an error, too. The error about a pickle has a command that writes a rank file. A
// file that lies beside a vocabulary is refused with what it is (S51d).
#include "interop/model_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/open.hpp>

#include "artifact/artifact.hpp"
#include "interop/never_opened.hpp"
#include "interop/open.hpp"
#include "profiles/profiles.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"
#include "support/texts/artifacts.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/vocabulary_files.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

std::string error_opening(const fs::path& path, const OpenOptions& options = {}) {
  return error_of([&] { open(path, options); });
}

// The first piece of a model of SentencePiece: <unk>, its score and its kind.
std::string sentencepiece() {
  using namespace std::string_literals;
  return "\x0a\x0e\x0a\x05<unk>\x15\0\0\0\0\x18\x02\x0a\x0a\x0a\x01"s;
}

CLAUSE_TEST("S51b", "of all sets of files, the first is found that the clause says") {
  // The order if no profile is given. The files of GPT-2 come in pairs.
  const std::vector<std::vector<std::string>> order = {
      {"tokenizer.json"},           {"tekken.json"},     {"encoder.json", "vocab.bpe"},
      {"vocab.json", "merges.txt"}, {"tokenizer.model"}, {"tokenizer.tiktoken"}};
  const std::vector<std::size_t> with_profile = {2, 3, 4, 5, 0, 1};
  std::vector<std::string> names;
  for (const auto& files : order) names.insert(names.end(), files.begin(), files.end());
  names.insert(names.end(), {"tokenizer.pkl", "config.json"});

  const TemporaryDirectory directory;
  const auto is_there = [&](const std::string& name) {
    return fs::exists(directory.path() / name);
  };
  // From one set to the next, one file is added or removed. After the last step no file is left.
  for (std::size_t step = 1; step <= std::size_t{1} << names.size(); ++step) {
    const auto changed =
        std::min(static_cast<std::size_t>(std::countr_zero(step)), names.size() - 1);
    const fs::path file = directory.path() / names[changed];
    if (!fs::remove(file)) std::ofstream(file).close();
    for (const bool has_profile : {false, true}) {
      INFO(step << has_profile);
      std::vector<std::string> wanted;
      for (std::size_t place = 0; place < order.size() && wanted.empty(); ++place) {
        const auto& files = order[has_profile ? with_profile[place] : place];
        if (std::ranges::all_of(files, is_there)) wanted = files;
      }
      if (wanted.empty()) {
        CHECK_THROWS_WITH(
            interop::model_files(directory.path(), has_profile),
            Catch::Matchers::EndsWith(is_there("tokenizer.pkl") ? "[S51c, chapter 16]"
                                                                : "[S51b, chapter 16]"));
        continue;
      }
      const interop::ModelFiles found = interop::model_files(directory.path(), has_profile);
      CHECK(found.file == directory.path() / wanted.front());
      CHECK(found.merges == (wanted.size() == 1 ? fs::path() : directory.path() / wanted[1]));
    }
  }
}

CLAUSE_TEST("S51b S26e", "a directory opens as its file does") {
  const Desk desk;
  const Table table = small_exchange_table();
  const std::string ranks = rank_file_of_bytes() + rank_line("ab", 256);
  struct Case {
    std::string name;
    std::string file;
    OpenOptions options;
  };
  const std::vector<Case> cases = {
      {"tokenizer.json", tokenizer_json_of(table, true), {}},
      {"tokenizer.json", artifact::serialize(v1_table({{97, 98}})), {}},
      {"tekken.json", tekken_of(by_ranks({"ab"}), 2, 0), {}},
      {"tokenizer.model", ranks, {.profile = "llama3"}},
      {"tokenizer.tiktoken", ranks, {.profile = "nanochat"}},
      {"tokenizer.tiktoken", ranks, {.patterns = {"[a-z]|[^a-z]"}}},
  };
  for (const auto& [name, file, options] : cases) {
    INFO(name);
    const fs::path directory = desk.path() / "model";
    fs::create_directory(directory);
    desk.write("model/" + name, file);
    const std::string_view text = "abab 12345 <s>";
    CHECK(open(directory, options).encode(text) == open(directory / name, options).encode(text));
    if (!options.profile.empty() || !options.patterns.empty()) {
      CHECK(error_opening(directory) == error_opening(directory / name));
    }
    fs::remove_all(directory);
  }
}

CLAUSE_TEST("S51b", "a link to nowhere is an error, and not passed over") {
  const Desk desk;
  fs::create_directory(desk.path() / "model");
  desk.write("model/tokenizer.tiktoken", rank_file_of_bytes());
  fs::create_symlink("missing", desk.path() / "model/tokenizer.json");
  CHECK_THAT(error_opening(desk.path() / "model"),
             Catch::Matchers::StartsWith("FileNotFoundError: "));
}

CLAUSE_TEST("S51b S51c", "every command that opens a model takes a directory") {
  const Desk desk;
  fs::create_directory(desk.path() / "model");
  const auto run = [&desk](std::vector<std::string> words) { return desk.bpetite(words); };
  const auto run_all = [&](const auto& check) {
    check(run({"encode", "--model", "model", "--text", "ab"}));
    check(run({"encode", "--model", "model", "--text", "ab", "--reference"}));
    check(run({"encode", "--model", "model", "--text", "ab", "--max-ids", "1", "--count"}));
    check(run({"decode", "--model", "model", "--ids", "256"}));
    check(run({"explain", "--model", "model", "--text", "ab"}));
    check(run({"inspect", "model"}));
    check(run({"inspect", "model", "--json"}));
    check(run({"import", "model", "--output", "out.json", "--force"}));
  };
  desk.write("model/tokenizer.pkl", "\x80\x04N.");
  run_all([](const Finished& done) {
    CHECK(done.code == 1);
    CHECK(done.out.empty());
    CHECK_THAT(done.err, contains_text("a pickle is never opened") &&
                             contains_text("python3 -c 'import base64, pickle; ") &&
                             contains_text(R"({rank}\n" for token)") &&
                             Catch::Matchers::EndsWith("--profile nanochat [S51c, chapter 16]\n"));
  });
  desk.write("model/tokenizer.json", desk.read("abab.json"));
  run_all([](const Finished& done) {
    CHECK(done.code == 0);
    CHECK(done.err.empty());
    CHECK(!done.out.empty());
  });
}

CLAUSE_TEST("S51c", "a pickle is known by its first bytes and its last") {
  for (int protocol = 0; protocol < 256; ++protocol) {
    const std::string file = {'\x80', static_cast<char>(protocol), 'N', '.'};
    INFO(protocol);
    CHECK(interop::is_pickle(file) == (2 <= protocol && protocol <= 5));
    CHECK(!interop::is_pickle(file + "\n"));
    CHECK(!interop::is_pickle("x" + file));
  }
  for (const std::string_view other : {"", "\x80", "\x80\x04", "\x80.", "\x80\x2e"}) {
    CHECK(!interop::is_pickle(other));
  }
}

CLAUSE_TEST("S51c", "a model of SentencePiece is known by its first piece") {
  const std::string model = sentencepiece();
  for (std::size_t size = 0; size <= model.size(); ++size) {
    INFO(size);
    CHECK(interop::is_sentencepiece(std::string_view(model).substr(0, size)) == (size > 9));
  }
  for (const std::size_t place : {0U, 2U, 3U, 9U}) {
    std::string other = model;
    other[place] = static_cast<char>(other[place] ^ 1);
    CHECK(!interop::is_sentencepiece(other));
  }
  CHECK(!interop::is_sentencepiece("\x0a\x07\x0a\x05<unk>\x15"));  // the piece ends too early
  CHECK(interop::is_sentencepiece("\x0a\x08\x0a\x05<unk>\x15"));
  CHECK(interop::is_sentencepiece("\x0a\x7f\x0a\x05<unk>\x15"));
  CHECK(!interop::is_sentencepiece("\x0a\x80\x0a\x05<unk>\x15"));  // a size of two bytes
  CHECK(!interop::is_sentencepiece("\n{\n  \"version\": 1"));
  CHECK_THROWS_WITH(interop::read_model(model, "a b", nullptr),
                    "open: \"a b\": this is a model of SentencePiece, required byte-level BPE "
                    "[S51c, chapter 16]");
}

CLAUSE_TEST("S51c", "the command names the pickle that was found") {
  const auto command_for = [](std::string_view source) {
    try {
      interop::refuse_pickle(source);
    } catch (const ValueError& error) {
      const std::string_view what = error.what();
      const std::size_t begin = what.find("pickle.load(open(");
      return std::string(what.substr(begin, what.find(')', begin) - begin));
    }
    return std::string();
  };
  CHECK(command_for("model/words.pkl") == R"(pickle.load(open("words.pkl", "rb")");
  CHECK(command_for("-") == R"(pickle.load(open("tokenizer.pkl", "rb")");
  // The name stands between single quotes in a shell.
  CHECK(command_for("it's\xc3\xa9\"\\.pkl") ==
        R"(pickle.load(open(b"it\x27s\xc3\xa9\x22\x5c.pkl", "rb")");
}

// A file that lies beside a model's file, and what the error says of it.
struct Sibling {
  std::string_view bytes;
  std::string_view what;
};

CLAUSE_TEST("S51d", "a file that lies beside the vocabulary is refused by what it is") {
  constexpr std::string_view web_page =
      "this is a page of the web (HTML) in place of a file: download the file itself";
  constexpr std::string_view names_and_ids =
      "these are names and ids alone: give their directory, which has to have the merges too "
      "(merges.txt or vocab.bpe)";
  constexpr std::string_view rwkv =
      "this is a vocabulary of RWKV, which takes the longest token at each place, required "
      "byte-level BPE";
  constexpr std::string_view tokenizer_config =
      "this is a tokenizer_config.json, which has no vocabulary: give the tokenizer.json beside it";
  constexpr std::string_view model_config =
      "this is the config.json of a model, which has no vocabulary: give the tokenizer.json beside "
      "it";
  constexpr std::string_view special_tokens_map =
      "this is a special_tokens_map.json, which has no vocabulary: give the tokenizer.json beside "
      "it";
  constexpr auto siblings = std::to_array<Sibling>({
      {"", "this file is empty, required a tokenizer.json or another vocabulary"},
      {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n",
       "this is a pointer of Git LFS in place of a file: get the file with git lfs pull"},
      {"#version: 0.2\na b\n",
       "these are merges alone: give their directory, which has to have the vocabulary too "
       "(vocab.json or encoder.json)"},
      {"<!DOCTYPE html><html>", web_page},
      {"\n <HTML lang=en>", web_page},
      {R"({"a":0,"b":1})", names_and_ids},
      {R"({"model":0,"type":1})", names_and_ids},
      {R"({"config":0,"vocab":1,"a":2})", names_and_ids},
      {R"({"model_type":0,"tokenizer_class":1,"bos_token":2})", names_and_ids},
      {"\x1f\x8b\x08",
       "this file is compressed by gzip: unpack it with gunzip, and give what is in it"},
      {"PK\x03\x04\x14", "this is a zip archive: unpack it with unzip, and give a file of it"},
      {"\"bpe_simple_vocab_16e6.txt#version: 0.2\ni n\n",
       "this is the vocabulary of CLIP, whose tokens may end with </w>, required byte-level BPE"},
      {"1 '\\x00' 1\n2 '\\x01' 1\n", rwkv},
      {"65530 b\"\\xe6'\" 2\r\n", rwkv},
      {"1 \"'\" 1\n", rwkv},
      {"1 b'\\xff' 1", rwkv},
      {R"({"added_tokens_decoder":{}})", tokenizer_config},
      {R"({"a":1,"tokenizer_class":"x"})", tokenizer_config},
      {R"({"architectures":["x"]})", model_config},
      {R"({"model_type":"x","bos_token":1})", model_config},
      {R"({"bos_token":"<s>","eos_token":{"content":"</s>"}})", special_tokens_map},
      {R"({"additional_special_tokens":[],"bos_token":"a","cls_token":"a","eos_token":"a",)"
       R"("mask_token":"a","pad_token":"a","sep_token":"a","unk_token":"a"})",
       special_tokens_map},
  });
  for (const auto& [bytes, what] : siblings) {
    INFO(bytes);
    for (const Profile* const profile : {static_cast<const Profile*>(nullptr), &profiles::gpt2()}) {
      CHECK_THROWS_WITH(interop::read_model(bytes, "a b", profile),
                        fmt::format("open: \"a b\": {} [S51d, chapter 16]", what));
    }
  }
  // These are read as artifacts, although they are faulty.
  for (const std::string_view bytes :
       {"{}", "[]", "7", "1 'a'", "1 'a' x", "'a' 1", "1 a' 1", R"({"schema_version":3})",
        R"({"mergeable_vocab_size":256})", R"({"vocab":{}})",
        R"({"schema_version":1,"pat_str":"a"})", R"({"bos_token":"a","x":"a"})"}) {
    INFO(bytes);
    CHECK_THROWS_WITH(interop::read_model(bytes, "a b", nullptr),
                      Catch::Matchers::StartsWith("artifact: "));
  }
}

PROPERTY("S51c", "a damaged pickle or model of SentencePiece is a typed error") {
  const std::string file =
      damaged(*number_between(0, 1) == 0 ? sentencepiece() : std::string("\x80\x04\x95N.", 5));
  const bool is_known = interop::is_pickle(file) || interop::is_sentencepiece(file);
  try {
    interop::read_model(file, "x", nullptr);
    RC_FAIL("it opens");
  } catch (const Error& error) {
    RC_ASSERT((error.clause() == "S51c") == is_known);
  }
  RC_CLASSIFY(is_known, "known");
}

}  // namespace
}  // namespace bpetite::test
