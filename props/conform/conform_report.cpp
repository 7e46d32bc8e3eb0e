// Tests the forms of a report (JSON, text, HTML, Markdown, JUnit, badge, matrix): what each shows,
// and that texts of a program break none of them. Also tests the comparison of two reports, the
// differences that a program states in its documentation, the class of tokenizers in a verdict, the
// four parts in which level L1 is counted, and a seed of 0.
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
  for (int i = 1; i <= 14; ++i) {
    report.results.push_back(one);
    report.results.back().causes = {fmt::format("cause-{}", i)};
    const std::string html = conform::report::to_html({&report, 1});
    CHECK((html.find(", by level below.</p>") != std::string::npos) == (i > 12));
    if (i == 13) CHECK_THAT(html, contains_text("<p>And 1 more group, by level below.</p>"));
    if (i == 14) CHECK_THAT(html, contains_text("<p>And 2 more groups, by level below.</p>"));
  }
}

TEST_CASE("report: texts of a program cannot break any form") {
  const Report report = strange_report();
  const std::string html = conform::report::to_html({&report, 1});
  CHECK_THAT(html, !contains_text("<script>"));
  CHECK_THAT(html, !contains_text("<b>"));
  CHECK_THAT(html, contains_text("&lt;script&gt;"));
  CHECK_THAT(conform::report::to_markdown(report),
             contains_text("| `<script>alert(1)</script> \\x1b[31m \\x7c \\x60 # \\n` |"));
  const std::string junit = conform::report::to_junit(report);
  CHECK_THAT(junit, contains_text("&lt;script&gt;"));
  CHECK_THAT(junit, !contains_text("\x01"));
  CHECK_THAT(conform::report::to_text(report), !contains_text("\x1b"));
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
  CHECK_THAT(conform::report::to_matrix({&plain, 1}, stated), contains_text("| as stated (1) |"));
  CHECK_THAT(conform::report::to_matrix({&plain, 1}), contains_text("| **fails** (1) |"));
  const std::string html = conform::report::to_html({&plain, 1}, stated);
  CHECK_THAT(html, contains_text("as stated (1)"));
  CHECK_THAT(html, contains_text("it does &lt;b&gt;"));
  CHECK_THAT(conform::report::to_html({&plain, 1}), !contains_text("as stated (1)"));
  CHECK_THROWS_AS(conform::report::parse_stated_differences("[]"), ValueError);
  CHECK_THROWS_AS(conform::report::parse_stated_differences("{"), ValueError);
}

TEST_CASE("report: the text names requirement, place, want, got and a way to see it again") {
  const std::string text = conform::report::to_text(wrong_report());
  for (const char* part : {"FAIL trigger-chunks  FR-4  chunk 1 of 1, bytes 0..1", "want    [21]",
                           "got     [22]", "repro   printf", "L0  fails", "L3  conforms"}) {
    INFO(part << " in\n" << text);
    CHECK_THAT(text, contains_text(part));
  }
}

TEST_CASE("report: the badge shows only levels that were judged") {
  Report report = conform::judge_program(small_suite(), {.command = misbehaving("")});
  CHECK_THAT(conform::report::to_badge(report), contains_text("Full, suite 1.0.0"));
  report.selection = "--level L0";
  CHECK_THAT(conform::report::to_badge(report), contains_text("not judged"));
  CHECK_THAT(conform::report::to_badge(strange_report()), contains_text("3 of 5 levels"));
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
  CHECK_THAT(conform::report::to_matrix({&report, 1}), contains_text("| conforms |"));
  report.unicode = "15.1.0";
  CHECK(line("L0") == "L0  conforms to gpt2, pairs, Unicode 15.1  PASS 3");
  CHECK(line("ids") == "ids exact: gpt2, pairs, Unicode 15.1");
  report.caps = {};
  report.unicode = "16.0.0";
  const std::string words = "gpt2, bytes, Unicode 16.0";
  CHECK(line("ids") == "ids exact: " + words);
  CHECK_THAT(conform::report::to_badge(report), contains_text("ids exact: " + words));
  CHECK_THAT(conform::report::to_html({&report, 1}), contains_text("ids exact: " + words));
  CHECK_THAT(conform::report::to_json(report), contains_text(R"("verdict":"conforms-to-class")"));
  CHECK_THAT(conform::report::to_json(report), !contains_text(R"("verdict":"conforms",)"));
  const std::string table = conform::report::to_matrix({&report, 1});
  CHECK_THAT(table, contains_text("| ids exact: " + words + " | in its class |"));
  CHECK_THAT(table, !contains_text("| conforms |"));
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
  CHECK_THAT(conform::report::to_text(report), contains_text("    ids             1 of 2 fail\n"));
  CHECK_THAT(conform::report::to_matrix({&report, 1}),
             contains_text("| **fails** (1) | not claimed | conforms | conforms |"));
}

