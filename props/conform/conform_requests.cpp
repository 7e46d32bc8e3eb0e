// Tests the exchange with a program without its process: the lines of the protocol, what is sent
// for each operation and what is observed in its answer, limits beyond 64 bits and digits of hex,
// answers from a file, faulty requests to the server, and the smoke test.
#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conform/judge/expected.hpp"
#include "conform/pipeline.hpp"
#include "conform/program/exchange.hpp"
#include "conform/program/serve.hpp"
#include "conform/program/smoke.hpp"
#include "conform/suite/protocol.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

using conform::explain::Result;
using conform::program::Status;
using conform::report::Report;
using conform::suite::Level;

TEST_CASE("FR-32h: a line of the protocol is read as it was written, or its fault is named") {
  using namespace conform::suite;
  const auto answer = [](std::string_view line) {
    const auto parsed = parse_answer(line);
    const auto* malformed = std::get_if<Malformed>(&parsed);
    if (malformed != nullptr) return malformed->reason;
    const auto& [id, given] = std::get<Answered>(parsed);
    return to_line(id, given);
  };
  for (const std::string line :
       {R"({"id":0,"ok":{"ids":[1],"more":{}}})", R"({"id":7,"skip":{"reason":"why"}})",
        R"({"id":7,"error":{"class":"ValueError","message":"m","step":19}})"}) {
    CHECK(answer(line) == line);
  }
  CHECK(answer(R"({"id":7,"error":{"class":"E","step":20}})") ==
        R"({"id":7,"error":{"class":"E","message":""}})");
  CHECK(answer(R"({"id":7,"skip":{}})") == R"({"id":7,"skip":{"reason":""}})");
  CHECK(answer("[]") == "not a JSON object");
  CHECK(answer("{x").starts_with("not JSON at byte 1: "));
  for (const char* id : {"-1", "\"1\"", "18446744073709551616"}) {
    CHECK(answer(fmt::format(R"({{"id":{},"ok":{{}}}})", id)) == "an answer has an integer \"id\"");
  }
  for (const char* line : {R"({"id":1})", R"({"id":1,"ok":[]})", R"({"id":1,"ok":{},"skip":{}})"}) {
    CHECK(answer(line) == R"(an answer has exactly one of "ok", "error" and "skip", an object)");
  }
  CHECK(answer(R"({"id":1,"error":{"class":1}})") == R"("error" has no "class" that is a string)");
  const auto request = parse_request(R"({"a":[1],"op":"x","b":2,"id":3})");
  CHECK(to_line(std::get<Request>(request)) == R"({"id":3,"op":"x","a":[1],"b":2})");
  for (const char* line : {R"({"id":1})", R"({"op":"x"})", R"({"id":1,"op":2})"}) {
    const auto wrong = parse_request(line);
    CHECK(std::get<Malformed>(wrong).reason ==
          R"(a request has an integer "id" and a string "op")");
  }
  CHECK(from_hex("00aFfA") == std::string("\0\xaf\xfa", 3));
  for (const char* hex : {"0", "0g", "g0", "@0", "`0", ":0"}) CHECK_FALSE(from_hex(hex));
  const auto sizes = [](std::string_view text) {
    return vocab_size_of(std::get<json::Integer>(std::get<json::Value>(json::parse(text)).data));
  };
  CHECK(sizes("-5") == 0);
  CHECK(sizes("4294967294") == 4294967294U);
  CHECK(sizes("4294967296") == 4294967295U);
  CHECK(sizes("99999999999999999999") == 4294967295U);
}

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
  auto requests = conform::program::request_lines(suite, {&*vector}, bundle);
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
  CHECK_THAT(answers, contains_text("[300,301,97,302,303]"));
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

}  // namespace
}  // namespace bpetite::test
