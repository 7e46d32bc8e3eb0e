// Tests the fuzzer of the conformance kit, `bpetite conform fuzz`: its cases are valid, many are
// long, and a seed makes them again; only operations of levels that the program claims and the
// caller wants are tried; planted faults are found, described and made small, with the earlier
// cases that they need; and a correct program has no findings. Also tests findings as vectors,
// programs with a built-in vocabulary, programs without a loader, and programs that crash or do not
// start.
//
//   bpetite_conform_props "[planted]"      all ten planted faults, with a table (two minutes)
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "artifact/artifact.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/lint.hpp"
#include "conform/pipeline.hpp"
#include "conform/program/bundle.hpp"
#include "conform/search/fuzz_cases.hpp"
#include "conform/search/fuzz_report.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vector_rules.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "generate/vectors/kills.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::search::FuzzFinding;
using conform::search::FuzzReport;
using conform::suite::Vector;
using namespace std::chrono_literals;

conform::program::Hello able() {
  conform::program::Hello hello;
  hello.ops = {"load", "encode", "decode", "train", "save", "pretokenize"};
  hello.caps = {"pair-keyed", "same-bytes", "counts"};
  return hello;
}

std::string served(std::string_view mutant = "") {
  return std::string(BPETITE_PROGRAM) + " serve" +
         (mutant.empty() ? "" : " --mutant " + std::string(mutant));
}

// The program without a loader: a filter removes `load` from its hello.
std::string without_load(const std::string& command) {
  return "sh -c '" + command + R"( | sed -u "s/\"load\",//"')";
}

// The program with only `load` and `encode`: a filter puts these into its hello.
std::string only_encoding(const std::string& command) {
  return "sh -c '" + command + R"( | sed -u "s/\"ops\":\[[^]]*\]/\"ops\":[\"load\",\"encode\"]/"')";
}

// Uses a long time limit, because the test checks the findings of this number of cases.
FuzzReport fuzzed(const std::string& command, std::size_t cases, std::size_t findings = 1) {
  return conform::search::fuzz(suite(), {.command = command,
                                         .timeout = 10s,
                                         .time = 300s,
                                         .cases = cases,
                                         .findings = findings,
                                         .limits = {1500, 60s}});
}

TEST_CASE("fuzz: a seed gives the same cases, another seed others", "[fuzz]") {
  const auto cases_of = [](std::uint64_t seed) {
    conform::suite::Suite own = suite();
    conform::search::CaseMaker maker(own, able(), seed);
    std::string text;
    for (int i = 0; i < 200; ++i) {
      const Vector vector = maker.next();
      text += json::serialize({json::Array{{vector.input}, vector.artifact}}) + vector.op;
    }
    return text;
  };
  CHECK(cases_of(7) == cases_of(7));
  CHECK(cases_of(7) != cases_of(8));
}

TEST_CASE("fuzz: tables and texts are valid, patches apply, and most steps are met", "[fuzz]") {
  conform::search::Random random(3);
  const conform::search::TextMaker texts(suite());
  std::map<int, int> steps;
  std::size_t ill_formed = 0;
  for (std::size_t i = 0; i < scaled(1500); ++i) {
    const std::vector<Pair> merges = conform::search::random_merges(random, texts);
    const Table table = v1_table(merges);
    CHECK_FALSE(utf8::first_ill_formed(texts.text(random, &table)).has_value());
    CHECK_FALSE(utf8::first_ill_formed(texts.corpus(random)).has_value());
    ill_formed += utf8::first_ill_formed(texts.ill_formed(random)) ? 1U : 0U;
    const std::string file = artifact::serialize(table);
    const json::Object patch = conform::search::random_patch(random, file);
    const auto result = artifact::check(conform::suite::patched(file, patch));
    const auto* fault = std::get_if<artifact::Fault>(&result);
    ++steps[fault == nullptr ? 0 : fault->step];
  }
  CHECK(ill_formed >= scaled(1400));
  CHECK(steps[0] > 0);
  if (!few_cases()) CHECK(steps.size() >= 10);
}