TEST_CASE("report: two runs are compared vector by vector") {
  const Report good = conform::judge_program(small_suite(), {.command = misbehaving("")});
  const Report bad = strange_report();
  const auto worse = conform::report::compare_reports(good, bad);
  CHECK(worse.worse);
  CHECK_THAT(worse.text, contains_text("worse    trigger-chunks  PASS -> FAIL\n"));
  CHECK_THAT(worse.text, contains_text("L0 conforms -> fails\n"));
  const auto better = conform::report::compare_reports(bad, good);
  CHECK_FALSE(better.worse);
  CHECK_THAT(better.text, contains_text("better   trigger-chunks  FAIL -> PASS\n"));
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

TEST_CASE("FR-32i: report: the verdict on ids is that of L0, of the ids and of special tokens") {
  const std::optional<Part> chunks;  // L0 has no parts
  struct Row {
    std::vector<std::optional<Part>> passed;
    std::vector<std::optional<Part>> failed;
    std::string text;
  };
  for (const auto& [passed, failed, text] : std::vector<Row>{
           {{chunks}, {}, "chunks exact: gpt2, Unicode 16.0"},
           {{}, {chunks}, "chunks differ: gpt2, Unicode 16.0"},
           {{chunks, Part::ids, Part::decoding}, {Part::errors}, "ids exact: gpt2, Unicode 16.0"},
           {{chunks, Part::ids}, {Part::decoding}, "ids exact: gpt2, Unicode 16.0"},
           {{chunks}, {Part::ids}, "ids differ: gpt2, Unicode 16.0"},
           {{Part::ids}, {chunks}, "ids differ: gpt2, Unicode 16.0"},
           {{chunks, Part::ids}, {Part::special}, "ids differ: gpt2, Unicode 16.0"},
           {{chunks, Part::special}, {}, "ids not judged"},
           {{Part::ids}, {}, "ids not judged"}}) {
    Report report;
    report.unicode = "12.1.0";     // the kit does not have this version
    report.caps = {"pair-keyed"};  // without `encode` nothing is looked up
    const auto add = [&](Status status, const std::vector<std::optional<Part>>& parts) {
      for (const auto& part : parts) {
        report.results.push_back(result_with("a", status, part ? Level::L1 : Level::L0));
        report.results.back().part = part;
        report.claims.insert(report.results.back().level);
      }
    };
    add(Status::pass, passed);
    add(Status::fail, failed);
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
  using conform::report::Verdict;
  struct Row {
    std::set<Level> conforming;
    std::set<Level> failing;
    std::string words;
    std::string colour;
  };
  const std::string exact = "chunks exact: gpt2, Unicode 16.0; ";
  const auto [L0, L1, L2, L3, L4, L5] =
      std::array{Level::L0, Level::L1, Level::L2, Level::L3, Level::L4, Level::L5};
  for (const auto& [conforming, failing, words, colour] :
       std::vector<Row>{{{}, {}, "not judged", "#777"},
                        {{L0}, {}, exact + "1 level", "#282"},
                        {{L0, L2}, {}, exact + "2 levels", "#282"},
                        {{L0, L1}, {}, "Encoder", "#282"},
                        {{L0, L1, L3}, {}, "Encoder", "#282"},
                        {{L0, L1, L2}, {}, "Reader", "#282"},
                        {{L0, L1, L2, L3}, {}, "Trainer", "#282"},
                        {{L0, L1, L2, L3, L4, L5}, {}, "Full", "#282"},
                        {{}, {L2}, "0 of 1 level", "#b33"},
                        {{L0, L1, L2, L3}, {L4}, "4 of 5 levels", "#b33"}}) {
    Report report;
    report.claims = conforming;
    report.claims.insert(failing.begin(), failing.end());
    for (const Level level : report.claims) {
      report.levels.at(static_cast<std::size_t>(level)).verdict =
          conforming.contains(level) ? Verdict::conforms : Verdict::fails;
    }
    const std::string svg = conform::report::to_badge(report);
    CHECK_THAT(svg, contains_text("<title>bpetite: " + words + ", suite </title>"));
    CHECK_THAT(svg, contains_text(colour));
  }
}

TEST_CASE("FR-32g: report: a run that judged nothing, or ended early, has the exit code 3") {
  CHECK(report_of_results({result_with("a", Status::not_claimed)}).exit_code == 3);
  Report report = report_of_results({result_with("a", Status::pass)});
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
  for (int i = 0; i < 8; ++i) results.push_back(result_with(fmt::format("f{}", i), Status::fail));
  for (Result& result : results) result.tier = conform::suite::Tier::stress;
  results[7] = result_with("crash", Status::crash);
  results[7].harm = conform::explain::Harm::no_result;
  const Report report = report_of_results(results);
  CHECK_THAT(conform::report::to_text(report),
             contains_text(
                 "  more    6 like it, none of them required (not explained; tests ): f1 f2 f3 f4 "
                 "f5 ...\n\n"));
  const std::string html = conform::report::to_html({&report, 1});
  CHECK_THAT(html, contains_text("</dl>\n<p>And <code>f6</code></p>\n</details>\n"));
  CHECK_THAT(
      html,
      contains_text("<h3 id=\"r0-L0\">L0 chunks</h3>\n<details><summary><span class=\"v "
                    "fails\">1</span> <strong>not explained</strong>, in vectors that test crash "
                    "<small>refuses, dies or hangs</small>"));  // required ones first
  CHECK_THAT(html, contains_text(">7 vectors</a>, other ids, text or file: "));
  CHECK_THAT(html, contains_text(">1 vector</a>, refuses, dies or hangs: "));
}

TEST_CASE("FR-32g: report: a comparison has what is new, gone and changed, and the suites") {
  Report older = report_of_results({result_with("a", Status::pass), result_with("b", Status::fail),
                                    result_with("c", Status::fail),
                                    result_with("d", Status::pass, Level::L1)});
  older.suite_version = "1.0.0";
  older.suite_digest = "0123456789abcdef";
  Report newer = report_of_results(
      {result_with("b", Status::wrong_error), result_with("c", Status::fail),
       result_with("d", Status::pass, Level::L1), result_with("e", Status::fail)});
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
    Report made = report_of_results({result_with("a", side.a), result_with("b", side.b)});
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
  Report report =
      report_of_results({result_with("x-1", Status::fail), result_with("x-2", Status::fail)});
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
  Report report =
      report_of_results({result_with("a", Status::fail), result_with("b", Status::unicode_delta),
                         result_with("c", Status::xfail, Level::L1)});
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
    REQUIRE_THAT(text, contains_text(std::string(from)));
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
  CHECK_THAT(markdown, contains_text(", seed 0.\n"));
  report.seed.reset();
  const auto [without_json, without_markdown] = in_both();
  CHECK(without_json == conform::suite::replaced_all(other, R"("seed":7,)", ""));
  CHECK_THAT(without_markdown, !contains_text("seed"));
}

}  // namespace
}  // namespace bpetite::test
