// Tests accumulated vectors, which are sets of thousands of cases generated from a seed. Digests of
// the answers, called checkpoints, judge them. Tests the documented generators and lines of
// answers, the checkpoints, that the scalars in the cases have the same classes in every version of
// Unicode, the search for the first wrong case, its cause in the report, and a wrong checkpoint,
// which is a fault of the suite. Runs right, wrong and broken programs.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "conform/explain/findings.hpp"
#include "conform/judge/accumulate.hpp"
#include "conform/judge/expected.hpp"
#include "conform/pipeline.hpp"
#include "conform/report/report.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/split_mix.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

using conform::program::Status;
using conform::report::Report;
using conform::suite::AccumulatedSet;

const conform::suite::Suite& accumulated_suite() {
  static const conform::suite::Suite embedded = conform::suite::embedded_suite();
  return embedded;
}

AccumulatedSet set_named(std::string_view name) {
  for (AccumulatedSet& set : conform::suite::accumulated_sets()) {
    if (set.name == name) return std::move(set);
  }
  throw ValueError("no such set");
}

std::string lines_digest(const AccumulatedSet& set, std::size_t cases) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < cases; ++i) {
    const auto expected = conform::judge::reference_answer(
        conform::suite::case_of(set, accumulated_suite(), i), accumulated_suite(), unicode::pinned);
    lines.push_back(conform::suite::answer_line(expected));
  }
  return conform::suite::checkpoints_of(lines).back();
}

TEST_CASE("accumulated: SplitMix64 gives its published numbers") {
  conform::suite::SplitMix64 draw(0);
  CHECK(draw.next() == 0xe220a8397b1dcdafU);
  CHECK(draw.next() == 0x6e789e6aa1b965f4U);
}

TEST_CASE(
    "accumulated: there is a set for each operation, and its checkpoints are the reference's") {
  std::vector<std::string> ops;
  for (const AccumulatedSet& set : conform::suite::accumulated_sets()) {
    INFO(set.name);
    ops.push_back(set.op);
    REQUIRE(set.checkpoints.size() >= 11);
    CHECK(lines_digest(set, 64) == set.checkpoints[6]);
    CHECK(conform::suite::accumulated_file(set) ==
          file::read(std::string(BPETITE_SOURCE_DIR) + "/conformance/accumulated/" + set.name +
                     ".json"));
  }
  CHECK(ops == std::vector<std::string>{"pretokenize", "encode", "decode", "train"});
}

TEST_CASE("accumulated: cases are generated as the documentation says") {
  AccumulatedSet set;
  set.op = "train";
  set.seed = 4;
  set.least = 1;
  set.most = 3;
  set.parts = {"a", "b", "cd"};
  conform::suite::SplitMix64 draw((std::uint64_t{4} << 32U) + 7);
  std::string corpus;
  for (std::uint64_t n = 1 + draw.next() % 3; n > 0; --n) {
    corpus += set.parts[draw.next() % 3];
  }
  const auto vector = conform::suite::case_of(set, accumulated_suite(), 7);
  CHECK(*conform::suite::text_member(vector.input, "corpus_hex") == conform::suite::to_hex(corpus));
  CHECK(json::serialize(*json::find(vector.input, "vocab_size")) ==
        std::to_string(256 + draw.next() % 24));
}

TEST_CASE("accumulated: an answer is a line") {
  const auto line = [](std::string_view text) {
    return conform::suite::answer_line(object_of(text));
  };
  CHECK(line(R"({"result":"valid","ids":[32,257]})") == "32 257");
  CHECK(line(R"({"result":"valid","ids":[]})").empty());
  CHECK(line(R"({"result":"valid","chunks_hex":["20","2061"]})") == "20 2061");
  CHECK(line(R"({"result":"valid","merges":[[97,98],[256,99]]})") == "97 98,256 99");
  CHECK(line(R"({"result":"valid","text_hex":"2061"})") == "2061");
  CHECK(line(R"({"result":"invalid","error":"KeyError"})") == "! KeyError");
  CHECK(conform::suite::checkpoints_of({"a", "b", "c"}) ==
        std::vector{corpus::sha256_hex("a\n"), corpus::sha256_hex("a\nb\n")});
}

TEST_CASE("accumulated: no scalar has different classes in different versions") {
  for (const AccumulatedSet& set : conform::suite::accumulated_sets()) {
    for (const std::string& part : set.parts) {
      REQUIRE_FALSE(utf8::first_ill_formed(part));
      for (std::size_t at = 0; at < part.size();) {
        const auto [scalar, size] = utf8::scalar_at(part, at);
        for (const unicode::Version version : unicode::versions) {
          INFO(set.name << " " << utf8::quoted(part));
          CHECK(unicode::is_letter(scalar, version) == unicode::is_letter(scalar));
          CHECK(unicode::is_number(scalar, version) == unicode::is_number(scalar));
        }
        at += size;
      }
    }
  }
}

// --- Against programs. ---

struct Accumulated {
  conform::judge::Outcomes outcomes;
  Report report;
};

Accumulated accumulated(const std::string& command, const std::string& only, std::uint64_t cases) {
  const conform::judge::RunOptions options{.command = command, .only = only};
  conform::judge::Outcomes outcomes;
  conform::judge::accumulate(accumulated_suite(), options, cases, outcomes);
  Report report = conform::report::report_of(
      accumulated_suite(), options, outcomes,
      conform::explain::findings_of(accumulated_suite(), outcomes, command));
  return {std::move(outcomes), std::move(report)};
}

const std::string serve = std::string(BPETITE_PROGRAM) + " serve";

