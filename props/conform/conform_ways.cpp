// Tests the other ways to run the kit: files instead of pipes, a process for each vector, and the
// GitHub action with its workflow.
#include <cstddef>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "conform/report/report.hpp"
#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/programs/process.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::report::Report;
using conform::report::Verdict;

// Runs a shell command in `directory`, and reads its report.json.
Report reported(const std::string& line, const TemporaryDirectory& directory, int code) {
  const Finished done = run_shell(line, {.directory = directory.path()});
  INFO(line << "\n" << done.out << done.err);
  REQUIRE(done.code == code);
  return conform::report::parse_report(file::read(directory.path() / "report.json"));
}

Verdict verdict(const Report& report, conform::suite::Level level) {
  return report.levels.at(static_cast<std::size_t>(level)).verdict;
}

// The selected levels. In a run with few cases, as under sanitizers, only L4.
std::string selection() {
  return few_cases() ? " --level L4 " : " --level L1 --level L2 --level L4 ";
}

// A host without pipes reads requests.jsonl and writes responses.jsonl.
TEST_CASE("ways: answers in a file, in any order, conform") {
  const TemporaryDirectory directory;
  const std::string ask =
      "bpetite conform requests" + selection() + "bundle > requests.jsonl && " +
      "bpetite serve < requests.jsonl | shuf --random-source=requests.jsonl > responses.jsonl && ";
  const std::string judge = "bpetite conform run" + selection() +
                            "--responses responses.jsonl --bundle bundle --report report.json";
  const Report report = reported(ask + judge, directory, 0);
  CHECK(verdict(report, conform::suite::Level::L4) == Verdict::conforms);
  for (const auto level : {conform::suite::Level::L1, conform::suite::Level::L2}) {
    CHECK(verdict(report, level) != Verdict::fails);
  }
  CHECK(report.passes == 1);

  // Some answers are lost, and a saved file is wrong.
  const Finished done = run_shell(
      "sed -i '/\"text_hex\"/d' responses.jsonl; "
      "find bundle/out -type f -size +1k -exec sh -c 'echo >> \"$1\"' sh {} ';'",
      {.directory = directory.path()});
  REQUIRE(done.code == 0);
  const Report damaged = reported(judge, directory, 1);
  CHECK(verdict(damaged, conform::suite::Level::L2) != Verdict::fails);
  if (selection().find("L1") != std::string::npos) {
    CHECK(verdict(report, conform::suite::Level::L2) == Verdict::conforms);
    CHECK(verdict(damaged, conform::suite::Level::L1) == Verdict::fails);
  }
  CHECK(verdict(damaged, conform::suite::Level::L4) == Verdict::fails);
}

TEST_CASE("ways: a process for each vector comes to the same verdict") {
  const TemporaryDirectory directory;
  const Report report = reported(
      "bpetite conform run --process-per-vector --report report.json --impl 'bpetite serve' "
      "--only " +
          std::string(few_cases() ? "'save-s*'" : "'save-*'"),
      directory, 0);
  CHECK(verdict(report, conform::suite::Level::L4) == Verdict::conforms);
  CHECK(static_cast<std::size_t>(report.starts) >= 2 * report.results.size());
}

// Runs the script of the action as GitHub does when its cache has the program.
TEST_CASE("ways: the action judges, and leaves reports and a summary") {
  const TemporaryDirectory directory;
  const std::string prepare =
      "mkdir -p temp/bpetite && ln -s \"$(command -v bpetite)\" temp/bpetite/ && ";
  const std::string judged =
      "RUNNER_TEMP=temp GITHUB_STEP_SUMMARY=summary REPORTS=. "
      "ARGUMENTS='--only pretokenize-lookahead-*' " BPETITE_SOURCE_DIR "/conformance/action/judge ";
  reported(prepare + "COMMAND='bpetite serve' " + judged + "run", directory, 0);
  reported("COMMAND='bpetite serve --mutant no-lookahead' " + judged + "run", directory, 1);
  for (const char* name : {"report.html", "junit.xml", "badge.svg", "summary"}) {
    INFO(name);
    CHECK_FALSE(file::read(directory.path() / name).empty());
  }
  const auto key = run_shell(judged + "key", {.directory = directory.path()}).out;
  CHECK_THAT(key, Catch::Matchers::Matches("key=[0-9a-f]{64}\n"));
}

// The harness cannot load an artifact, so the smoke test would fail. The report is still written.
TEST_CASE("ways: the action judges a harness with a vocabulary of its own") {
  const TemporaryDirectory directory;
  std::ofstream(directory.path() / "own") << R"(bpetite serve | sed -u )"
                                             R"('s/"ok":{"mergeable_vocab_size.*/)"
                                             R"("error":{"class":"Unsupported"}}/')"
                                             "\n";
  const Report report = reported(
      "mkdir -p temp/bpetite && ln -s \"$(command -v bpetite)\" temp/bpetite/ && "
      "RUNNER_TEMP=temp GITHUB_STEP_SUMMARY=summary REPORTS=. COMMAND='sh own' "
      "ARGUMENTS='--only pretokenize-lookahead-*' " BPETITE_SOURCE_DIR
      "/conformance/action/judge run",
      directory, 0);
  CHECK(verdict(report, conform::suite::Level::L0) == Verdict::conforms);
}

TEST_CASE("ways: the workflow to paste is pinned, and asks for no more than it needs") {
  const std::string folder = BPETITE_SOURCE_DIR "/conformance/action/";
  std::size_t pinned = 0;
  for (const std::string file : {"action.yml", "workflow.yml"}) {
    std::istringstream lines(file::read(folder + file));
    for (std::string line; std::getline(lines, line);) {
      if (line.find(" uses: ") == std::string::npos || line.starts_with("#")) continue;
      INFO(line);
      // The action itself comes from the checkout of the step before.
      CHECK_THAT(line, Catch::Matchers::Matches(
                           ".*(@[0-9a-f]{40}  # v[0-9.]+|uses: \\./bpetite/conformance/action)"));
      ++pinned;
    }
  }
  CHECK(pinned == 6);
  for (const std::string file : {"action.yml", "workflow.yml", "../README.md"}) {
    INFO(file);
    const std::string text = file::read(folder + file);
    CHECK_THAT(text, !contains_text("OWNER"));
    CHECK_THAT(text, !contains_text("@COMMIT"));
  }
  CHECK_THAT(file::read(folder + "workflow.yml"), contains_text("\npermissions: {}\n"));
}

}  // namespace
}  // namespace bpetite::test
