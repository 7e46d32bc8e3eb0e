// Tests the hints in the errors for command lines that are nearly right (spec/10-interface.md,
// FR-33b): the nearest command, option or value, the list of commands, and numbers in the form that
// is wanted. Tests that --help is answered whatever stands beside it, but not behind a word that is
// not a command. Also tests that `serve` takes old and new names of faults and no other name.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

// The error for wrong usage that a command line gets, one line, without the part that names the
// help.
std::string usage_line(const Desk& desk, const std::vector<std::string>& words) {
  const Finished done = desk.bpetite(words);
  CHECK(done.code == 2);
  CHECK(done.out.empty());
  CHECK_THAT(done.err, Catch::Matchers::StartsWith("bpetite: usage: ") &&
                           Catch::Matchers::EndsWith("--help)\n"));
  return done.err.substr(0, done.err.rfind(" (see "));
}

CLAUSE_TEST("FR-33b", "without arguments, every command of the help is named") {
  const Desk desk;
  const std::string help = desk.bpetite({"--help"}).out;
  std::istringstream lines(help.substr(help.find("Subcommands:\n") + 13));
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line) && line.starts_with("  ");) {
    if (line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
  }
  CHECK(names.size() >= 18);
  const std::string last = names.back();
  names.pop_back();
  CHECK(usage_line(desk, {}) == fmt::format("bpetite: usage: a subcommand is required: {} or {}",
                                            fmt::join(names, ", "), last));
}

CLAUSE_TEST("FR-33b", "wrong usage of a subcommand names its own help and commands") {
  const Desk desk;
  CHECK(
      desk.bpetite({"shards"}).err ==
      "bpetite: usage: shards: a subcommand is required: plan, run, finish or verify (see bpetite "
      "shards --help)\n");
  CHECK(desk.bpetite({"shards", "run"}).err ==
        "bpetite: usage: shards run: directory is required (see bpetite shards run --help)\n");
  for (const char* command : {"plan", "run", "finish", "verify"}) {
    const Finished done = desk.bpetite({"shards", command, "--nothing"});
    CHECK(done.code == 2);
    CHECK_THAT(done.err, Catch::Matchers::StartsWith(fmt::format(
                             "bpetite: usage: shards {}: unknown option --nothing", command)) &&
                             Catch::Matchers::EndsWith(
                                 fmt::format("(see bpetite shards {} --help)\n", command)));
  }
  // The first word that is not a command ends the name of the help.
  CHECK_THAT(desk.bpetite({"conform", "NONSENSE", "run"}).err,
             Catch::Matchers::EndsWith("(see bpetite conform --help)\n"));
}

CLAUSE_TEST("FR-33b", "what is no command is wrong usage, with --help too") {
  const Desk desk;
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"NONSENSE"},
                                             {"NONSENSE", "--help"},
                                             {"--help", "NONSENSE"},
                                             {"conform", "NONSENSE"},
                                             {"conform", "NONSENSE", "--help"},
                                             {"NONSENSE", "encode", "--help"}}) {
    INFO(words.front() << " " << words.back());
    CHECK_THAT(usage_line(desk, words), contains_text("\"NONSENSE\" is not a command"));
  }
  CHECK(usage_line(desk, {""}) == "bpetite: usage: \"\" is not a command");
  // A line that asks for help is not an error.
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"--help"},
                                             {"-h"},
                                             {"encode", "--help"},
                                             {"conform", "--help"},
                                             {"conform", "run", "--help"},
                                             {"encode", "--text", "NONSENSE", "--help"}}) {
    const Finished done = desk.bpetite(words);
    CHECK(done.code == 0);
    CHECK_THAT(done.out, contains_text("Usage: bpetite"));
    CHECK(done.err.empty());
  }
}

CLAUSE_TEST("FR-32h FR-33", "serve takes the name of a fault, old or new, and no other name") {
  const Desk desk;
  CHECK(usage_line(desk, {"serve", "--like", "nosuch"}) ==
        "bpetite: usage: serve: --like: \"nosuch\" is not a fault of a vocabulary");
  for (const char* name : {"no-contractions", "whole-piece", "whole-chunks"}) {
    CHECK(desk.bpetite({"serve", "--like", name}).code == 0);
  }
}

