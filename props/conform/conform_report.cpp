// Tests the forms of a report (JSON, text, HTML, Markdown, JUnit, badge, matrix), made from one run
// with many kinds of failures: what each shows, that texts of a program break none of them, and the
// comparison of two reports, and a seed of 0. Also tests the differences that a program states in
// its documentation, the class of tokenizers in a verdict, the four parts in which level L1 is
// counted, what is sent for each operation and what is observed in its answer, answers from a file,
// faulty requests to the server, the smoke test, limits beyond 64 bits and digits of hex in
// requests and answers, plain tables of vectors, and vectors for the vocabulary of a program.
#include <algorithm>
#include <array>
#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bpetite/errors.hpp>

#include "conform/judge/expected.hpp"
#include "conform/judge/ranks.hpp"
#include "conform/pipeline.hpp"
#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "conform/program/smoke.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/suite/plain_data.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/programs/process.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::program::Status;
using conform::report::Report;
using conform::suite::Level;

// A report in which the two triggers fail. Made once.
const Report& wrong_report() {
  static const Report report =
      conform::judge_program(small_suite(), {.command = misbehaving("wrong-result")});
  return report;
}

// The same report with special characters in all its texts.
Report strange_report() {
  Report report = wrong_report();
  report.name = "<b>&\"'|`#\n\x01\xff ]]> -- {0}";
  report.results[1].got = "<script>alert(1)</script> \x1b[31m | ` # \n";
  return report;
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST_CASE("report: report.json is parsed as it was written") {
  const Report report = strange_report();
  Report plain = report;
  plain.name = "plain";
  plain.results[1].got = "34";
  const std::string text = conform::report::to_json(plain);
  CHECK(conform::report::to_json(conform::report::parse_report(text)) == text);
  CHECK_THROWS_AS(conform::report::parse_report("{}"), ValueError);
  CHECK_THROWS_AS(conform::report::parse_report("[1"), ValueError);
}

TEST_CASE("report: report.json has the members that users depend on") {
  const auto object = object_of(conform::report::to_json(wrong_report()));
  for (const char* name :
       {"implementation", "suite", "class", "verdict", "levels", "parts", "failures"}) {
    CHECK(json::find(object, name) != nullptr);
  }
  const auto& failures = std::get<json::Array>(json::find(object, "failures")->data);
  REQUIRE(failures.size() == 2);
  for (const char* name : {"id", "level", "status", "requirements", "flags", "want", "got",
                           "shrunk", "repro", "causes", "harm", "tests"}) {
    CHECK(json::find(std::get<json::Object>(failures[0].data), name) != nullptr);
  }
}

TEST_CASE("report: the page counts the findings that it does not show") {
  Report report = wrong_report();
  const auto failed =
      std::ranges::find(report.results, Status::fail, &conform::explain::Result::status);
  REQUIRE(failed != report.results.end());
  const conform::explain::Result one = *failed;
  report.results.clear();
  std::vector<bool> says_more;
  for (int i = 0; i < 14; ++i) {
    report.results.push_back(one);
    report.results.back().causes = {fmt::format("cause-{}", i)};
    const std::string html = conform::report::to_html({&report, 1});
    says_more.push_back(contains(html, " more groups, by level below."));
    if (i == 13) CHECK(contains(html, "<p>And 2 more groups, by level below.</p>"));
  }
  CHECK(std::ranges::find(says_more, true) - says_more.begin() == 12);
}

TEST_CASE("report: texts of a program cannot break any form") {
  const Report report = strange_report();
  const std::string html = conform::report::to_html({&report, 1});
  CHECK_FALSE(contains(html, "<script>"));
  CHECK_FALSE(contains(html, "<b>"));
  CHECK(contains(html, "&lt;script&gt;"));
  CHECK(contains(conform::report::to_markdown(report),
                 "| `<script>alert(1)</script> \\x1b[31m \\x7c \\x60 # \\n` |"));
  const std::string junit = conform::report::to_junit(report);
  CHECK(contains(junit, "&lt;script&gt;"));
  CHECK_FALSE(contains(junit, "\x01"));
  CHECK_FALSE(contains(conform::report::to_text(report), "\x1b"));
}

TEST_CASE("report: bytes of a program that are not UTF-8 are text in every form") {
  std::vector<std::string> commands = {"printf 'no \\377\\300\\n' >&2; exit 9", "exit 9 # \xff"};
  // The kept end of what these write to stderr begins at each byte of a character.
  for (const std::string_view character : {"\u00e9", "\u20ac", "\U0001f600"}) {
    for (std::size_t at = 0; at < character.size(); ++at) {
      commands.push_back(
          fmt::format("{{ printf '{}'; yes '{}' | tr -d '\\n' | head -c 12000; }} >&2; exit 9",
                      std::string(at, 'x'), character));
    }
  }
  for (const std::string& command : commands) {
    INFO(command);
    const Report report = conform::judge_program(small_suite(), {.command = command});
    CHECK(report.exit_code == 3);
    CHECK(report.errors.find('\\') == (command.starts_with("printf") ? 3 : std::string::npos));
    const std::string text = conform::report::to_json(report);
    CHECK(conform::report::to_json(conform::report::parse_report(text)) == text);
    for (const std::string& form :
         {text, conform::report::to_text(report), conform::report::to_junit(report),
          conform::report::to_markdown(report), conform::report::to_html({&report, 1}),
          conform::report::to_badge(report)}) {
      CHECK_FALSE(utf8::first_ill_formed(form));
    }
  }
  const Report report = conform::judge_program(
      small_suite(), {.command = "printf 'no \\377\\300 \u00e9\\n' >&2; exit 9"});
  CHECK(report.errors == "no \\xff\\xc0 \u00e9\n");
}

TEST_CASE("report: stated differences are marked, and change no verdict") {
  const Report report = strange_report();
  const std::string table = R"({"NAME":[{"ids":["trigger-*"],"says":"it does <b>",)"
                            R"("quote":"x < y","link":"https://example.org/"}]})";
  std::string named = table;
  named.replace(named.find("NAME"), 4, "other");
  CHECK_FALSE(conform::report::fails_as_stated(conform::report::parse_stated_differences(named),
                                               report, Level::L0));

  Report plain = report;
  plain.name = "plain";
  named = table;
  named.replace(named.find("NAME"), 4, "plain");
  const auto stated = conform::report::parse_stated_differences(named);
  REQUIRE(conform::report::required_failures(plain, Level::L0) == 1);
  CHECK(conform::report::fails_as_stated(stated, plain, Level::L0));
  CHECK_FALSE(conform::report::fails_as_stated(stated, plain, Level::L3));
  CHECK(plain.levels[0].verdict == conform::report::Verdict::fails);
  CHECK(contains(conform::report::to_matrix({&plain, 1}, stated), "| as stated (1) |"));
  CHECK(contains(conform::report::to_matrix({&plain, 1}), "| **fails** (1) |"));
  const std::string html = conform::report::to_html({&plain, 1}, stated);
  CHECK(contains(html, "as stated (1)"));
  CHECK(contains(html, "it does &lt;b&gt;"));
  CHECK_FALSE(contains(conform::report::to_html({&plain, 1}), "as stated (1)"));
  CHECK_THROWS_AS(conform::report::parse_stated_differences("[]"), ValueError);
  CHECK_THROWS_AS(conform::report::parse_stated_differences("{"), ValueError);
}

TEST_CASE("report: the text names requirement, place, want, got and a way to see it again") {
  const std::string text = conform::report::to_text(wrong_report());
  for (const char* part : {"FAIL trigger-chunks  FR-4  chunk 1 of 1, bytes 0..1", "want    [21]",
                           "got     [22]", "repro   printf", "L0  fails", "L3  conforms"}) {
    INFO(part << " in\n" << text);
    CHECK(contains(text, part));
  }
}

TEST_CASE("report: the badge shows only levels that were judged") {
  Report report = conform::judge_program(small_suite(), {.command = misbehaving("")});
  CHECK(contains(conform::report::to_badge(report), "Full, suite 1.0.0"));
  report.selection = "--level L0";
  CHECK(contains(conform::report::to_badge(report), "not judged"));
  CHECK(contains(conform::report::to_badge(strange_report()), "3 of 5 levels"));
}

TEST_CASE("report: a verdict names its class, and the pinned one needs no words") {
  Report report = conform::judge_program(small_suite(), {.command = misbehaving("")});
  const auto line = [&](std::string_view begin) {
    const std::string text = conform::report::to_text(report);
    const auto at = text.find("\n" + std::string(begin)) + 1;
    return text.substr(at, text.find("\n", at) - at);
  };
  report.caps = {"pair-keyed"};
  report.unicode = "16.0.0";
  CHECK(line("L0") == "L0  conforms      PASS 3");
  CHECK(line("ids") == "ids exact: gpt2, pairs, Unicode 16.0");
  CHECK(contains(conform::report::to_matrix({&report, 1}), "| conforms |"));
  report.unicode = "15.1.0";
  CHECK(line("L0") == "L0  conforms to gpt2, pairs, Unicode 15.1  PASS 3");
  CHECK(line("ids") == "ids exact: gpt2, pairs, Unicode 15.1");
  report.caps = {};
  report.unicode = "16.0.0";
  const std::string words = "gpt2, bytes, Unicode 16.0";
  CHECK(line("ids") == "ids exact: " + words);
  CHECK(contains(conform::report::to_badge(report), "ids exact: " + words));
  CHECK(contains(conform::report::to_html({&report, 1}), "ids exact: " + words));
  CHECK(contains(conform::report::to_json(report), R"("verdict":"conforms-to-class")"));
  CHECK_FALSE(contains(conform::report::to_json(report), R"("verdict":"conforms",)"));
  const std::string table = conform::report::to_matrix({&report, 1});
  CHECK(contains(table, "| ids exact: " + words + " | in its class |"));
  CHECK_FALSE(contains(table, "| conforms |"));
}

TEST_CASE("report: L1 is counted in four parts") {
  using conform::explain::Part;
  const Report report =
      conform::judge_program(small_suite(), {.command = misbehaving("wrong-result")});
  const auto part = [&](Part which) { return report.parts[static_cast<std::size_t>(which)]; };
  CHECK(part(Part::ids).passed == 1);
  CHECK(part(Part::ids).failed == 1);
  CHECK(part(Part::decoding).passed == 1);
  CHECK(part(Part::decoding).verdict == conform::report::Verdict::conforms);
  CHECK(part(Part::errors).passed == 1);
  CHECK(part(Part::special).verdict == conform::report::Verdict::not_claimed);
  CHECK(contains(conform::report::to_text(report), "    ids             1 of 2 fail\n"));
  CHECK(contains(conform::report::to_matrix({&report, 1}),
                 "| **fails** (1) | not claimed | conforms | conforms |"));
}

TEST_CASE("report: two runs are compared vector by vector") {
  const Report good = conform::judge_program(small_suite(), {.command = misbehaving("")});
  const Report bad = strange_report();
  const auto worse = conform::report::compare_reports(good, bad);
  CHECK(worse.worse);
  CHECK(contains(worse.text, "worse    trigger-chunks  PASS -> FAIL\n"));
  CHECK(contains(worse.text, "L0 conforms -> fails\n"));
  const auto better = conform::report::compare_reports(bad, good);
  CHECK_FALSE(better.worse);
  CHECK(contains(better.text, "better   trigger-chunks  FAIL -> PASS\n"));
  CHECK(conform::report::compare_reports(good, good).text.empty());
  // A level that conformed and is not claimed any more.
  Report unclaimed = good;
  const auto level = std::ranges::find(good.levels, conform::report::Verdict::conforms,
                                       &conform::report::LevelReport::verdict);
  REQUIRE(level != good.levels.end());
  const auto place = static_cast<std::size_t>(level - good.levels.begin());
  unclaimed.levels[place].verdict = conform::report::Verdict::not_claimed;
  CHECK(conform::report::compare_reports(good, unclaimed).worse);
  CHECK_FALSE(conform::report::compare_reports(unclaimed, good).worse);
}

// --- Reports that are made by hand. ---

using conform::explain::Part;
using conform::explain::Result;

Result resulting(std::string id, Status status, Level level = Level::L0) {
  Result result;
  result.id = std::move(id);
  result.level = level;
  result.status = status;
  return result;
}

Report made_of(std::vector<Result> results) {
  Report report;
  report.claims = {Level::L0, Level::L1};
  report.results = std::move(results);
  conclude(report);
  return report;
}

// The parts of a run: 0 is L0, and of L1 `i` ids, `s` special tokens, `d` decoding, `e` errors. An
// exclamation mark follows each part that fails.
TEST_CASE("FR-32i: report: the verdict on ids is that of L0, of the ids and of special tokens") {
  for (const auto& [parts, text] :
       std::vector<std::array<std::string, 2>>{{"0", "chunks exact: gpt2, Unicode 16.0"},
                                               {"0!", "chunks differ: gpt2, Unicode 16.0"},
                                               {"0ide!", "ids exact: gpt2, Unicode 16.0"},
                                               {"0id!", "ids exact: gpt2, Unicode 16.0"},
                                               {"0i!", "ids differ: gpt2, Unicode 16.0"},
                                               {"0!i", "ids differ: gpt2, Unicode 16.0"},
                                               {"0is!", "ids differ: gpt2, Unicode 16.0"},
                                               {"0s", "ids not judged"},
                                               {"i", "ids not judged"}}) {
    Report report;
    report.unicode = "12.1.0";     // the kit does not have this version
    report.caps = {"pair-keyed"};  // without `encode` nothing is looked up
    for (const char part : parts) {
      if (part == '!') {
        report.results.back().status = Status::fail;
      } else {
        report.results.push_back(resulting("a", Status::pass, part == '0' ? Level::L0 : Level::L1));
        report.claims.insert(report.results.back().level);
        const std::size_t place = std::string("isde").find(part);
        if (part != '0') report.results.back().part = static_cast<Part>(place);
      }
    }
    conclude(report);
    CHECK(conform::report::headline_of(report).text == text);
    CHECK(conform::report::class_of(report).is_pinned());
    report.partial = "interrupted";
    conclude(report);
    CHECK(conform::report::headline_of(report).text == "ids not judged");
    for (const auto& part : report.parts) {
      CHECK(part.verdict != conform::report::Verdict::conforms);
    }
  }
}

TEST_CASE("FR-32i: report: the badge has the role, or the number of levels that conform") {
  for (const auto& [levels, words] :
       std::vector<std::array<std::string, 2>>{{"", "not judged"},
                                               {"0", "chunks exact: gpt2, Unicode 16.0; 1 levels"},
                                               {"02", "chunks exact: gpt2, Unicode 16.0; 2 levels"},
                                               {"01", "Encoder"},
                                               {"013", "Encoder"},
                                               {"012", "Reader"},
                                               {"0123", "Trainer"},
                                               {"012345", "Full"},
                                               {"01234!", "4 of 5 levels"}}) {
    Report report;
    for (const char level : levels) {
      const bool fails = level == '!';  // the level L4, which was there
      const std::size_t place = fails ? 4 : static_cast<std::size_t>(level - '0');
      report.claims.insert(static_cast<Level>(place));
      report.levels.at(place).verdict =
          fails ? conform::report::Verdict::fails : conform::report::Verdict::conforms;
    }
    const std::string svg = conform::report::to_badge(report);
    CHECK(contains(svg, "<title>bpetite: " + words + ", suite </title>"));
    CHECK(contains(svg, levels.empty() ? "#777" : levels.back() == '!' ? "#b33" : "#282"));
  }
}

TEST_CASE("FR-32g: report: a run that judged nothing, or ended early, has the exit code 3") {
  CHECK(made_of({resulting("a", Status::not_claimed)}).exit_code == 3);
  Report report = made_of({resulting("a", Status::pass)});
  CHECK(report.exit_code == 0);
  report.partial = "interrupted";
  report.errors = std::string(700, 'x') + "the end";
  conclude(report);
  CHECK(report.exit_code == 3);
  CHECK(conform::report::to_text(report).starts_with(
      "PARTIAL: interrupted\n  stderr: " + std::string(593, 'x') + "the end\nno answer"));
}

TEST_CASE("FR-32g: report: seven failures of one cause, in the text and on the page") {
  std::vector<Result> results;
  for (int i = 0; i < 8; ++i) results.push_back(resulting(fmt::format("f{}", i), Status::fail));
  for (Result& result : results) result.tier = conform::suite::Tier::stress;
  results[7] = resulting("crash", Status::crash);
  results[7].harm = conform::explain::Harm::no_result;
  const Report report = made_of(results);
  CHECK(contains(conform::report::to_text(report),
                 "  more    6 like it, none of them required (not explained; tests ): f1 f2 f3 f4 "
                 "f5 ...\n\n"));
  const std::string html = conform::report::to_html({&report, 1});
  CHECK(contains(html, "</dl>\n<p>And <code>f6</code></p>\n</details>\n"));
  CHECK(contains(html,
                 "<h3 id=\"r0-L0\">L0 chunks</h3>\n<details><summary><span class=\"v "
                 "fails\">1</span> <strong>not explained</strong>, in vectors that test crash "
                 "<small>refuses, dies or hangs</small>"));  // required ones first
  CHECK(contains(html, ">7 vectors</a>, other ids, text or file: "));
  CHECK(contains(html, ">1 vector</a>, refuses, dies or hangs: "));
}

TEST_CASE("FR-32g: report: a comparison has what is new, gone and changed, and the suites") {
  Report older = made_of({resulting("a", Status::pass), resulting("b", Status::fail),
                          resulting("c", Status::fail), resulting("d", Status::pass, Level::L1)});
  older.suite_version = "1.0.0";
  older.suite_digest = "0123456789abcdef";
  Report newer = made_of({resulting("b", Status::wrong_error), resulting("c", Status::fail),
                          resulting("d", Status::pass, Level::L1), resulting("e", Status::fail)});
  newer.suite_version = "1.1.0";
  newer.suite_digest = "fedcba9876543210";
  CHECK(conform::report::compare_reports(older, newer).text ==
        "changed  b  FAIL -> WRONG_ERROR\nnew      e  FAIL\ngone     a  PASS\n"
        "the suites differ: 1.0.0 0123456789ab and 1.1.0 fedcba987654\n");
  CHECK_FALSE(conform::report::compare_reports(older, newer).worse);
  newer = older;
  newer.partial = "interrupted";
  conclude(newer);
  CHECK(conform::report::compare_reports(older, newer).text == "L1 conforms -> fails\n");
  CHECK(conform::report::compare_reports(older, newer).worse);
}

// L1 comes after L0, so what is said of it comes last.
TEST_CASE("FR-32g: report: what became worse stays worse, whatever else changed") {
  using conform::report::Verdict;
  struct Side {
    Status a;
    Status b;
    Verdict l1;
  };
  const auto report = [](const Side& side) {
    Report made = made_of({resulting("a", side.a), resulting("b", side.b)});
    made.levels[1].verdict = side.l1;
    return made;
  };
  struct Row {
    Side older;
    Side newer;
    std::string text;
    bool is_worse;
  };
  const auto pass = Status::pass;
  const auto fail = Status::fail;
  const std::vector<Row> rows = {
      {{pass, fail, Verdict::not_claimed},
       {fail, fail, Verdict::conforms},
       "worse    a  PASS -> FAIL\nL1 not-claimed -> conforms\n",
       true},
      {{pass, fail, Verdict::not_claimed},
       {fail, pass, Verdict::conforms},
       "worse    a  PASS -> FAIL\nbetter   b  FAIL -> PASS\nL1 not-claimed -> conforms\n",
       true},
      {{pass, pass, Verdict::fails},
       {fail, pass, Verdict::conforms},
       "worse    a  PASS -> FAIL\nL0 conforms -> fails\nL1 fails -> conforms\n",
       true},
      {{fail, fail, Verdict::conforms},
       {pass, pass, Verdict::fails},
       "better   a  FAIL -> PASS\nbetter   b  FAIL -> PASS\nL0 fails -> conforms\n"
       "L1 conforms -> fails\n",
       true},
      {{fail, fail, Verdict::fails},
       {pass, pass, Verdict::conforms},
       "better   a  FAIL -> PASS\nbetter   b  FAIL -> PASS\nL0 fails -> conforms\n"
       "L1 fails -> conforms\n",
       false}};
  for (const Row& row : rows) {
    const auto found = conform::report::compare_reports(report(row.older), report(row.newer));
    CHECK(found.text == row.text);
    CHECK(found.worse == row.is_worse);
  }
}

TEST_CASE("FR-32g: report: a statement covers the first flag or the id, and a level needs all") {
  Report report = made_of({resulting("x-1", Status::fail), resulting("x-2", Status::fail)});
  report.results[0].flags = {"First", "Second"};
  const auto covered = [&](const std::string& statement) {
    return conform::report::fails_as_stated(
        conform::report::parse_stated_differences("{\"\":[" + statement + "]}"), report, Level::L0);
  };
  CHECK_FALSE(covered(R"({"flags":["First"]})"));
  CHECK(covered(R"({"ids":["x-1"]},{"ids":["x-2"]})"));
  CHECK(covered(R"({"ids":["y*","x-*"]})"));
  report.results[1].tier = conform::suite::Tier::recommended;
  CHECK(covered(R"({"flags":["First"]})"));
  CHECK_FALSE(covered(R"({"flags":["Second"],"ids":["x"]})"));
}

// A report in which every member has a value of its own.
Report full_report() {
  Report report = made_of({resulting("a", Status::fail), resulting("b", Status::unicode_delta),
                           resulting("c", Status::xfail, Level::L1)});
  int number = 0;
  const auto set = [&](std::initializer_list<std::string*> texts) {
    for (std::string* text : texts) *text = fmt::format("text {}", ++number);
  };
  set({&report.vocabulary, &report.suite_version, &report.suite_digest, &report.command,
       &report.name, &report.version, &report.language, &report.unicode, &report.selection,
       &report.partial, &report.errors});
  report.ops = {"encode"};
  report.caps = {"counts"};
  report.seed = 7;
  report.timeout_ms = 8;
  report.elapsed_ms = 9;
  report.date = "2026-11-25";
  report.passes = 3;
  report.starts = 4;
  report.remarks = {"remark"};
  report.code_points = {"U+0041"};
  report.diagnoses = {{"about", "says", {"rule"}, {"op"}, {"a"}, 5}};
  report.results[1].unicode = "17.0.0";
  Result& full = report.results[2];
  full.known = Status::wrong_error;
  full.part = Part::errors;
  full.tier = conform::suite::Tier::recommended;
  full.harm = conform::explain::Harm::wrong_error;
  full.causes = {"cause"};
  full.requirements = {"FR-4"};
  full.flags = {"Flag"};
  set({&full.where, &full.want, &full.got, &full.detail, &full.tests, &full.unicode,
       &full.candidates, &full.rule, &full.shrunk, &full.repro});
  conclude(report);
  report.exit_code = 2;
  return report;
}

TEST_CASE("FR-32g: report: report.json keeps every member, and older forms are read") {
  const std::string text = conform::report::to_json(full_report());
  CHECK(conform::report::to_json(conform::report::parse_report(text)) == text);
  const auto edited = [&](std::string_view from, std::string_view to) {
    REQUIRE(contains(text, from));
    return conform::suite::replaced_all(text, from, to);
  };
  CHECK(conform::report::parse_report(edited(R"("date":"2026-11-25",)", "")).date.empty());
  CHECK(conform::report::parse_report(edited(R"("ops":["op"],)", "")).diagnoses.empty());
  const Report older =
      conform::report::parse_report(edited(R"("harm":"wrong-error","causes":["cause"],)", ""));
  CHECK(older.results[2].causes.empty());
  CHECK(older.results[2].flags == std::vector<std::string>{"Flag"});
  for (const auto& [from, to, message] : std::vector<std::array<std::string_view, 3>>{
           {R"("passes":3)", R"("passes":true)", R"(report: "passes" is of another type)"},
           {R"("language":)", R"("l":)", R"(report: no "language")"},
           {R"(["counts"])", "[1]", R"(report: "caps" holds something that is not a string)"},
           {R"("known":"WRONG_ERROR")", R"("known":"SAD")", R"(report: "SAD" names nothing)"},
           {R"({"id":"a","level":"L0","tier":"required","status":"FAIL","harm")",
            R"({"id":"z","harm")", "report: a failure of no vector"}}) {
    CHECK_THROWS_WITH(conform::report::parse_report(edited(from, to)), std::string(message));
  }
}

TEST_CASE("FR-32g: report: a seed of 0 is a seed, and a run without one has none") {
  Report report = full_report();
  const std::string other = conform::report::to_json(report);
  const auto in_both = [&] {
    const std::string json = conform::report::to_json(report);
    CHECK(conform::report::parse_report(json).seed == report.seed);
    return std::pair(json, conform::report::to_markdown(report));
  };
  report.seed = 0;
  const auto [json, markdown] = in_both();
  CHECK(json == conform::suite::replaced_all(other, R"("seed":7)", R"("seed":0)"));
  CHECK(contains(markdown, ", seed 0.\n"));
  report.seed.reset();
  const auto [without_json, without_markdown] = in_both();
  CHECK(without_json == conform::suite::replaced_all(other, R"("seed":7,)", ""));
  CHECK_FALSE(contains(without_markdown, "seed"));
}

// --- Without pipes. ---

std::string answers_to(const std::vector<std::string>& requests) {
  conform::program::Server server(conform::program::reference_implementation());
  std::string answers;
  for (const std::string& request : requests) {
    answers.insert(0, server.answer(request) + "\n");  // in reverse order, on purpose
  }
  return answers;
}

TEST_CASE("requests: answers out of a file are judged as those of a process are") {
  const conform::suite::Suite suite = small_suite();
  std::vector<const conform::suite::Vector*> vectors;
  for (const conform::suite::Vector& vector : suite.vectors) {
    vectors.push_back(&vector);
  }
  const conform::program::Bundle bundle;
  const auto requests = conform::program::request_lines(suite, vectors, bundle);
  std::string answers = answers_to(requests);
  const Report report = conform::judge_recorded(suite, {}, answers, bundle);
  for (const auto& result : report.results) {
    INFO(result.id << " " << result.detail << " got " << result.got);
    CHECK(name(result.status) == "PASS");
  }
  CHECK(report.exit_code == 0);

  // One answer is wrong, and one is missing.
  const auto at = answers.find("{\"chunks_hex\":[\"21\"]}");
  REQUIRE(at != std::string::npos);
  answers.replace(at + 16, 2, "22");
  const auto decode = answers.find("{\"text_hex\":\"616161\"}");
  REQUIRE(decode != std::string::npos);
  answers.replace(decode, 3, "???");
  const Report other = conform::judge_recorded(suite, {}, answers, bundle);
  CHECK(name(result_of(other, "trigger-chunks").status) == "FAIL");
  CHECK(name(result_of(other, "decode").status) == "PROTOCOL");
  CHECK(other.exit_code == 1);
  CHECK(conform::judge_recorded(suite, {}, "", bundle).exit_code == 3);
}

TEST_CASE("requests: a limit of tokens beyond 64 bits limits nothing") {
  const conform::suite::Suite suite = conform::suite::embedded_suite();
  const auto vector =
      std::ranges::find(suite.vectors, "render-completion-one", &conform::suite::Vector::id);
  REQUIRE(vector != suite.vectors.end());
  const conform::program::Bundle bundle;
  auto requests = conform::program::request_lines(suite, {{&*vector}}, bundle);
  const std::string answers = answers_to(requests);
  int changed = 0;
  for (std::string& request : requests) {
    const std::string_view limit = "\"max_tokens\":2048";
    const auto at = request.find(limit);
    if (at == std::string::npos) continue;
    request.replace(at, limit.size(), "\"max_tokens\":18446744073709551616");
    ++changed;
  }
  CHECK(changed == 1);
  CHECK(answers_to(requests) == answers);
  CHECK(contains(answers, "[300,301,97,302,303]"));
}

// PROTOCOL.md "In an answer upper case is accepted too".
TEST_CASE("requests: hexadecimal digits of an answer may have any case") {
  conform::suite::Suite suite = small_suite();
  suite.vectors = {
      make_vector("chunks", Level::L0, "pretokenize", R"({"text_hex":"6a6b206c"})", "{}"),
      make_vector("text", Level::L1, "decode", R"({"ids":[106,107]})", "{}", "tiny"),
      make_vector("texts", Level::L1, "decode", R"({"sequence":[[106],[107,108]]})", "{}", "tiny")};
  std::vector<const conform::suite::Vector*> vectors;
  for (conform::suite::Vector& vector : suite.vectors) {
    vector.expect = conform::judge::reference_expectation(vector, suite);
    vectors.push_back(&vector);
  }
  const conform::program::Bundle bundle;
  std::string answers = answers_to(conform::program::request_lines(suite, vectors, bundle));
  for (const std::string_view letter : {"6a", "6b", "6c"}) {
    REQUIRE(answers.find(letter) != std::string::npos);
    for (std::size_t at = 0; (at = answers.find(letter, at)) != std::string::npos; ++at) {
      answers[at + 1] = static_cast<char>(answers[at + 1] - 'a' + 'A');
    }
  }
  const Report report = conform::judge_recorded(suite, {}, answers, bundle);
  for (const auto& result : report.results) {
    CAPTURE(result.id, result.detail, result.got);
    CHECK(name(result.status) == "PASS");
  }
  CHECK(report.results.size() == 3);
}

TEST_CASE("FR-32g: requests: what is sent for each operation, and how often a load") {
  conform::suite::Suite suite = small_suite();
  const auto training = [](std::string_view input) {
    return make_vector("train", Level::L3, "train", input, "{}");
  };
  auto patched = make_vector("patched", Level::L1, "encode", R"({"text_hex":"61"})", "{}");
  patched.artifact = {object_of(R"({"merges":[[97,97]]})")};
  suite.vectors = {
      suite.vectors[3],
      suite.vectors[4],
      patched,
      patched,
      make_vector("decode", Level::L1, "decode", R"({"sequence":[[97],[98]]})", "{}", "tiny"),
      training(R"({"corpus_repeat":[["61",65536]],"vocab_size":257})"),
      training(R"({"corpus_repeat":[["61",65537]],"vocab_size":257})"),
      training(R"({"counts":[["61",1]],"vocab_size":257})"),
      make_vector("save", Level::L4, "save",
                  R"({"setup":"none","overwrite":true,"train":{"corpus_hex":"","vocab_size":256}})",
                  "{}")};
  std::vector<const conform::suite::Vector*> vectors;
  for (const auto& vector : suite.vectors) vectors.push_back(&vector);
  std::string sent;
  for (const auto& line : conform::program::request_lines(suite, vectors, {})) {
    const json::Object request = object_of(line);
    for (const auto& [key, value] : request) {
      const bool is_shown = key == "op" || key == "handle" || key.ends_with("path") || key == "ids";
      sent += is_shown ? json::serialize(value) + " " : key == "id" ? "" : key + " ";
    }
    sent.back() = '\n';
  }
  CHECK(sent == R"("hello" protocol suite bundle
"load" "tiny" "artifacts/tiny.json"
"encode" "tiny" text_hex
"encode" "tiny" text_hex
"load" "patched" "artifacts/patched/patched.json"
"encode" "patched" text_hex
"load" "patched" "artifacts/patched/patched.json"
"encode" "patched" text_hex
"decode" "tiny" [97]
"decode" "tiny" [98]
"train" "trained" corpus_hex vocab_size
"train" "trained" "corpora/train.txt" vocab_size
"train" "trained" counts vocab_size
"train" "trained" corpus_hex vocab_size
"save" "trained" "out/save/artifact.json" overwrite
"bye"
)");
}

TEST_CASE(
    "FR-32g: requests: an answer without its members breaks the protocol, others are results") {
  const conform::suite::Suite suite = small_suite();
  // What is observed if the program answers this operation in this way, and all others with ok.
  const auto observed = [&](std::string_view id, std::string_view op,
                            const std::string& answer) -> std::string {
    conform::program::Hello hello;
    hello.ops = {"encode"};
    const auto program = conform::program::one_by_one(
        hello, [&](const conform::program::Question& question) -> conform::program::Reply {
          if (question.op != op) return conform::suite::Ok{};
          return std::get<0>(conform::suite::parse_answer(R"({"id":1,)" + answer + "}")).answer;
        });
    const conform::program::Bundle bundle;
    const auto seen =
        conform::program::VectorExchange(suite, program, bundle)
            .observe(*std::ranges::find(suite.vectors, id, &conform::suite::Vector::id));
    if (const auto* broken = std::get_if<conform::program::Broken>(&seen)) return broken->detail;
    if (const auto* skip = std::get_if<conform::suite::Skip>(&seen)) return "skip " + skip->reason;
    const auto& result = std::get<conform::program::Observed>(seen);
    return json::serialize({result.result}) + " " + result.message;
  };
  const std::string no_ids = R"(the answer to encode has no "ids" of integers)";
  for (const auto& [id, op, answer, seen] : std::vector<std::array<std::string, 4>>{
           {"chunks", "pretokenize", "{}", R"(the answer to pretokenize has no "chunks_hex")"},
           {"chunks", "pretokenize", R"({"chunks_hex":["6"]})",
            R"(the answer to pretokenize has no "chunks_hex" of hex strings)"},
           {"encode", "encode", R"({"ids":[1.5]})", no_ids},
           {"load", "encode", R"({"ids":"1"})", no_ids},
           {"decode", "decode", R"({"text_hex":"6"})",
            R"(the answer to decode has no "text_hex" that is hex)"},
           {"train", "train", R"({"merges":[[1,2],[3]]})",
            R"(the answer to train has no "merges" of pairs)"},
           {"train", "train", R"({"merges":[[1,"a"]]})",
            R"(the answer to train has no "merges" of pairs)"},
           {"save", "save", "{}", R"({"result":"nothing saved"} no file: nothing is there)"}}) {
    CHECK(observed(id, op, R"("ok":)" + answer) == seen);
  }
  for (const auto& [id, op, result] :
       std::vector<std::array<std::string, 3>>{{"encode", "encode", "invalid"},
                                               {"encode", "load", "unprepared"},
                                               {"decode", "decode", "invalid"},
                                               {"load", "load", "invalid"},
                                               {"load", "encode", "unprepared"},
                                               {"save", "load", "unprepared"},
                                               {"save", "save", "invalid"}}) {
    CHECK(observed(id, op, R"("error":{"class":"KeyError","message":"why","step":3})") ==
          fmt::format(R"({{"result":"{}","error":"KeyError","step":3}} why)", result));
    CHECK(observed(id, op, R"("error":{"class":"Unsupported","message":"no"})") ==
          fmt::format("skip {}: Unsupported: no", op));
    CHECK(observed(id, op, R"("skip":{"reason":"today"})") == "skip today");
  }
}

TEST_CASE("FR-32g: requests: a recorded answer belongs to its id, and a request may come again") {
  conform::suite::Suite suite = small_suite();
  suite.vectors = {suite.vectors[1], suite.vectors[1], suite.vectors[0], suite.vectors[1]};
  const auto judged = [&](const std::string& answers) {
    const Report report = conform::judge_recorded(suite, {}, answers, {});
    std::string text;
    for (const Result& result : report.results) {
      text += fmt::format("{} {} ", name(result.status), result.detail);
    }
    return fmt::format("{}{}{}", text, fmt::join(report.remarks, ";"), report.partial);
  };
  CHECK(judged(R"(good morning
{"id":3,"ok":{"chunks_hex":["22"]}}
{"id":1,"ok":{"name":"n","protocol":1,"ops":["pretokenize"]}}
{"id":2,"ok":{"chunks_hex":["21"]}}
{"id":2,"ok":{"chunks_hex":["22"]}}
[]
{"id":5,"skip":{}})") ==
        "PASS  FAIL  PROTOCOL no answer with the id 4 SKIP  2 lines that are not answers");
  CHECK(judged(R"({"id":1,"skip":{}})").ends_with("no answer to hello"));
}

TEST_CASE("FR-32h: serve: a faulty request is answered with what is wrong in it") {
  const TemporaryDirectory directory;
  conform::program::Server server(conform::program::reference_implementation());
  const auto answer = [&](const std::string& members) {
    const std::string line = server.answer(R"({"id":7,)" + members + "}");
    REQUIRE(line.starts_with(R"({"id":7,)"));
    return line.substr(8, line.size() - 9);
  };
  const auto internal = [](std::string_view message) {
    return fmt::format(R"("error":{{"class":"Internal","message":{}}})", json::quoted(message));
  };
  CHECK(server.answer("[1]").starts_with(R"({"id":0,"error":{"class":"Internal",)"));
  answer(R"("op":"hello","bundle":)" + json::quoted(directory.path().string()));
  for (const auto& [request, message] : std::vector<std::array<std::string, 2>>{
           {R"("op":"pretokenize")", R"(pretokenize needs "text_hex")"},
           {R"("op":"pretokenize","text_hex":6)", R"(pretokenize: "text_hex" is of another type)"},
           {R"("op":"pretokenize","text_hex":"6")", R"(pretokenize: "text_hex" is not hex)"},
           {R"("op":"encode","handle":"a","text_hex":"61")",
            "encode: nothing is loaded under that handle"},
           {R"("op":"load","handle":"a","path":"../a")", R"(load: "path" leads out of the bundle)"},
           {R"("op":"train","handle":"a","vocab_size":257,"counts":[["61",1],["61",-1]])",
            R"(train: "counts" holds something other than [hex, count])"},
           {R"("op":"render","conversation":[],"special_tokens":{"a":"b"})",
            R"(render: an id of "special_tokens" is not an integer)"}}) {
    CHECK(answer(request) == internal(message));
  }
  CHECK(answer(R"("op":"load","handle":"a","builtin":"b")") ==
        R"("error":{"class":"Unsupported","message":"no such built-in vocabulary"})");
  CHECK(answer(R"("op":"train","handle":"a","vocab_size":258,)"
               R"("counts":[["6161",1],["6263",1],["6263",1]])") ==
        R"("ok":{"merges":[[98,99],[97,97]]})");
  // Without `overwrite` a file that is there stays. A path is relative to the bundle.
  const std::string save = R"("op":"save","handle":"a","path":"out")";
  CHECK(answer(save) == R"("ok":{})");
  CHECK(std::filesystem::exists(directory.path() / "out"));
  CHECK(answer(save).starts_with(R"("error":{"class":"FileExistsError")"));
  CHECK(answer(save + R"(,"overwrite":true)") == R"("ok":{})");
  CHECK(answer(R"("op":"reset")") == R"("ok":{})");
  CHECK(answer(save) == internal("save: nothing is loaded under that handle"));
  CHECK_FALSE(server.done());
  CHECK(answer(R"("op":"bye")") == R"("ok":{})");
  CHECK(server.done());
}

TEST_CASE("FR-32g: smoke: each check says what happened instead, and the others go on") {
  std::string failed;
  for (const auto& [what, passed, detail] : conform::program::smoke(
           {"sh -c 'echo hi; sed -u -e s/\\\"ff\\\"/\\\"61\\\"/ -e /frobnicate/Q | " BPETITE_PROGRAM
            " serve; exit 3'"})) {
    if (!passed) failed += fmt::format("{}: {}\n", what, detail);
  }
  CHECK(failed ==
        "an unknown operation is answered with class Unsupported: it exited with 3 without an "
        "answer to frobnicate\n"
        "bytes that are not UTF-8 are an error, after which it goes on: it is answered with ok\n"
        "after bye it exits with 0: exited with 3\n"
        "stdout has nothing but answers: \"hi\"\n");
}

TEST_CASE("export: plain tables have the vectors that fit") {
  const auto rows = conform::suite::rows_of(small_suite());
  CHECK(rows.size() == 11);
  CHECK(contains(conform::suite::to_tsv(rows),
                 "encode\tL1\trequired\tencode\tartifacts/tiny.json\t616161\t\t256 97\t\n"));
  CHECK(
      contains(conform::suite::to_tsv(rows), "train\tL3\trequired\ttrain\t\t6161\t257\t97,97\t\n"));
  CHECK(contains(conform::suite::to_go(small_suite(), rows), "var All = []Vector{\n"));
}

TEST_CASE("FR-32g: export: a vector fits in a row if one field can hold its input and its result") {
  conform::suite::Suite own;
  const auto add = [&](Level level, const std::string& op, const std::string& input,
                       const std::string& expect) {
    own.vectors.push_back(make_vector(fmt::format("{}", own.vectors.size()), level, op, input,
                                      R"({"result":"valid",)" + expect + "}"));
  };
  add(Level::L0, "pretokenize", R"({"text_repeat":[["61",8000]]})", R"("chunks_hex":["61","62"])");
  add(Level::L0, "pretokenize", R"({"text_repeat":[["61",8001]]})", R"("chunks_hex":[])");
  add(Level::L1, "decode", R"({"ids_repeat":[[97,2]]})", R"("text_hex":"6161")");
  add(Level::L1, "decode", R"({"sequence":[[97]]})", R"("texts_hex":["61"])");
  add(Level::L1, "decode", R"({"ids":[97]})", R"("text_bytes":1,"text_sha256":"")");
  add(Level::L3, "train", R"({"counts":[["61",1]],"vocab_size":257})", R"("merges":[])");
  add(Level::L3, "train", R"({"corpus_hex":"62","vocab_size":-1})", R"("merges":[[97,98],[1,2]])");
  add(Level::L4, "save", R"({"setup":"exists","overwrite":true})", R"("sha256":"00")");
  add(Level::L4, "save", R"({"setup":"none","overwrite":false,"train":{}})", R"("sha256":"00")");
  std::string text;
  for (int i = 0; i < 8000; ++i) text += "61";
  CHECK(conform::suite::to_tsv(conform::suite::rows_of(own)) ==
        "id\tlevel\ttier\top\tartifact\tinput\targument\twant\terror\n"
        "0\tL0\trequired\tpretokenize\t\t" +
            text +
            "\t\t61 62\t\n2\tL1\trequired\tdecode\t\t97 97\t\t6161\t\n"
            "6\tL3\trequired\ttrain\t\t62\t-1\t97,98 1,2\t\n"
            "7\tL4\trequired\tsave\t\t\texists overwrite\t00\t\n");
}

TEST_CASE("FR-32g: ranks: the texts are asked anew for a vocabulary that the program has") {
  // All bytes, and "aa" as token 256, as in the artifact "tiny". So the ids are known.
  conform::judge::Ranks ranks{"r50k_base", {v1_table({{97, 97}})}};
  ranks.loaded.table.profile.merging = Merging::bytes;
  ranks.loaded.table.merges.clear();
  ranks.loaded.table.specials.clear();
  conform::suite::Suite asked = small_suite();
  asked.notes = {{"Flag", "bug", "What it says", "", {}}};
  const conform::suite::Suite suite = conform::judge::ranked_suite(asked, ranks);
  CHECK(suite.notes.size() == 1);
  CHECK(suite.vectors.size() == 6);  // three texts, and the decoding of each
  const auto encode = std::find_if(suite.vectors.begin(), suite.vectors.end(),
                                   [](const auto& one) { return one.id == "r50k_base-encode"; });
  REQUIRE(encode != suite.vectors.end());
  CHECK(json::serialize({encode->expect}) == R"({"result":"valid","ids":[256,97]})");
  CHECK(json::serialize(encode->artifact) == R"({"builtin":"r50k_base"})");
  // What is left out: a text that comes again, a special token, a long chunk, the tier stress.
  const auto text = [](std::string id, const std::string& bytes) {
    return make_vector(std::move(id), Level::L0, "pretokenize",
                       fmt::format(R"({{"text_hex":"{}"}})", conform::suite::to_hex(bytes)),
                       R"({"result":"valid"})");
  };
  asked.vectors = {text("a", "aa"),
                   text("again", "aa"),
                   text("special", "a<|endoftext|>"),
                   text("long", std::string(8192, 'x')),
                   text("longer", std::string(8193, 'x')),
                   text("stress", "b"),
                   text("drift", "a")};
  asked.vectors[5].tier = conform::suite::Tier::stress;
  asked.vectors[6].expect = object_of(R"({"result":"acceptable"})");
  std::string ids;
  for (const auto& vector : conform::judge::ranked_suite(asked, ranks).vectors) {
    ids += vector.id.substr(10) + " ";
  }
  CHECK(ids == "a-decode a long drift ");
  CHECK_THROWS_AS(conform::judge::read_ranks("cl100k_base=x"), ValueError);
  CHECK_THROWS_AS(conform::judge::read_ranks("r50k_base"), ValueError);
}

}  // namespace
}  // namespace bpetite::test