TEST_CASE("fuzz: patches apply at the edges of a file too", "[fuzz]") {
  // The file is so short that random patches try every place.
  const std::string file =
      R"({"merges":[[1,2]],"vocab":{"0":[9,8]},"special_tokens":{},"schema_version":1,)"
      R"("mergeable_vocab_size":1,"pretokenizer_pattern":""})";
  conform::search::Random random(4);
  std::size_t before_all = 0;
  for (std::size_t i = 0; i < scaled(20000); ++i) {
    const std::string result =
        conform::suite::patched(file, conform::search::random_patch(random, file));
    before_all += result.ends_with(file) && result.size() > file.size() ? 1U : 0U;
  }
  CHECK(before_all > 0);
}

TEST_CASE("fuzz: a right program has no finding, and gets every operation", "[fuzz]") {
  const FuzzReport report = fuzzed(served(), scaled(700));
  for (const FuzzFinding& finding : report.findings) {
    UNSCOPED_INFO(conform::search::to_text(finding));
  }
  CHECK(report.findings.empty());
  CHECK(report.partial.empty());
  CHECK(report.cases == scaled(700));
  if (!few_cases()) {
    for (const char* op : {"pretokenize", "encode", "decode", "load", "train", "save"}) {
      CHECK(report.by_op.at(op) >= 40);
    }
  }
  CHECK(conform::search::summary(report).starts_with("no finding in "));
  CHECK(conform::search::vectors_of(report).empty());
}

TEST_CASE("fuzz: only operations of claimed and wanted levels are tried", "[fuzz]") {
  using conform::suite::Level;
  const auto tried = [](const conform::program::Hello& hello, const std::set<Level>& levels) {
    conform::suite::Suite own = suite();
    conform::search::CaseMaker maker(own, hello, 7, levels);
    std::set<std::string> ops;
    for (int i = 0; i < 200; ++i) {
      ops.insert(maker.next().op);
    }
    return ops;
  };
  conform::program::Hello codec = able();
  codec.levels = {"L0", "L1"};
  CHECK(tried(codec, {}) == std::set<std::string>{"pretokenize", "encode", "decode"});
  CHECK(tried(able(), {Level::L0}) == std::set<std::string>{"pretokenize"});
  CHECK(tried(able(), {Level::L2}) == std::set<std::string>{"load"});
  conform::program::Hello chunks = able();
  chunks.ops.erase("pretokenize");
  CHECK(tried(chunks, {Level::L0}) == std::set<std::string>{"encode"});
  codec.levels = {"L3"};
  CHECK(tried(codec, {Level::L0}) == std::set<std::string>{""});
}

TEST_CASE("fuzz: a program that only encodes gets no questions of other levels", "[fuzz]") {
  using conform::suite::Level;
  const auto texts_of = [](const conform::program::Hello& hello, const std::set<Level>& levels) {
    conform::suite::Suite own = suite();
    conform::search::CaseMaker maker(own, hello, 7, levels);
    std::vector<std::string> texts;
    for (int i = 0; i < 1500; ++i) {
      const Vector vector = maker.next();
      if (vector.op == "decode" || vector.op == "pretokenize") continue;
      const auto name = vector.op == "load" ? "probe" : "text";
      texts.push_back(conform::suite::bytes_of(vector.input, name).value_or(""));
    }
    return texts;
  };
  const auto asks_others = [](const std::string& text) {
    return utf8::first_ill_formed(text) || text.find("<|endoftext|>") != std::string::npos;
  };
  conform::program::Hello encoder;
  encoder.ops = {"load", "encode"};
  CHECK(std::ranges::none_of(texts_of(encoder, {}), asks_others));
  encoder.ops.insert("decode");
  CHECK(std::ranges::any_of(texts_of(encoder, {}), asks_others));
  CHECK(std::ranges::none_of(texts_of(encoder, {Level::L0}), asks_others));

  // These programs are wrong at L1 and right at L0.
  for (const std::string_view fault : {"special-not-extracted", "replace-invalid"}) {
    const FuzzReport right = fuzzed(only_encoding(served(fault)), 400);
    CHECK(right.by_op.at("encode") > 200);
    for (const FuzzFinding& finding : right.findings) {
      UNSCOPED_INFO(conform::search::to_text(finding));
    }
    CHECK(right.findings.empty());
  }
  // This program is wrong at L0.
  const FuzzReport wrong = fuzzed(only_encoding(served("no-lookahead")), 400);
  CHECK(wrong.findings.size() == 1);
}

