// Tests the errors of the command line (spec/10-interface.md): the command lines that are refused,
// the messages for bad input, vocabulary sizes, ids and names with control characters, that only
// one file is standard input, which of several mistakes is reported, and a destination that becomes
// blocked during a training.
#include <algorithm>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/options/command_line.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// Requires that a command fails with this exit code and one line on standard error, which begins
// and ends with these words. It must write nothing to standard output and leave no file.
void check_refused(const Desk& desk, const Words& words, int code, const std::string& begins,
                   const std::string& ends = "\n", const std::string& in = "") {
  CAPTURE(words);
  const Words before = desk.names();
  const Finished done = desk.bpetite(words, in);
  CAPTURE(done.err);
  CHECK(done.code == code);
  CHECK(done.out.empty());
  CHECK(done.err.starts_with("bpetite: " + begins));
  CHECK(done.err.ends_with(ends));
  CHECK(done.err.find('\n') == done.err.size() - 1);
  CHECK(desk.names() == before);
}

Words training(const std::string& input, const std::string& size, const std::string& output) {
  return {"train", "--input", input, "--vocab-size", size, "--output", output};
}

Words decoding(const Words& ids) {
  Words words = {"decode", "--model", "abab.json", "--ids"};
  words.insert(words.end(), ids.begin(), ids.end());
  return words;
}

CLAUSE_TEST("FR-33", "wrong usage is exit code 2 and says so") {
  const Desk desk;
  const Words encode = {"encode", "--model", "abab.json"};
  const std::vector<Words> wrong = {
      {},
      {"frobnicate"},
      {"--frobnicate"},
      {"train"},
      {"train", "--input", "abab.txt", "--vocab-size", "258"},
      {"train", "--input", "abab.txt", "--output", "x.json"},
      {"train", "--vocab-size", "258", "--output", "x.json"},
      {"train", "--input"},
      {"train", "--input", "-", "--input", "-", "--vocab-size", "258", "--output", "x.json"},
      {"train", "--input", "abab.txt", "--vocab-size", "258", "--output", "x.json", "surplus"},
      {"train", "--input", "abab.txt", "--vocab-size", "258", "--output", "x", "--output", "y"},
      training("abab.txt", "258", "-"),
      training("abab.txt", "abc", "x.json"),
      training("abab.txt", "1e3", "x.json"),
      training("abab.txt", "258.0", "x.json"),
      training("abab.txt", "+300", "x.json"),
      training("abab.txt", "0x200", "x.json"),
      training("abab.txt", " 300", "x.json"),
      training("abab.txt", "-", "x.json"),
      training("abab.txt", "", "x.json"),
      {"encode", "--text", "ab"},
      {"encode", "--model", "abab.json"},
      {"encode", "--model", "abab.json", "--text", "a", "--input", "abab.txt"},
      {"encode", "--model", "abab.json", "--text", "a", "--format", "u64"},
      {"encode", "--model", "abab.json", "--text", "a", "--format", ""},
      {"encode", "--model", "abab.json", "--text", "a", "--text", "b"},
      {"encode", "--model", "-", "--input", "-"},
      {"encode", "--model", "abab.json", "--txt", "a"},
      {"encode", "--model", "abab.json", "--text", "a", "--reference=no"},
      {"encode", "--model", "abab.json", "--text", "a", ""},
      {"encode", "--model", "abab.json", "--text", "a", "-5"},
      {"decode", "--model", "abab.json"},
      {"decode", "--ids", "97"},
      {"decode", "--model", "abab.json", "--ids", "97", "--input", "abab.txt"},
      {"decode", "--model", "abab.json", "--ids", "97", "--format", "u16"},
      decoding({"abc"}),
      decoding({"97", "1e3"}),
      decoding({"97", "1.0"}),
      decoding({"+5"}),
      decoding({""}),
      decoding({"97 98"}),
      decoding({"-"}),
      decoding({"--5"}),
      {"validate"},
      {"validate", "abab.json", "bad.json"},
      {"pretokenize"},
      {"pretokenize", "--text", "a", "--input", "abab.txt"},
      {"explain", "--text", "a"},
      {"explain", "--model", "abab.json"},
  };
  for (const Words& words : wrong) {
    check_refused(desk, words, 2, "usage: ");
  }
}

