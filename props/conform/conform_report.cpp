// Tests the forms of a report (JSON, text, HTML, Markdown, JUnit, badge, matrix), made from one run
// with many kinds of failures: what each shows, that texts of a program break none of them, and the
// comparison of two reports. Also tests the differences that a program states in its documentation,
// the class of tokenizers in a verdict, the four parts in which level L1 is counted, answers from a
// file, limits beyond 64 bits and digits of hex in requests and answers, plain tables of vectors,
// and vectors for the vocabulary of a program.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "conform/judge/expected.hpp"
#include "conform/judge/ranks.hpp"
#include "conform/pipeline.hpp"
#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/suite/plain_data.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
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

TEST_CASE("ranks: the texts are asked anew for a vocabulary that the program has") {
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
  CHECK_THROWS_AS(conform::judge::read_ranks("cl100k_base=x"), ValueError);
  CHECK_THROWS_AS(conform::judge::read_ranks("r50k_base"), ValueError);
}

}  // namespace
}  // namespace bpetite::test