TEST_CASE("FR-32g: fuzz: a case asks only what its program can do, at its level and clause",
          "[fuzz]") {
  static const std::map<std::string, std::string> places = {
      {"pretokenize", "L0 FR-4"}, {"encode", "L1 FR-16c"}, {"decode", "L1 FR-20"},
      {"load", "L2 FR-29"},       {"train", "L3 FR-10a"},  {"save", "L4 S15"}};
  for (const std::string lacks : {"", "counts", "pair-keyed", "same-bytes"}) {
    CAPTURE(lacks);
    conform::program::Hello hello = able();
    hello.caps.erase(lacks);
    conform::suite::Suite own = suite();
    const std::size_t before = own.artifacts.size();
    conform::search::CaseMaker maker(own, hello, 7);
    std::size_t counted = 0;
    std::size_t with_twins = 0;
    for (std::size_t i = 1; i <= 800; ++i) {
      const Vector vector = maker.next();
      const auto level = conform::suite::level_names.at(static_cast<std::size_t>(vector.level));
      const bool has_counts = json::find(vector.input, "counts") != nullptr;
      CHECK(vector.id == fmt::format("fuzz-{}", i));
      CHECK(fmt::format("{} {}", level, vector.clauses.at(0)) == places.at(vector.op));
      CHECK(vector.requires_caps == std::vector<std::string>(has_counts ? 1 : 0, "counts"));
      counted += has_counts ? 1U : 0U;
      const Table table =
          v1_table(conform::suite::merges_of(own, vector.artifact).value_or(std::vector<Pair>()));
      const std::set<std::string> distinct(table.tokens.begin(), table.tokens.end());
      with_twins += distinct.size() < table.tokens.size() ? 1U : 0U;
    }
    CHECK((counted > 0) == (lacks != "counts"));
    CHECK((with_twins > 0) == (lacks.empty() || lacks == "counts"));
    // Of the tables, those are kept that later cases may use.
    CHECK(own.artifacts.size() > before + 6);
    maker.forget();
    CHECK(own.artifacts.size() == before + 6);
  }
}

TEST_CASE("FR-32g S72b: fuzz: the loop ends at each limit, and a step knows how many are left",
          "[fuzz]") {
  using conform::search::FuzzOptions;
  using conform::search::FuzzStep;
  using Asked = std::vector<std::size_t>;
  const auto asked = [](const FuzzOptions& options, FuzzStep done) {
    Asked all;
    conform::search::fuzz_until(options, [&](std::size_t most) {
      all.push_back(most);
      return done;
    });
    return all;
  };
  CHECK(asked({.cases = 5}, {2, 0}) == Asked{5, 3, 1});
  CHECK(asked({.cases = 4}, {2, 0}) == Asked{4, 2});
  CHECK(asked({.cases = 3, .findings = 2}, {1, 1}) == Asked{3, 2, 1});
  CHECK(asked({.cases = 3, .findings = 2}, {1, 2}) == Asked{3});
  CHECK(asked({.cases = 3}, {1, 0, false}) == Asked{3});
  CHECK(asked({.time = 0ms}, {1, 0}).empty());
  int left = 2;
  const auto interrupted = [&left] { return left-- == 0; };
  CHECK(asked({.cases = 9, .interrupted = interrupted}, {1, 0}) == Asked{9, 8});
}