// The words of a command line in which these options are standard input, and what is required has a
// value.
Words with_standard_input(const cli::Command& command,
                          const std::vector<const cli::Option*>& both) {
  Words words;
  const auto add = [&](const cli::Option& option, const std::string& value) {
    if (option.name.starts_with('-')) words.emplace_back(option.name);
    words.push_back(value);
  };
  for (const cli::Option& option : command.options) {
    const auto uses = std::ranges::count(both, &option);
    const bool is_pattern = option.description.find("@") != std::string_view::npos;
    for (auto i = uses; i > 0; --i) add(option, is_pattern ? "@-" : "-");
    const bool is_required =
        option.count == cli::Count::once || option.count == cli::Count::at_least_once;
    if (uses == 0 && is_required) add(option, "1");
  }
  return words;
}

CLAUSE_TEST("FR-32 FR-33", "standard input is one file, for each two options of each command") {
  std::size_t tried = 0;
  std::vector<cli::Command> commands;
  for (const auto make :
       {cli::train_command, cli::count_command, cli::encode_command, cli::decode_command,
        cli::render_command, cli::visualize_command, cli::pretokenize_command, cli::inspect_command,
        cli::import_command, cli::export_command, cli::add_tokens_command, cli::explain_command,
        cli::compare_tiktoken_command}) {
    commands.push_back(make());
  }
  const cli::Command patterns = cli::patterns_command();
  commands.insert(commands.end(), patterns.subcommands.begin(), patterns.subcommands.end());
  for (const cli::Command& command : commands) {
    const cli::Command program{"bpetite", "", {}, "", nullptr, {command}};
    std::vector<const cli::Option*> readers;
    const auto& options = program.subcommands.front().options;
    for (const cli::Option& option : options) {
      if (option.description.find("standard input") != std::string_view::npos) {
        readers.push_back(&option);
      }
    }
    for (std::size_t i = 0; i < readers.size(); ++i) {
      for (std::size_t k = i; k < readers.size(); ++k) {
        if (i == k && readers[i]->count != cli::Count::any) continue;
        // These two exclude each other, whatever they read.
        if (readers[i]->name == "--input" && readers[k]->name == "--parts") continue;
        Words words = with_standard_input(program.subcommands.front(), {readers[i], readers[k]});
        words.insert(words.begin(), std::string(command.name));
        CAPTURE(words);
        std::vector<const char*> given;
        for (const std::string& word : words) given.push_back(word.c_str());
        CHECK_THROWS_WITH(cli::parse(program, given),
                          std::string(command.name) + ": only one file can be standard input");
        ++tried;
      }
    }
  }
  CHECK(tried >= 20);
}

CLAUSE_TEST("FR-33 FR-9 S16 ERR", "a vocabulary size is a number of any size and sign") {
  const Desk desk;
  const auto check = [&desk](const std::string& size, const std::string& ends) {
    check_refused(desk, training("abab.txt", size, "x.json"), 1,
                  "ValueError: train: vocab_size: ", ends);
  };
  check("255", " [FR-9, chapter 3]\n");
  check("0", " [FR-9, chapter 3]\n");
  check("-0", " [FR-9, chapter 3]\n");
  check("-5", " [FR-9, chapter 3]\n");
  check("-99999999999999999999", " [FR-9, chapter 3]\n");
  check("16777217", " [S16, chapter 3]\n");
  check("4294967296", " [S16, chapter 3]\n");
  check("4294967552", " [S16, chapter 3]\n");  // 2^32 + 256
  check("1000000000000", " [S16, chapter 3]\n");
  check("1000000000000000000000000000000", " [S16, chapter 3]\n");
  CHECK(desk.bpetite(training("abab.txt", "256", "x.json")).code == 0);
  CHECK(desk.bpetite(training("abab.txt", "16777216", "y.json")).code == 0);
}

