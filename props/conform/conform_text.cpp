// Tests the texts of a report, which a reader must understand without any other document: what
// decides a level, vectors that were not sent, causes and their order by harm, how the harm of a
// failure is decided, the note of what it tests, failures that are shown as one, the step of an
// error, saves through a link, the limits of lists of chunks, the first difference of long lists,
// the members of a result, and versions of Unicode.
#include <algorithm>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "conform/explain/findings.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/pipeline.hpp"
#include "conform/program/exchange.hpp"
#include "conform/report/report_forms.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"

namespace bpetite::test {
namespace {

using conform::explain::Result;
using conform::program::Status;
using conform::report::Report;
using conform::suite::Level;
using conform::suite::Tier;

TEST_CASE("text: a failure that does not decide the level says so") {
  const std::string words = "recommended: does not decide the level";
  const Report decides = report_of_results({result_with("one", Status::fail)});
  const Report other =
      report_of_results({result_with("one", Status::fail, Level::L0, Tier::recommended)});
  for (const auto form :
       {+[](const Report& report) { return conform::report::to_text(report); },
        +[](const Report& report) { return conform::report::to_markdown(report); },
        +[](const Report& report) {
          return conform::report::to_html({&report, 1});
        }}) {
    CHECK_THAT(form(other), contains_text(words));
    CHECK_THAT(form(decides), !contains_text("does not decide"));
  }
}

TEST_CASE("text: a claimed level without sent vectors is not judged") {
  Report report = report_of_results({result_with("elsewhere", Status::not_claimed),
                                     result_with("loaded", Status::pass, Level::L2)},
                                    {Level::L0, Level::L2});
  report.selection = "--level L2";
  CHECK_THAT(conform::report::to_text(report), contains_text("L0  not judged"));
  CHECK_THAT(
      conform::report::to_markdown(report),
      contains_text(
          "| not judged | not claimed | not claimed | not claimed | not claimed | conforms |"));
  CHECK_THAT(conform::report::to_html({&report, 1}), contains_text("&ndash; not judged<"));
  CHECK_THAT(conform::report::to_json(report), contains_text(R"("L0":{"verdict":"not-claimed")"));
}

TEST_CASE("text: vectors that were not sent after time-outs are counted apart") {
  Result unsent = result_with("unsent", Status::timeout);
  unsent.detail = "not sent after 8 time-outs";
  Report report = report_of_results({result_with("slow", Status::timeout), unsent, unsent});
  CHECK_THAT(conform::report::to_text(report), contains_text("TIMEOUT 1  not sent: 2\n"));
  CHECK(report.levels[0].counts.at(Status::timeout) == 3);
}

// The two triggers have a flag, and a mutant fails them.
Report of_flagged(const std::string& mode) {
  conform::suite::Suite suite = small_suite();
  suite.notes.push_back({"Exclaims", "", "an exclamation mark", "", {}});
  for (conform::suite::Vector& vector : suite.vectors) {
    if (!vector.id.starts_with("trigger")) continue;
    vector.flags = {"Exclaims"};
    vector.kills = {"no-lookahead"};
  }
  return conform::judge_program(
      suite, {.command = misbehaving(mode), .timeout = conform::program::Duration(700)});
}

TEST_CASE("text: a failure has no cause that is not confirmed, and its note says what is tested") {
  for (const char* mode : {"wrong-result", "no-answer", "exit-3", "wrong-id"}) {
    INFO(mode);
    const Report report = of_flagged(mode);
    CHECK(result_of(report, "trigger-chunks").tests == "an exclamation mark");
    CHECK(result_of(report, "trigger-chunks").causes.empty());
    CHECK(report.diagnoses.empty());
    const std::string text = conform::report::to_text(report);
    CHECK_THAT(text, contains_text("  tests   an exclamation mark\n"));
    CHECK_THAT(text, contains_text("  cause   not explained\n"));
    CHECK_THAT(text, !contains_text("no-lookahead"));
  }
}

TEST_CASE("text: causes are ranked by harm") {
  std::vector<Result> results;
  for (const char* id : {"wrong-error", "no-result", "wrong-result"}) {
    Result result = result_with(id, Status::fail);
    result.harm = static_cast<conform::explain::Harm>(
        std::find(conform::explain::harm_names.begin(), conform::explain::harm_names.end(), id) -
        conform::explain::harm_names.begin());
    results.push_back(std::move(result));
  }
  const Report report = report_of_results(results);
  const auto causes = conform::report::failures_by_cause(report);
  REQUIRE(causes.size() == 3);
  CHECK(causes[0].front()->id == "wrong-result");
  CHECK(causes[1].front()->id == "no-result");
  CHECK(causes[2].front()->id == "wrong-error");
}

TEST_CASE("text: the harm of a failure follows from what was due and what came") {
  using conform::explain::Harm;
  using conform::explain::harm_of;
  const auto due = object_of(R"({"result":"valid","ids":[97]})");
  const auto error_due = object_of(R"({"result":"invalid","error":"KeyError"})");
  const auto error = object_of(R"({"result":"invalid","error":"ValueError"})");
  const auto other = object_of(R"({"result":"valid","ids":[98]})");
  CHECK(harm_of(due, Status::fail, other) == Harm::wrong_result);
  CHECK(harm_of(due, Status::fail, error) == Harm::no_result);
  CHECK(harm_of(due, Status::crash, {}) == Harm::no_result);
  CHECK(harm_of(due, Status::timeout, {}) == Harm::no_result);
  CHECK(harm_of(error_due, Status::wrong_error, error) == Harm::wrong_error);
  CHECK(harm_of(error_due, Status::fail, other) == Harm::wrong_error);
  const auto unsaved = object_of(R"({"result":"directory"})");
  CHECK(harm_of(error_due, Status::fail, unsaved) == Harm::wrong_result);
  const auto unprepared = object_of(R"({"result":"unprepared","error":"KeyError"})");
  CHECK(harm_of(due, Status::fail, unprepared) == Harm::no_result);
  CHECK(harm_of(error_due, Status::fail, unprepared) == Harm::no_result);
  CHECK(harm_of(error_due, Status::crash, other) == Harm::no_result);
  CHECK(harm_of(due, Status::fail, unsaved) == Harm::wrong_result);
  // One call of a sequence must fail.
  const auto sequence = object_of(R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})");
  const auto texts = object_of(R"({"result":"valid","texts_hex":["61","62"]})");
  CHECK(harm_of(sequence, Status::fail, texts) == Harm::wrong_error);
  CHECK(harm_of(sequence, Status::fail, error) == Harm::no_result);
  CHECK(harm_of(texts, Status::fail, sequence) == Harm::wrong_result);
}

TEST_CASE("FR-32g: the part of a vector is that of its error, its special tokens or its ids") {
  const auto part = [](std::string_view op, std::string_view expect, std::string flag) {
    auto vector = make_vector("x", Level::L1, std::string(op), "{}", expect);
    vector.flags = {"LongInput", std::move(flag)};
    return std::string(conform::explain::part_names.at(
        static_cast<std::size_t>(conform::explain::part_of(vector))));
  };
  constexpr std::string_view ids = R"({"result":"valid","ids":[97]})";
  constexpr std::string_view error = R"({"result":"invalid","error":"KeyError"})";
  CHECK(part("encode", ids, "LongInput") == "ids");
  CHECK(part("encode", ids, "SpecialPolicy") == "special tokens");
  CHECK(part("encode", ids, "SegmentBoundary") == "special tokens");
  CHECK(part("encode", ids, "NotSpecial") == "ids");
  CHECK(part("encode", error, "SpecialPolicy") == "errors");
  CHECK(part("decode", R"({"result":"valid","text_hex":"61"})", "") == "decoding");
  CHECK(part("decode", R"({"result":"valid","texts_hex":["61","62"]})", "") == "decoding");
  CHECK(part("decode", R"({"result":"valid","texts_hex":["61",{"error":"KeyError"}]})", "") ==
        "errors");
}

TEST_CASE("FR-32j: failures have one key if they have one cause, or else one flag and clause") {
  using conform::explain::cause_key;
  using conform::explain::cause_words;
  Result result = result_with("x", Status::fail);
  const auto words = [&] { return cause_words(cause_key(result)); };
  CHECK(words() == "not explained; tests ");
  result.requirements = {"FR-4", "S3b"};
  CHECK(words() == "not explained; tests FR-4");
  result.flags = {"LongInput", "CrLf"};
  CHECK(words() == "not explained; tests LongInput, FR-4");
  result.requirements.clear();
  CHECK(words() == "not explained; tests LongInput");
  result.causes = {"a or b", "c"};
  CHECK(words() == "cause a or b and c");
  CHECK(cause_key(result).flag.empty());
  Result other = result;
  CHECK(cause_key(other) == cause_key(result));
  other.harm = conform::explain::Harm::no_result;
  CHECK(cause_key(other) != cause_key(result));
  other = result;
  other.status = Status::wrong_error;
  CHECK(cause_key(other) != cause_key(result));
  // A known failure that was not sent is one that was not sent.
  result.status = Status::xfail;
  result.known = Status::timeout;
  result.detail = "not sent after 8 time-outs";
  CHECK(words() == "not sent after time-outs");
  CHECK(conform::explain::true_status(result) == Status::timeout);
  result.detail = "no answer, so it was not sent again";
  CHECK(words() == "cause a or b and c");

  result.known = Status::unicode_delta;
  result.unicode = "17.0.0";
  other.unicode = "15.0.0";
  CHECK(conform::explain::unicode_deltas(std::vector{other, result, result}) ==
        std::map<std::string, std::vector<std::string>>{{"17.0.0", {"x", "x"}}});
}

TEST_CASE("text: failures of one cause are shown as one, with the number of the others") {
  std::vector<Result> results;
  for (const char* id : {"alike-1", "alike-2", "alike-3", "flagged-1", "flagged-2", "alone"}) {
    Result result = result_with(id, Status::fail);
    result.requirements = {"FR-4"};
    if (result.id.starts_with("alike")) result.causes = {"no-lookahead"};
    if (result.id.starts_with("flagged")) result.flags = {"LongInput"};
    results.push_back(std::move(result));
  }
  results[1].shrunk = "text \"  a\"";
  results[2].tier = Tier::recommended;
  const Report report = report_of_results(results);
  const std::string text = conform::report::to_text(report);
  CHECK_THAT(text, contains_text("FAIL alike-2"));
  CHECK_THAT(
      text, contains_text(
                "  more    2 like it, 1 of them required (cause no-lookahead): alike-1 alike-3\n"));
  CHECK_THAT(text, !contains_text("FAIL alike-1"));
  CHECK_THAT(text, contains_text("FAIL flagged-1"));
  CHECK_THAT(text, contains_text(
                       "  more    1 like it (not explained; tests LongInput, FR-4): flagged-2\n"));
  CHECK_THAT(text, contains_text("FAIL alone"));
  CHECK_THAT(conform::report::to_text(report, true), contains_text("FAIL alike-1"));

  const std::string markdown = conform::report::to_markdown(report);
  CHECK_THAT(markdown, contains_text("| `alike-2`, and 2 more like it (`cause no-lookahead`) |"));
  CHECK_THAT(markdown, contains_text("| `text \"  a\"` |"));
  CHECK_THAT(markdown, !contains_text("| `alike-1"));
  CHECK_THAT(
      conform::report::to_json(report),
      contains_text(R"({"id":"alike-1","level":"L0","tier":"required","status":"FAIL","harm")"));
}

TEST_CASE("text: an error names the step of the loader that it comes from") {
  CHECK(conform::judge::shown(object_of(R"({"result":"invalid","error":"ValueError"})")) ==
        "ValueError");
  CHECK(conform::judge::shown(object_of(R"({"result":"invalid","error":"ValueError","step":5})")) ==
        "ValueError at step 5 of loading");
  CHECK(conform::judge::shown(
            object_of(R"({"result":"invalid","error":"ValueError","step":5,"other_step":7})")) ==
        "ValueError at step 5 of loading (not 7, which comes later)");
}

TEST_CASE("text: a save through a link is reported as such") {
  for (const std::string setup : {"symlink", "dangling"}) {
    INFO(setup);
    const conform::suite::Suite suite = small_suite();
    const conform::program::Bundle bundle;
    const conform::program::Hello hello;
    const auto vector = make_vector("through", Level::L4, "save",
                                    R"({"setup":")" + setup + R"(","overwrite":true})",
                                    R"({"result":"valid"})", "tiny");
    const auto program = conform::program::one_by_one(
        hello, [&](const conform::program::Question& question) -> conform::program::Reply {
          if (question.op == "save") {
            std::ofstream(bundle.directory() /
                          *conform::suite::text_member(question.fields, "path"))
                << "new";
          }
          return conform::suite::Ok{};
        });
    conform::program::VectorExchange exchange(suite, program, bundle);
    const auto judged = conform::judge::judge(vector, exchange.observe(vector), hello);
    CHECK(name(judged.status) == "FAIL");
    CHECK(judged.got == "saved through the link");
  }
}

// The report's result for one vector, with this answer.
Result line_of(const conform::suite::Vector& vector, json::Object answer) {
  conform::suite::Suite suite = small_suite();
  suite.vectors = {vector};
  conform::program::Hello hello;
  hello.ops = {"pretokenize", "load", "encode", "decode", "train"};
  conform::judge::Outcome outcome{true, {}, std::move(answer)};
  outcome.judgement =
      conform::judge::judge(vector, conform::program::Observed{outcome.result, ""}, hello);
  conform::judge::Outcomes outcomes{{0}, {outcome}};
  outcomes.hello = hello;
  return conform::explain::findings_of(suite, outcomes, "").results.front();
}

// The result of a vector with 500 ids, in which the program's id `at` is wrong.
Result with_other_id(std::size_t at, std::size_t size = 500) {
  auto vector = make_vector("long", Level::L1, "encode", R"({"text_repeat":[["6162",250]]})",
                            R"({"result":"valid"})", "tiny");
  vector.expect = conform::judge::reference_expectation(vector, small_suite());
  REQUIRE(json::find(vector.expect, "ids_sha256") != nullptr);
  json::Array ids;
  for (std::size_t i = 0; i < size; ++i) {
    ids.push_back(json::integer(i == at ? 7 : 97 + i % 2));
  }
  return line_of(vector, {{"result", json::string("valid")}, {"ids", {std::move(ids)}}});
}

TEST_CASE("text: chunks are listed up to a limit of their number and one of their bytes") {
  const auto is_listed = [](const std::string& input) {
    const auto vector =
        make_vector("long", Level::L0, "pretokenize", input, R"({"result":"valid"})", "");
    const auto expect = conform::judge::reference_expectation(vector, small_suite());
    return json::find(expect, "chunks_hex") != nullptr;
  };
  CHECK(is_listed(R"({"text_repeat":[["61",1600]]})"));
  CHECK(!is_listed(R"({"text_repeat":[["61",1601]]})"));
  CHECK(is_listed(R"({"text_repeat":[["2061",400]]})"));
  CHECK(!is_listed(R"({"text_repeat":[["2061",401]]})"));
}

TEST_CASE("text: the first difference of long lists is shown, with its neighbours") {
  const Result inside = with_other_id(300);
  CHECK(inside.want == "id 301 of 500: 97 (before it ... 98 97 98, after it 98 97 98 ...)");
  CHECK(inside.got == "id 301 of 500: 7 (before it ... 98 97 98, after it 98 97 98 ...)");
  CHECK(inside.where == "chunk 1 of 1, bytes 0..500");
  const Result first = with_other_id(0);
  CHECK(first.got == "id 1 of 500: 7 (after it 98 97 98 ...)");
  const Result shorter = with_other_id(500, 499);
  CHECK(shorter.want == "id 500 of 500: 98 (before it ... 97 98 97)");
  CHECK(shorter.got == "no more than 499 ids (before that ... 97 98 97)");
}

TEST_CASE("FR-32g: the first difference of lists of each kind is shown with three neighbours") {
  const auto shown = [](std::string_view want, std::string_view got) {
    const auto found = conform::explain::first_difference(object_of(want), object_of(got));
    return found ? found->want + " | " + found->got : "none";
  };
  CHECK(shown(R"({"ids":[1,2,3,4,5,6,7]})", R"({"ids":[1,2,3,9,5,6,7]})") ==
        "id 4 of 7: 4 (before it 1 2 3, after it 5 6 7) | "
        "id 4 of 7: 9 (before it 1 2 3, after it 5 6 7)");
  CHECK(shown(R"({"ids":[0,1,2,3,4,5,6,7,8]})", R"({"ids":[0,1,2,3,9]})") ==
        "id 5 of 9: 4 (before it ... 1 2 3, after it 5 6 7 ...) | "
        "id 5 of 5: 9 (before it ... 1 2 3)");
  CHECK(shown(R"({"ids":[1]})", R"({"ids":[]})") == "id 1 of 1: 1 | no more than 0 ids");
  CHECK(shown(R"({"ids":[]})", R"({"ids":[-1,2]})") ==
        "no more than 0 ids | id 1 of 2: -1 (after it 2)");
  CHECK(shown(R"({"text_hex":"616263"})", R"({"text_hex":"6162"})") ==
        "byte 3 of 3: 63 (before it 61 62) | no more than 2 bytes (before that 61 62)");
  CHECK(shown(R"({"merges":[[97,98],[256,99]]})", R"({"merges":[[97,98],[99,256]]})") ==
        "merge 2 of 2: (256 99) (before it (97 98)) | merge 2 of 2: (99 256) (before it (97 98))");
  const std::string digits = "0123456789012345678901234567890123456789";
  CHECK(shown(R"({"chunks_hex":["61","62"]})", R"({"chunks_hex":["61",")" + digits + "\"]}") ==
        "chunk 2 of 2: [62] (before it [61]) | "
        "chunk 2 of 2: [0123456789012345 ... 4567890123456789] (before it [61])");
  CHECK(shown(R"({"ids":[1,2]})", R"({"ids":[1,2]})") == "none");
  CHECK(shown(R"({"ids":[1,2]})", R"({"chunks_hex":["61"]})") == "none");
}