TEST_CASE("FR-32g: fuzz: a report has laws, causes and cases that come before, each case once",
          "[fuzz]") {
  Vector before = make_vector("x-before-1", conform::suite::Level::L3, "train",
                              R"({"corpus_hex":"61ff"})", R"({"result":"valid"})");
  before.requires_caps = {"counts"};
  before.comment = "made";
  const Vector last = make_vector("x", conform::suite::Level::L4, "save",
                                  R"({"train":{"corpus_hex":"c3a9"}})", "{}", "tiny");
  FuzzFinding leak;
  leak.id = "x";
  leak.op = "save";
  leak.status = conform::program::Status::state_leak;
  leak.steps = {before, last};
  leak.detail = std::string(401, 'd');
  leak.seen = 5;
  leak.number = 1234;
  leak.found_ms = 8910;
  FuzzFinding law;
  law.id = "fuzz-law-chunks";
  law.law = "chunks";
  law.what = "text";
  law.want = "1";
  FuzzReport report;
  report.builtin = "gpt2";
  report.cases = 4321;
  report.elapsed_ms = 65432;
  report.findings = {leak, law, leak};
  report.partial = "it ended";
  CHECK(conform::search::to_text(law) ==
        "FOUND fuzz-law-chunks  FAIL  case 0, 0.0 s\n  law     chunks\n  case    text\n"
        "  want    1\n");
  CHECK(conform::search::to_text(leak).starts_with("FOUND x  STATE_LEAK  case 1,234, 8.9 s\n"));
  CHECK(conform::search::summary(report) ==
        "3 findings in 4,321 cases, 65.4 s, seed 1\n  x  STATE_LEAK  seen in 5 cases\n"
        "  fuzz-law-chunks  FAIL  seen in 1 case\n  x  STATE_LEAK  seen in 5 cases\n"
        "PARTIAL: it ended\n");
  const std::string text = conform::search::to_json(report);
  for (const std::string_view part :
       {R"("builtin":"gpt2"},)", R"(,"partial":"it ended","findings":[{"id":"x",)",
        R"("law":"chunks",)", R"("vectors":["x-before-1","x"]},{"id":"fuzz-law-chunks")",
        R"("vectors":[]},{"id":"x",)"}) {
    CHECK_THAT(text, contains_text(std::string(part)));
  }
  CHECK_THAT(text, !contains_text(leak.detail));
  const auto group = [](std::string_view op, std::string_view level, std::string_view vector) {
    return fmt::format(R"({{"schema":1,"group":"fuzz-{0}","level":"{1}","op":"{0}",)"
                       R"("source":"bpetite conform fuzz","notes":{{}},"vectors":[)"
                       "\n{{\"id\":{2},\"kills\":[]}}\n]}}\n",
                       op, level, vector);
  };
  const std::string row = R"("rev":1,"tier":"required","fr":["FR-4"],"flags":[],)";
  CHECK(conform::search::vectors_of(report) ==
        conform::suite::Files{
            {"fuzz-save",
             group("save", "L4",
                   "\"x\"," + row +
                       R"("comment":"","input":{"train":{"corpus_hex":"c3a9","corpus":"\u00e9"}},)"
                       R"("artifact":"tiny","expect":{})")},
            {"fuzz-train", group("train", "L3",
                                 "\"x-before-1\"," + row +
                                     R"("requires":["counts"],"comment":"made","input":)"
                                     R"({"corpus_hex":"61ff"},"expect":{"result":"valid"})")}});
}

TEST_CASE("fuzz: long chunks are common, with wide scalars astride round numbers", "[fuzz]") {
  conform::suite::Suite own = suite();
  conform::search::CaseMaker maker(own, able(), 7);
  std::size_t texts = 0;
  std::size_t are_long = 0;
  std::map<std::size_t, std::size_t> astride;  // counts by the round number
  for (std::size_t i = 0; i < 2000; ++i) {
    const Vector vector = maker.next();
    const auto text = conform::suite::bytes_of(vector.input, "text");
    if (!text || vector.op == "decode") continue;
    ++texts;
    are_long += text->size() >= 250 && text->find(' ', 1) > 250 ? 1U : 0U;
    for (std::size_t bits = 8; bits <= 16; ++bits) {
      const std::size_t at = std::size_t{1} << bits;
      if (text->size() > at && utf8::is_continuation((*text)[at])) ++astride[at];
    }
  }
  CHECK(are_long * 15 >= texts);
  CHECK(astride.size() == 9);
}