CLAUSE_TEST("FR-33 FR-32c FR-22", "an unknown id is named, whatever its size and sign") {
  const Desk desk;
  const auto check = [&desk](const Words& ids, const std::string& ends) {
    check_refused(desk, decoding(ids), 1, "KeyError: decode: ids[", ends);
  };
  check({"259"}, "ids[0]: unknown token id 259 [FR-22, chapter 6]\n");
  check({"97", "70000"}, "ids[1]: unknown token id 70000 [FR-22, chapter 6]\n");
  check({"-1"}, "ids[0]: unknown token id -1 [FR-22, chapter 6]\n");
  check({"97", "-1", "98"}, "ids[1]: unknown token id -1 [FR-22, chapter 6]\n");
  check({"4294967296"}, "ids[0]: unknown token id 4294967296 [FR-22, chapter 6]\n");
  check({"4294967393"}, "ids[0]: unknown token id 4294967393 [FR-22, chapter 6]\n");  // 2^32 + 97
  check({"1000000000000000000000000000000"},
        "ids[0]: unknown token id 1000000000000000000000000000000 [FR-22, chapter 6]\n");
  check({"259", "-1"}, "ids[0]: unknown token id 259 [FR-22, chapter 6]\n");
  check({"255", "-1"}, "ids[1]: unknown token id -1 [FR-22, chapter 6]\n");
}

CLAUSE_TEST("FR-33 FR-32c", "a file of ids that holds anything else is a ValueError") {
  const Desk desk;
  const auto check = [&desk](const std::string& bytes, const std::string& format,
                             const std::string& begins, const std::string& ends) {
    CAPTURE(bytes);
    check_refused(desk, {"decode", "--model", "abab.json", "--input", "-", "--format", format}, 1,
                  begins, ends, bytes);
  };
  for (const char* bytes : {"", "[1.0]", "[1e2]", "[\"x\"]", "[[97]]", "[null]", "[true]", "97",
                            "{}", "[97", "[97,]", "[97] x", "[97]\n[98]", "\"\xff\"", "ab\xff"}) {
    check(bytes, "json", "ValueError: decode: ", " [FR-32c, chapter 10]\n");
  }
  check("abc", "u16", "ValueError: decode: ", " [FR-32c, chapter 10]\n");
  check("abcde", "u32", "ValueError: decode: ", " [FR-32c, chapter 10]\n");
  check("[97,-1]", "json",
        "KeyError: decode: ", "ids[1]: unknown token id -1 [FR-22, chapter 6]\n");
  check("[18446744073709551616]", "json",
        "KeyError: decode: ", "ids[0]: unknown token id 18446744073709551616 [FR-22, chapter 6]\n");
}