TEST_CASE("accumulated: a right program passes all sets") {
  const auto [outcomes, report] = accumulated(serve + " --reference", "accumulated-*", 64);
  REQUIRE(report.results.size() == 4);
  for (const auto& result : report.results) {
    INFO(result.id << " " << result.detail);
    CHECK(result.status == Status::pass);
    CHECK(result.tier == conform::suite::Tier::accumulated);
  }
  CHECK(report.exit_code == 0);
  for (const conform::judge::SetOutcome& set : outcomes.sets) {
    CHECK_FALSE(set.wrong.has_value());
  }
}

TEST_CASE("FR-32g: accumulated: as many cases are sent as a power of two has, of train a quarter") {
  const auto said = [](conform::judge::RunOptions options, std::uint64_t cases) {
    options.command = serve + " --reference";
    conform::judge::Outcomes outcomes;
    conform::judge::accumulate(accumulated_suite(), options, cases, outcomes);
    std::string text = outcomes.partial;
    for (const auto& set : outcomes.sets) {
      text += set.set.name.substr(12) + " " + set.judgement.detail + ";";
    }
    return text;
  };
  using conform::suite::Level;
  CHECK(said({.only = "accumulated-encode"}, 7) == "encode 4 cases;");
  CHECK(said({.only = "accumulated-decode"}, 8) == "decode 8 cases;");
  CHECK(said({.levels = {Level::L3}}, 17) == "train 4 cases;");
  CHECK(said({.levels = {Level::L0, Level::L3}}, 1) == "pretokenize 1 case;train 1 case;");
  CHECK(said({.process_per_vector = true, .only = "accumulated-train"}, 9) == "train 2 cases;");
  CHECK(said({}, 0).empty());
  CHECK(said({.interrupted = [] { return true; }}, 8) ==
        "the program did not start for the accumulated vectors");
}

TEST_CASE("accumulated: the first wrong case is found and is an ordinary failure") {
  for (const auto& [mutant, name] : {std::pair("no-lookahead", "accumulated-pretokenize"),
                                     std::pair("no-lookahead", "accumulated-encode"),
                                     std::pair("lossy-decode", "accumulated-decode"),
                                     std::pair("tie-largest", "accumulated-train")}) {
    const auto [outcomes, report] = accumulated(serve + " --mutant " + mutant, name, 256);
    INFO(mutant << " in " << name);
    REQUIRE(report.results.size() == 1);
    const auto& result = report.results.front();
    CHECK(result.status == Status::fail);
    CHECK(result.where.starts_with("case "));
    CHECK(result.want != result.got);
    CHECK(result.repro.ends_with(report.command));
    CHECK(report.exit_code == 0);  // the tier accumulated does not change a verdict

    // The case is the first wrong one: the mutant's own answers to all earlier cases are right.
    REQUIRE(outcomes.sets.at(0).wrong.has_value());
    const conform::suite::Vector& found = outcomes.sets.at(0).wrong->vector;
    CHECK(found.id == name);
    CHECK(json::find(found.expect, "result") != nullptr);
    const auto number = std::stoull(result.where.substr(5));
    CHECK(number == outcomes.sets.at(0).wrong->number);
    CHECK(json::serialize({found.input}) ==
          json::serialize(
              {conform::suite::case_of(set_named(name), accumulated_suite(), number).input}));
  }
}

TEST_CASE("accumulated: the wrong case of a set has the cause of its operation") {
  const TemporaryDirectory directory;
  const std::filesystem::path report = directory.path() / "report.json";
  const Finished done =
      run({BPETITE_PROGRAM, "conform", "run", "--impl", serve + " --mutant ascii-space", "--level",
           "L0", "--accumulated", "64", "--no-shrink", "--report", report.string()});
  CAPTURE(done.out, done.err);
  CHECK(done.code == 1);
  const auto parsed = json::parse(file::read(report));
  const auto& members = std::get<json::Object>(std::get<json::Value>(parsed).data);
  bool is_found = false;
  for (const json::Value& failure : std::get<json::Array>(json::find(members, "failures")->data)) {
    const auto& its = std::get<json::Object>(failure.data);
    if (json::serialize(*json::find(its, "id")) != "\"accumulated-pretokenize\"") continue;
    is_found = true;
    CHECK(json::serialize(*json::find(its, "causes")) == "[\"ascii-space\"]");
    CHECK(json::serialize(*json::find(its, "rule")).find("Java") != std::string::npos);
  }
  CHECK(is_found);
}

TEST_CASE("accumulated: a broken conversation is the failure itself") {
  const Report report =
      accumulated("sh -c 'sed -u 12q | " BPETITE_PROGRAM " serve'", "accumulated-encode", 64)
          .report;
  REQUIRE(report.results.size() == 1);
  CHECK(report.results.front().status == Status::crash);
  CHECK(report.results.front().where.starts_with("case "));
}

// The program answers as the reference does, so no case of the set is wrong.
TEST_CASE("accumulated: a checkpoint that the reference does not reach is a fault of the suite") {
  conform::suite::Suite suite = accumulated_suite();
  for (const std::string& name : set_named("accumulated-encode").artifacts) {
    suite.artifacts.at(name).merges = {{'a', 'b'}};
  }
  const conform::Steps steps{.accumulated = 64, .oracle = [](const conform::suite::Vector& vector) {
                               return vector.expect;
                             }};
  CHECK_THROWS_WITH(
      conform::judge_program(
          suite, {.command = serve + " --reference", .only = "accumulated-encode"}, steps),
      Catch::Matchers::StartsWith("suite: accumulated-encode: checkpoints/"));
}

}  // namespace
}  // namespace bpetite::test