TEST_CASE("fuzz: a fault in long chunks is found soon", "[fuzz]") {
  const FuzzReport report = fuzzed(served("chunk-limit-512"), 150);
  REQUIRE(report.findings.size() == 1);
  INFO(conform::search::to_text(report.findings[0]));
  CHECK(report.findings[0].op == "encode");
}

TEST_CASE("fuzz: a built-in vocabulary is loaded once a process", "[fuzz]") {
  const conform::program::Bundle desk;
  const std::string ranks = (desk.directory() / "bytes.tiktoken").string();
  const std::string log = (desk.directory() / "log").string();
  static constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string lines;
  for (unsigned byte = 0; byte < 256; ++byte) {
    lines += fmt::format("{}{}== {}\n", digits[byte >> 2U], digits[(byte & 3U) << 4U], byte);
  }
  file::save_atomically(ranks, lines, true);
  const std::string command = "sh -c 'tee " + log + " | " + std::string(BPETITE_PROGRAM) +
                              " serve --ranks r50k_base=" + ranks + "'";
  const FuzzReport report = conform::search::fuzz(
      suite(),
      {.command = command, .timeout = 10s, .time = 300s, .cases = 40, .builtin = "r50k_base"});
  INFO(report.partial);
  CHECK(report.by_op.at("law") == 40);
  CHECK(report.findings.empty());
  const std::string asked = file::read(log);
  std::size_t loads = 0;
  for (std::size_t at = 0; (at = asked.find(R"("op":"load")", at)) != std::string::npos; ++at) {
    ++loads;
  }
  CHECK(loads == 1);
  // Every seventh answer has another id in front. No other operation shows that.
  const std::string forgets =
      "sh -c '" + std::string(BPETITE_PROGRAM) + " serve --ranks r50k_base=" + ranks +
      R"( | sed -u "s/\"ops\":\[[^]]*\]/\"ops\":[\"load\",\"encode\"]/" | )"
      R"((n=0; while IFS= read -r line; do case $line in *\"ids\":\[[0-9]*) n=$((n+1)); )"
      R"([ $((n % 7)) = 0 ] && line=$(echo "$line" | sed "s/\"ids\":\[/&0,/");; esac; )"
      R"(echo "$line"; done)')";
  const FuzzReport forgetful = conform::search::fuzz(
      suite(),
      {.command = forgets, .timeout = 10s, .time = 300s, .cases = 40, .builtin = "r50k_base"});
  REQUIRE(forgetful.findings.size() == 1);
  INFO(conform::search::to_text(forgetful.findings[0]));
  CHECK(forgetful.findings[0].law == "determinism");
}

TEST_CASE("fuzz: findings are small, and the same for the same seed", "[fuzz]") {
  const FuzzReport one = fuzzed(served("fuzz-special-odd"), 4000);
  const FuzzReport two = fuzzed(served("fuzz-special-odd"), 4000);
  REQUIRE(one.findings.size() == 1);
  REQUIRE(two.findings.size() == 1);
  CHECK(one.findings[0].id == two.findings[0].id);
  CHECK(one.findings[0].number == two.findings[0].number);
  CHECK(one.findings[0].queries == two.findings[0].queries);
  CHECK(one.findings[0].what == "ids 97 97 97 97 97 256 with no merges");
}

TEST_CASE("fuzz: a fault in the chunks is found in pretokenize", "[fuzz]") {
  const FuzzReport report = fuzzed(served("no-lookahead"), 250, few_cases() ? 1 : 3);
  REQUIRE(!report.findings.empty());
  for (const FuzzFinding& finding : report.findings) {
    INFO(conform::search::to_text(finding));
    CHECK(finding.op == "pretokenize");
    CHECK(conform::suite::units_of(*conform::suite::bytes_of(finding.steps.back().input, "text"))
              .size() <= 4);
  }
}