CLAUSE_TEST("FR-33 ERR", "bad input gets its error, exit code 1, and leaves no file behind") {
  const Desk desk;
  desk.shell("mkdir folder; ln -s folder link");
  struct Case {
    Words words;
    std::string begins;
    std::string ends;
  };
  const std::vector<Case> cases = {
      {training("bad.txt", "300", "x.json"),
       "UnicodeDecodeError: train: \"bad.txt\": byte 2: ", " [S1a, chapter 1]\n"},
      {training("nowhere.txt", "300", "x.json"), "FileNotFoundError: ", "\n"},
      {training(".", "300", "x.json"), "OSError: ", "\n"},
      {training("abab.txt", "300", "abab.json"),
       "FileExistsError: save: \"abab.json\": ", " [FR-27, chapter 8]\n"},
      {training("abab.txt", "300", "nowhere/x.json"),
       "FileNotFoundError: save: ", " [FR-28, chapter 8]\n"},
      {training("abab.txt", "300", "abab.txt/x.json"), "OSError: ", "\n"},
      {training("abab.txt", "300", "folder"), "FileExistsError: ", " [FR-27, chapter 8]\n"},
      {{"encode", "--model", "abab.json", "--text", "ab\xff"},
       "UnicodeDecodeError: text: byte 2: ",
       " [S1a, chapter 1]\n"},
      {{"encode", "--model", "abab.json", "--input", "bad.txt"},
       "UnicodeDecodeError: encode: \"bad.txt\": byte 2: ",
       " [S1a, chapter 1]\n"},
      {{"encode", "--model", "nowhere.json", "--text", "a"}, "FileNotFoundError: ", "\n"},
      {{"encode", "--model", "folder", "--text", "a"},
       "ValueError: open: ",
       " [S51b, chapter 16]\n"},
      {{"encode", "--model", "link", "--text", "a"}, "ValueError: open: ", " [S51b, chapter 16]\n"},
      {{"encode", "--model", "bad.json", "--text", "a"},
       "ValueError: artifact: ",
       " [FR-29r, chapter 7]\n"},
      {{"encode", "--model", "bad.txt", "--text", "a"},
       "ValueError: artifact: ",
       " [FR-29a, chapter 7]\n"},
      {decoding({"195"}), "UnicodeDecodeError: decode: byte 0: ", " [FR-23, chapter 6]\n"},
      {decoding({"97", "195", "98"}),
       "UnicodeDecodeError: decode: byte 1: ", " [FR-23, chapter 6]\n"},
      {{"decode", "--model", "bad.json", "--ids", "97"},
       "ValueError: artifact: ",
       " [FR-29r, chapter 7]\n"},
      {{"decode", "--model", "abab.json", "--input", "nowhere"}, "FileNotFoundError: ", "\n"},
      {{"pretokenize", "--text", "\xe2\x82"}, "UnicodeDecodeError: ", " [S1a, chapter 1]\n"},
      {{"pretokenize", "--input", "bad.txt"},
       "UnicodeDecodeError: pretokenize: \"bad.txt\": ",
       " [S1a, chapter 1]\n"},
      {{"explain", "--model", "abab.json", "--text", "\x80"},
       "UnicodeDecodeError: ",
       " [S1a, chapter 1]\n"},
  };
  for (const Case& one : cases) {
    check_refused(desk, one.words, 1, one.begins, one.ends);
  }
}

CLAUSE_TEST("ERR FR-33", "a name with control characters does not break the line of an error") {
  const Desk desk;
  check_refused(desk, {"encode", "--model", "a\nb\x1b[31m", "--text", "a"}, 1,
                "FileNotFoundError: ");
  check_refused(desk, {"a\nb\x1b[31m"}, 2, "usage: ");
}

CLAUSE_TEST("S24", "of several faults the usage comes first, then vocab_size, destination, input") {
  const Desk desk;
  check_refused(desk, training("bad.txt", "abc", "abab.json"), 2, "usage: ");
  check_refused(desk, training("bad.txt", "255", "-"), 2, "usage: ");
  check_refused(desk, training("bad.txt", "255", "abab.json"), 1, "ValueError: train: vocab_size");
  check_refused(desk, training("bad.txt", "999999999", "nowhere/x"), 1, "ValueError: train: ");
  check_refused(desk, training("bad.txt", "300", "abab.json"), 1, "FileExistsError: ");
  check_refused(desk, training("nowhere", "300", "nowhere/x"), 1, "FileNotFoundError: save: ");
  check_refused(desk, training("bad.txt", "300", "x.json"), 1, "UnicodeDecodeError: ");
  check_refused(desk, {"decode", "--model", "bad.json", "--ids", "x"}, 2, "usage: ");
  check_refused(desk, {"encode", "--model", "bad.json", "--text", "\xff"}, 1,
                "ValueError: artifact");
}

CLAUSE_TEST("FR-32a FR-27", "a destination that became blocked during training is reported") {
  const Desk desk;
  // The corpus is a pipe, so training begins only after the destination exists.
  const Finished done = desk.shell(
      "mkfifo corpus; bpetite train --input corpus --vocab-size 258 --output new.json & "
      "exec 3>corpus; echo old > new.json; echo 'ab ab ab' >&3; exec 3>&-; wait $!");
  CHECK(done.code == 1);
  CHECK(done.out.empty());
  CHECK(done.err.starts_with("Training started: planned=2\n"));
  CHECK(done.err.find("\nbpetite: FileExistsError: save: \"new.json\": ") != std::string::npos);
  CHECK(done.err.ends_with(" [FR-27, chapter 8]\n"));
  CHECK(desk.read("new.json") == "old\n");
}

}  // namespace
}  // namespace bpetite::test