TEST_CASE("FR-32g: a result has each member of its vector and its judgement") {
  conform::suite::Suite suite = small_suite();
  suite.notes = {{"CrLf", "", "line ends", "", {}}, {"LongInput", "", "a long input", "", {}}};
  conform::suite::Vector& vector = suite.vectors[3];  // the text "aaa"
  vector.flags = {"LongInput", "CrLf"};
  vector.clauses = {"FR-16c", "S9a"};
  vector.tier = Tier::recommended;
  conform::program::Hello hello;
  hello.ops = {"pretokenize", "load", "encode"};
  const auto answer = object_of(R"({"result":"valid","ids":[97,256]})");
  conform::judge::Outcomes outcomes{{3}, std::vector<conform::judge::Outcome>(11)};
  outcomes.hello = hello;
  outcomes.by_place[3] = {
      true, conform::judge::judge(vector, conform::program::Observed{answer, "why"}, hello),
      answer};
  const Result result = conform::explain::findings_of(suite, outcomes, "./it").results.front();
  CHECK(result.id == "encode");
  CHECK(result.level == Level::L1);
  CHECK(result.part == conform::explain::Part::ids);
  CHECK(result.tier == Tier::recommended);
  CHECK(result.status == Status::fail);
  CHECK(result.requirements == vector.clauses);
  CHECK(result.flags == vector.flags);
  CHECK(result.where == "chunk 1 of 1, bytes 0..3");
  CHECK(result.want == "256 97");
  CHECK(result.got == "97 256");
  CHECK(result.tests == "a long input");
  CHECK(result.harm == conform::explain::Harm::wrong_result);
  CHECK(result.repro.ends_with(" | ./it"));
  CHECK(result.detail == "why");

  outcomes.by_place[3].sent = false;
  const Result unsent = conform::explain::findings_of(suite, outcomes, "./it").results.front();
  CHECK(unsent.status == Status::not_claimed);
  CHECK(unsent.detail == "not sent: the run ended before");
  CHECK(unsent.repro.empty());
}

TEST_CASE("text: Unicode versions that explain the same are named together") {
  const auto vector = make_vector("delta", Level::L0, "pretokenize", R"({"text_hex":"28e0b19c"})",
                                  R"({"result":"acceptable","variants":[)"
                                  R"({"unicode":["13.0.0","14.0.0","15.0.0","15.1.0","16.0.0"],)"
                                  R"("chunks_hex":["28e0b19c"],"result":"valid"},)"
                                  R"({"unicode":["17.0.0","18.0.0"],"chunks_hex":["28","e0b19c"],)"
                                  R"("result":"valid"}]})");
  const Result line =
      line_of(vector, object_of(R"({"result":"valid","chunks_hex":["28","e0b19c"]})"));
  CHECK(name(line.status) == "UNICODE_DELTA");
  CHECK(line.unicode == "17.0.0 or 18.0.0");
  CHECK(conform::report::fails_level(line, "16.0.0"));
}

}  // namespace
}  // namespace bpetite::test