TEST_CASE("fuzz: a failure that needs earlier cases is found with them, or joined into one",
          "[fuzz]") {
  if (few_cases()) return;  // seven seconds under sanitizers
  const FuzzReport memo = fuzzed(served("fuzz-decode-memo"), 4000);
  REQUIRE(memo.findings.size() == 1);
  INFO(conform::search::to_text(memo.findings[0]));
  std::size_t calls = 0;
  for (const auto& step : memo.findings[0].steps) {
    calls += conform::suite::decode_calls(step.input).size();
  }
  CHECK(calls == 2);
}

TEST_CASE("fuzz: every case keeps the rules of vectors", "[fuzz]") {
  conform::suite::Suite around = suite();
  conform::search::CaseMaker maker(around, able(), 5);
  for (std::size_t i = 0; i < scaled(4000); ++i) {
    const Vector vector = maker.next();
    json::Object question{{"input", {vector.input}}};
    if (!std::holds_alternative<std::nullptr_t>(vector.artifact.data)) {
      question.push_back({"artifact", vector.artifact});
    }
    const json::Value value{std::move(question)};
    INFO(vector.op << " " << json::serialize(value));
    CHECK_NOTHROW(conform::suite::check_question(around, vector.op, {"case", "", value}));
  }
}

TEST_CASE("fuzz: earlier cases of a finding are vectors of their own operations", "[fuzz]") {
  FuzzFinding finding;
  finding.id = "fuzz-1";
  finding.op = "encode";
  for (const std::string op : {"decode", "encode"}) {
    Vector step = make_vector("fuzz-" + op, conform::suite::Level::L1, op,
                              op == "decode" ? R"({"ids":[97]})" : R"({"text_hex":"61"})",
                              op == "decode" ? R"({"result":"valid","text_hex":"61"})"
                                             : R"({"result":"valid","ids":[97]})");
    step.artifact = {json::Object{{"merges", {json::Array{}}}}};
    step.comment = "made";
    finding.steps.push_back(step);
  }
  FuzzReport report;
  report.findings = {finding};
  const conform::suite::Suite found =
      conform::suite::suite_with(conform::search::vectors_of(report));
  REQUIRE(found.vectors.size() == 2);
  for (const Vector& vector : found.vectors) {
    CHECK(vector.id == "fuzz-" + vector.op);
  }
}

TEST_CASE("fuzz: findings are vectors that lint and run accept", "[fuzz]") {
  const FuzzReport report = fuzzed(served("fuzz-chunk-number"), 4000);
  REQUIRE(report.findings.size() == 1);
  const conform::suite::Suite found =
      conform::suite::suite_with(conform::search::vectors_of(report));
  CHECK(conform::judge::lint(found).empty());
  REQUIRE(found.vectors.size() == 1);
  CHECK(found.vectors[0].id == report.findings[0].id);
  const conform::judge::RunOptions wrong{.command = served("fuzz-chunk-number"), .timeout = 10s};
  CHECK(name(conform::judge_program(found, wrong).results.at(0).status) == "FAIL");
  const conform::judge::RunOptions right{.command = served(), .timeout = 10s};
  CHECK(name(conform::judge_program(found, right).results.at(0).status) == "PASS");
  CHECK(conform::search::to_json(report).find(report.findings[0].id) != std::string::npos);
}

TEST_CASE("fuzz: a program without a loader is tested by laws", "[fuzz]") {
  const FuzzReport right = fuzzed(without_load(served()), scaled(150));
  CHECK(right.findings.empty());
  CHECK(right.by_op.at("law") >= scaled(150) / 2);
  for (const auto& [mutant, law] : std::vector<std::pair<std::string, std::string>>{
           {"decode-nul-terminated", "round-trip"}, {"merge-across-chunks", "chunks"}}) {
    if (few_cases() && law == "chunks") continue;
    const FuzzReport wrong = fuzzed(without_load(served(mutant)), 4000);
    REQUIRE(wrong.findings.size() == 1);
    INFO(conform::search::to_text(wrong.findings[0]));
    CHECK(wrong.findings[0].law == law);
    CHECK(wrong.findings[0].queries > 0);
    CHECK(conform::search::vectors_of(wrong).empty());
  }
}

