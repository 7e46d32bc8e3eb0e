// The other ways in: files in place of pipes, and a process that is asked only once.
#include <cstddef>
#include <string>

#include "conform/report.hpp"
#include "core/file.hpp"
#include "support/catch.hpp"
#include "support/directory.hpp"
#include "support/process.hpp"

namespace bpetite::test {
namespace {

using conform::Report;
using conform::Verdict;

// Runs a line of shell in `directory`, and reads report.json after it.
Report reported(const std::string& line, const TemporaryDirectory& directory, int code) {
  const Finished done = run_shell(line, {.directory = directory.path()});
  INFO(line << "\n" << done.out << done.err);
  REQUIRE(done.code == code);
  return conform::parse_report(file::read(directory.path() / "report.json"));
}

Verdict verdict(const Report& report, conform::Level level) {
  return report.levels.at(static_cast<std::size_t>(level)).verdict;
}

// A host without pipes: it reads requests.jsonl where it is, and leaves responses.jsonl.
constexpr const char* ask =
    "bpetite conform requests --level L1 --level L2 --level L4 bundle > requests.jsonl && "
    "bpetite serve < requests.jsonl | shuf --random-source=requests.jsonl > responses.jsonl && ";
constexpr const char* judge =
    "bpetite conform run --level L1 --level L2 --level L4 --responses responses.jsonl "
    "--bundle bundle --report report.json";

TEST_CASE("ways: answers in a file, in any order, conform") {
  const TemporaryDirectory directory;
  const Report report = reported(std::string(ask) + judge, directory, 0);
  for (const auto level : {conform::Level::L1, conform::Level::L2, conform::Level::L4}) {
    CHECK(verdict(report, level) == Verdict::conforms);
  }
  CHECK(report.passes == 1);

  // Answers that are lost, and a saved file that is not what it should be.
  const Finished done = run_shell(
      "sed -i '/\"text_hex\"/d' responses.jsonl; "
      "find bundle/out -type f -size +1k -exec sh -c 'echo >> \"$1\"' sh {} ';'",
      {.directory = directory.path()});
  REQUIRE(done.code == 0);
  const Report damaged = reported(judge, directory, 1);
  CHECK(verdict(damaged, conform::Level::L1) == Verdict::fails);
  CHECK(verdict(damaged, conform::Level::L2) == Verdict::conforms);
  CHECK(verdict(damaged, conform::Level::L4) == Verdict::fails);
}

TEST_CASE("ways: a process for each vector comes to the same verdict") {
  const TemporaryDirectory directory;
  const Report report = reported(
      "bpetite conform run --process-per-vector --only 'save-*' --report report.json "
      "--impl 'bpetite serve'",
      directory, 0);
  CHECK(verdict(report, conform::Level::L4) == Verdict::conforms);
  CHECK(static_cast<std::size_t>(report.starts) >= 2 * report.results.size());
}

}  // namespace
}  // namespace bpetite::test