CLAUSE_TEST("FR-33b", "a mistyped command or option is answered by the nearest one") {
  const Desk desk;
  CHECK(usage_line(desk, {"encdoe"}) ==
        "bpetite: usage: \"encdoe\" is not a command, did you mean encode?");
  CHECK(usage_line(desk, {"tokenize-all"}) == "bpetite: usage: \"tokenize-all\" is not a command");
  CHECK(usage_line(desk, {"mergecounts", "--help"}) ==
        "bpetite: usage: \"mergecounts\" is not a command, did you mean merge-counts?");
  CHECK(usage_line(desk, {"conform", "rnu"}) ==
        "bpetite: usage: conform: \"rnu\" is not a command, did you mean run?");
  CHECK(usage_line(desk, {"encode", "--modle", "abab.json", "--text", "a"}) ==
        "bpetite: usage: encode: unknown option --modle, did you mean --model?");
  CHECK(usage_line(desk, {"encode", "--model=abab.json", "--txt=a"}) ==
        "bpetite: usage: encode: unknown option --txt, did you mean --text?");
  CHECK(usage_line(desk, {"--versoin"}) ==
        "bpetite: usage: unknown option --versoin, did you mean --version?");
  CHECK(usage_line(desk, {"encode", "--model", "abab.json", "--text", "a", "--quiet"}) ==
        "bpetite: usage: encode: unknown option --quiet");
  CHECK(usage_line(desk, {"conform", "run", "--implementation", "x"}) ==
        "bpetite: usage: conform run: unknown option --implementation");
  CHECK_THAT(
      usage_line(desk, {"pretokenize", "--text", "a", "--profile", "nanchat"}),
      Catch::Matchers::StartsWith(
          "bpetite: usage: pretokenize: --profile: \"nanchat\" is none of bloom, cl100k, ") &&
          Catch::Matchers::EndsWith(", v1, did you mean nanochat?"));
}

CLAUSE_TEST("FR-33b", "numbers as people write them get the form that is wanted") {
  const Desk desk;
  const auto ids = [&desk](const std::vector<std::string>& words) {
    std::vector<std::string> all = {"decode", "--model", "abab.json", "--ids"};
    all.insert(all.end(), words.begin(), words.end());
    return usage_line(desk, all);
  };
  CHECK(ids({"1,2,3"}) ==
        "bpetite: usage: decode: --ids: \"1,2,3\" is not a whole number: ids stand side by side, "
        "as in "
        "--ids 1 2 3");
  CHECK(ids({"[256,", "97]"}) ==
        "bpetite: usage: decode: --ids: \"[256,\" is not a whole number: ids stand side by side, "
        "as in "
        "--ids 256");
  CHECK(ids({"1 2 3"}) ==
        "bpetite: usage: decode: --ids: \"1 2 3\" is not a whole number: ids stand side by side, "
        "as in "
        "--ids 1 2 3");
  CHECK(ids({"abc"}) == "bpetite: usage: decode: --ids: \"abc\" is not a whole number");
  CHECK(ids({","}) == "bpetite: usage: decode: --ids: \",\" is not a whole number");
  CHECK(ids({"1.5"}) == "bpetite: usage: decode: --ids: \"1.5\" is not a whole number");

  const auto size = [&desk](const std::string& word) {
    return usage_line(desk,
                      {"train", "--input", "abab.txt", "--vocab-size", word, "--output", "x.json"});
  };
  const std::string begin = "bpetite: usage: train: --vocab-size: ";
  CHECK(size("32k") == begin + "\"32k\" is not a whole number, write --vocab-size 32000");
  CHECK(size("32K") == begin + "\"32K\" is not a whole number, write --vocab-size 32000");
  CHECK(size("1M") == begin + "\"1M\" is not a whole number, write --vocab-size 1000000");
  CHECK(size("32,000") == begin + "\"32,000\" is not a whole number, write --vocab-size 32000");
  CHECK(size("100_256") == begin + "\"100_256\" is not a whole number, write --vocab-size 100256");
  for (const std::string word : {"abc", "k", "1e5", ",5", "5,", "", "32kk", "0x20"}) {
    INFO(word);
    CHECK_THAT(size(word), Catch::Matchers::EndsWith("is not a whole number"));
  }
}

}  // namespace
}  // namespace bpetite::test
