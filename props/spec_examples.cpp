// Runs every example in the chapters of the specification, in the README, and in the README of the
// command line, and requires a hundred examples at least. Also tests the runner: each wrong example
// is a failure, a right one is not, and a block without an end is refused.
//
// The test fails if an example is wrong. It also fails for an example that expects nothing, or
// names an operation or a result that does not exist, and for an example of a chapter that belongs
// to no clause.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/examples/examples.hpp"
#include "support/programs/process.hpp"
#include "support/trace.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

// The chapters spec/00-reading.md, spec/01-text.md and so on, in order.
std::vector<fs::path> chapters() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(fs::path(BPETITE_SOURCE_DIR) / "spec")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".md" && name[0] >= '0' && name[0] <= '9') {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// The mistake that the runner reports for a chapter with one example, or nullopt.
std::optional<std::string> fault_of_block(const std::string& operation, const std::string& body) {
  const TemporaryDirectory directory;
  const auto examples = read_examples(
      fmt::format("### FR-17  A clause\n```example {}\n{}\n```\n", operation, body), "spec/x.md");
  REQUIRE(examples.size() == 1);
  REQUIRE(examples[0].clause == "FR-17");
  REQUIRE(place(examples[0]) == "spec/x.md:2");
  return fault_of(examples[0], directory.path());
}

}  // namespace

// Each chapter is a section, so that it can be run alone: -c spec/03-train.md
TEST_CASE("every example of the specification holds") {
  for (const fs::path& path : chapters()) {
    const std::string file = "spec/" + path.filename().string();
    DYNAMIC_SECTION(file) {
      const TemporaryDirectory directory;
      for (const Example& example : read_examples(file::read(path), file)) {
        INFO(place(example) << ": " << example.clause << '.' << example.number);
        CHECK_FALSE(example.clause.empty());
        const auto fault = fault_of(example, directory.path());
        if (fault) {
          FAIL_CHECK(*fault);
        } else {
          record("example", example.clause, place(example), 1);
        }
      }
    }
  }
}

TEST_CASE("the specification has at least a hundred examples") {
  std::size_t count = 0;
  for (const fs::path& path : chapters()) {
    count += read_examples(file::read(path), path.string()).size();
  }
  REQUIRE(count >= 100);
}

TEST_CASE("every example of the front page and of the command line's page holds") {
  for (const std::string page : {"README.md", "tools/cli/README.md"}) {
    const TemporaryDirectory directory;
    const auto examples = read_examples(file::read(fs::path(BPETITE_SOURCE_DIR) / page), page);
    CHECK_FALSE(examples.empty());
    for (const Example& example : examples) {
      INFO(place(example));
      CHECK(fault_of(example, directory.path()).value_or("") == "");
    }
  }
}

// Each of these examples has one mistake, which the runner must report.
TEST_CASE("a wrong example is a failure") {
  struct Wrong {
    std::string operation, body, says;
  };
  const std::vector<Wrong> all = {
      {"pass", "ids [1,1,1] pair [1,1] token 2  ids_after [1,2]", "want [1,2], got [2,1]"},
      {"pass", "ids [1,1,1] pair [1,1] token 2", "expects nothing"},
      {"pass", "ids [1,1,1] pair [1,1] token 2  ids_afterwards [2,1]", "no such result"},
      {"pass", "ids [1,1,1] pair [1,1]  ids_after [2,1]", "token is missing"},
      {"pass", "ids [1,1,1] ids [1] pair [1,1] token 2  ids_after [2,1]", "given twice"},
      {"pass", "ids [1,1,1 pair [1,1] token 2  ids_after [2,1]", "no JSON"},
      {"pass", "ids [-1] pair [1,1] token 2  ids_after [2,1]", "not below 2^64"},
      {"past", "ids [1,1,1] pair [1,1] token 2  ids_after [2,1]", "no operation past"},
      {"decode", "merges [] ids [97]  error \"KeyError\"", "no such result"},
      {"decode", "merges [] ids [999]  text \"a\"", "no such result"},
      {"decode", "merges [] ids [999]  clause \"FR-22\"", "does not expect"},
      {"decode", "merges [[97,900]] ids [97]  text \"a\"", "later token"},
      {"load", "merges [] replace [[\"not there\",\"\"]]  valid true", "does not occur"},
      {"shell", "bpetite --version", "begins with a command"},
      {"shell", "$ echo one\ntwo", "want exit code 0, got 0"},
      {"shell", "$ echo one\n...\none\none", "want exit code 0, got 0"},
      {"shell", "$ exit 3", "want exit code 0, got 3"},
      {"shell", "$ echo one >&2\n! two", "standard error:\none"},
  };
  for (const Wrong& wrong : all) {
    const auto fault = fault_of_block(wrong.operation, wrong.body);
    INFO(wrong.operation << ": " << wrong.body);
    REQUIRE(fault.has_value());
    CHECK_THAT(*fault, contains_text(wrong.says));
  }
}

TEST_CASE("a right example is not a failure") {
  CHECK_FALSE(fault_of_block("pass", "ids [1,1,1] pair [1,1] token 2\nids_after [2,1]"));
  CHECK_FALSE(fault_of_block("shell", "$ echo one; echo two; exit 3\n...\ntwo\n? 3"));
  CHECK_FALSE(fault_of_block("shell", "$ echo '{\"elapsed_ms\":1.25}'\n{\"elapsed_ms\":*}"));
}

TEST_CASE("an example outside of clauses has no clause, and a block without an end is refused") {
  const auto examples = read_examples("### FR-1  A\n## B\n```example pass\n```\n", "x.md");
  REQUIRE(examples.size() == 1);
  CHECK(examples[0].clause.empty());
  CHECK_THROWS(read_examples("```example pass\n", "x.md"));
}

}  // namespace bpetite::test