// The program drops a final line feed, from the ids and from the chunks. So its ids are those of
// its chunks, and without decoding only the text itself shows the fault.
TEST_CASE("S4a: fuzz: the chunks of a text, joined, are the text", "[fuzz]") {
  const auto answering = [](const std::string& text) {
    return R"(sh -c 'sed -u -E "s/(text_hex\":\"([0-9a-f]{2})*))" + text + R"(\"/\1\"/" | )" +
           served() + R"( | sed -u "s/\"load\",//; s/\"decode\",//"')";
  };
  const FuzzReport right = fuzzed(answering("none"), scaled(150));
  CHECK(right.findings.empty());
  CHECK(right.by_op.at("law") > 0);
  const FuzzReport wrong = fuzzed(answering("0a"), 4000);
  REQUIRE(wrong.findings.size() == 1);
  INFO(conform::search::to_text(wrong.findings[0]));
  CHECK(wrong.findings[0].law == "chunks");
  CHECK(wrong.findings[0].what == "text \"\\n\"");
}

TEST_CASE("fuzz: crashes are found and made small, and a program that does not start is reported",
          "[fuzz]") {
  const std::string filter = R"(sh -c 'sed -u -E "/text_hex\":\"(..)*21/Q" | )" + served() + "'";
  const FuzzReport report = fuzzed(filter, 4000);
  REQUIRE(report.findings.size() == 1);
  INFO(conform::search::to_text(report.findings[0]));
  CHECK(name(report.findings[0].status) == "CRASH");
  CHECK(report.findings[0].what.starts_with("text \"!\""));

  const FuzzReport none = fuzzed("exec /nonexistent/harness", 10);
  CHECK(none.partial.find("failed starts") != std::string::npos);
  CHECK(none.cases == 0);
}

TEST_CASE("fuzz: each planted fault is described, and no mutant of the registry", "[fuzz]") {
  std::set<std::string> names;
  const auto& mutants = conform::faults::mutants();
  for (const conform::faults::Fault& fault : conform::faults::planted_faults()) {
    CHECK(names.insert(fault.name).second);
    CHECK(fault.name.starts_with("fuzz-"));
    CHECK(fault.says.ends_with('.'));
    CHECK(conform::faults::find_fault(fault.name).has_value());
    CHECK(std::ranges::count(mutants, fault.name, &conform::faults::Fault::name) == 0);
  }
  CHECK(names.size() == 10);
}

// Takes two minutes, so it runs only by name.
TEST_CASE("fuzz: each of ten planted faults is found within a minute, and made small",
          "[.][planted]") {
  const std::vector<conform::faults::Fault> faults = conform::faults::planted_faults();
  const std::set<std::string> unseen = {"fuzz-chunk-number", "fuzz-long-token"};  // by vectors
  const auto fates = conform::faults::fates(suite(), faults);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const FuzzReport report = conform::search::fuzz(
        suite(), {.command = served(faults[i].name), .time = 60s, .findings = 1});
    INFO(faults[i].name);
    REQUIRE(report.findings.size() == 1);
    const FuzzFinding& finding = report.findings[0];
    fmt::print(
        "{:20} found {:5.1f} s, small {:5.1f} s, {:5} cases, {:5} queries, {} of vectors: "
        "{}\n{:20} {}\n",
        faults[i].name, static_cast<double>(finding.found_ms) / 1000,
        static_cast<double>(finding.shrunk_ms) / 1000, finding.number, finding.queries,
        fates[i].killed_by.size(), finding.course, "", finding.what);
    CHECK(finding.found_ms < 60000);
    CHECK(fates[i].killed_by.empty() == unseen.contains(faults[i].name));
  }
}

}  // namespace
}  // namespace bpetite::test
