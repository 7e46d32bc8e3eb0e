// Tests the harnesses of conformance/README.md (Python, Go, JavaScript, C++, and `bpetite serve`):
// they conform at every level that they claim, and fuzzing finds nothing. Also tests that the page
// shows their files as they are, and that each command on the kit's pages prints what they say.
//
//   harness: python   tiny.py claims L0 to L4 and L6: each of the six is `conforms`
//
// The runs are hidden from the other tests. CTest runs each by its name. If the machine lacks Go
// or Node, a run prints "SKIPPED harness", which CTest reports as skipped, and tools/check repeats.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/pipeline.hpp"
#include "conform/search/fuzz_report.hpp"
#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/examples/examples.hpp"
#include "support/programs/process.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

using conform::report::Report;
using conform::suite::Level;

const fs::path conformance = fs::path(BPETITE_SOURCE_DIR) / "conformance";

// Whether a program answers. If not, or in a run with few cases, it prints the line for CTest.
bool can_run(const std::string& probe) {
  const bool there = !few_cases() && run_shell(probe).code == 0;
  if (!there) {
    std::puts(few_cases() ? "harness skipped: a run of few cases"
                          : fmt::format("SKIPPED harness: no `{}` here", probe).c_str());
  }
  return there;
}

// Only the required vectors, but all tiers in a run with many cases. A megabyte of one letter shows
// nothing more about a harness.
conform::suite::Suite suite_here() {
  conform::suite::Suite suite = conform::suite::embedded_suite();
  if (cases_percent() <= 100) {
    std::erase_if(suite.vectors, [](const conform::suite::Vector& vector) {
      return vector.tier != conform::suite::Tier::required;
    });
  }
  return suite;
}

// Fuzzes a program that conforms. It must not have a finding. Only levels that it claims are
// fuzzed.
void check_fuzzed(const std::string& command) {
  const conform::search::FuzzReport report = conform::search::fuzz(
      conform::suite::embedded_suite(), {.command = command,
                                         .timeout = conform::program::Duration(60000),
                                         .time = conform::program::Duration(4000)});
  CHECK(report.partial.empty());
  CHECK(report.cases > 20);
  for (const conform::search::FuzzFinding& finding : report.findings) {
    FAIL_CHECK(conform::search::to_text(finding));
  }
}

void check_conforms(const std::string& command, const std::set<Level>& claims) {
  // The machine may be busy and slow. This test does not measure time.
  const Report report = conform::judge_program(
      suite_here(), {.command = command, .timeout = conform::program::Duration(60000)});
  CHECK(report.partial.empty());
  CHECK(report.claims == claims);
  for (std::size_t level = 0; level < report.levels.size(); ++level) {
    INFO(conform::suite::level_names.at(level));
    CHECK((report.levels.at(level).verdict == conform::report::Verdict::conforms) ==
          claims.contains(static_cast<Level>(level)));
  }
  for (const conform::explain::Result& result : report.results) {
    INFO(result.id << ": want " << result.want << ", got " << result.got << " " << result.detail);
    CHECK_FALSE((conform::program::is_failure(result.status) &&
                 conform::report::fails_level(result, report.unicode)));
  }
  CHECK(report.exit_code == 0);
  check_fuzzed(command);
}

const std::set<Level> codec = {Level::L0, Level::L1, Level::L6};
const std::set<Level> full = {Level::L0, Level::L1, Level::L2, Level::L3, Level::L4, Level::L6};

TEST_CASE("harness: python", "[.harness]") {
  if (can_run("python3 --version")) {
    check_conforms(
        fmt::format("python3 '{}'", (conformance / "harness/python/harness.py").string()), full);
  }
}

TEST_CASE("harness: go", "[.harness]") {
  if (can_run("go version")) {
    const TemporaryDirectory directory;
    const std::string program = (directory.path() / "harness").string();
    const Finished built = run_shell(fmt::format("go vet . && go build -o '{}' .", program),
                                     {.directory = conformance / "harness/go"});
    INFO(built.err);
    REQUIRE(built.code == 0);
    check_conforms(program, codec);
  }
}

TEST_CASE("harness: javascript", "[.harness]") {
  if (can_run("node --version")) {
    check_conforms(
        fmt::format("node '{}'", (conformance / "harness/javascript/harness.mjs").string()), codec);
  }
}

TEST_CASE("harness: cpp", "[.harness]") {
  if (can_run("true")) {
    check_conforms(BPETITE_HARNESS, full);
  }
}

// The harness of bpetite must pass every tier. A failure of the tier stress does not change a
// verdict, so only this test can detect it.
TEST_CASE("harness: serve", "[.harness]") {
  if (can_run("true")) {
    const Report report = conform::judge_program(
        conform::suite::embedded_suite(), {.command = fmt::format("'{}' serve", BPETITE_PROGRAM),
                                           .timeout = conform::program::Duration(60000)});
    std::set<Level> every = full;
    every.insert(Level::L5);
    CHECK(report.claims == every);
    std::set<conform::suite::Tier> tiers;
    for (const conform::explain::Result& result : report.results) {
      INFO(result.id << ": want " << result.want << ", got " << result.got << " " << result.detail);
      CHECK_FALSE(conform::program::is_failure(result.status));
      if (result.status == conform::program::Status::pass) tiers.insert(result.tier);
    }
    CHECK(tiers.contains(conform::suite::Tier::stress));
  }
}

// The text of the fenced block that follows the link to its file.
TEST_CASE("harness: the README shows the files as they are") {
  const std::string readme = file::read(conformance / "README.md");
  for (const auto& [language, name] :
       std::vector<std::pair<std::string, std::string>>{{"go", "go/main.go"},
                                                        {"python", "python/harness.py"},
                                                        {"js", "javascript/harness.mjs"},
                                                        {"cpp", "cpp/harness.cpp"}}) {
    INFO(name);
    const std::string text = file::read(conformance / "harness" / name);
    CHECK(readme.find(fmt::format("```{}\n{}```\n", language, text)) != std::string::npos);
  }
  const std::string workflow = file::read(conformance / "action/workflow.yml");
  CHECK(readme.find(fmt::format("```yaml\n{}```\n", workflow)) != std::string::npos);
}

// Runs in a directory of a user with the kit beside it.
TEST_CASE("harness: every command that the kit's pages show prints what they say") {
  for (const std::string page : {"README.md", "PROTOCOL.md", "INTERPRETING.md"}) {
    const TemporaryDirectory directory;
    fs::create_directory_symlink(conformance, directory.path() / "conformance");
    const auto examples = read_examples(file::read(conformance / page), "conformance/" + page);
    REQUIRE_FALSE(examples.empty());
    // About thirty starts of the program. Under sanitizers, only the shortest page.
    if (few_cases() && page != "PROTOCOL.md") continue;
    for (const Example& example : examples) {
      INFO(place(example));
      CHECK(fault_of(example, directory.path()).value_or("") == "");
    }
  }
}

}  // namespace
}  // namespace bpetite::test
