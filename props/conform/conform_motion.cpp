// Tests how the kit reads and judges answers about text in motion (level L6): a stream must give a
// list of ids for each piece and one for the end, at least what lies before the last safe place,
// and no id that later text can change. Also tests which vectors need the capability `pair-keyed`.
#include <algorithm>
#include <string>
#include <utility>
#include <variant>

#include <bpetite/errors.hpp>

#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/program/motion_answers.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "support/conform.hpp"
#include "support/property.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using conform::judge::compare;
using conform::program::Status;

json::Object object_of_json(const std::string& text) {
  return std::get<json::Object>(std::get<json::Value>(json::parse(text)).data);
}

// What is read of an answer, or the member that is missing.
std::string read_motion_of(const std::string& op, const std::string& request,
                           const std::string& answer) {
  const auto read =
      conform::program::read_motion(op, object_of_json(request), object_of_json(answer));
  const auto* const malformed = std::get_if<conform::suite::Malformed>(&read);
  return malformed != nullptr ? malformed->reason : json::serialize({std::get<json::Object>(read)});
}

CLAUSE_TEST("FR-32h", "a stream answers with a list of ids for each piece, and one for the end") {
  const std::string two = R"({"pieces_hex":["61","62"]})";
  const std::string required = "\"given\" with a list of ids for each piece and one for the end";
  CHECK(read_motion_of("stream", two, R"({"given":[[1],[2,3],[4]]})") ==
        R"({"ids":[1,2,3,4],"counts":[1,3]})");
  for (const char* const answer : {R"({"given":[[1],[2]]})", R"({"given":[[1],[2],[3],[4]]})",
                                   R"({"given":[[1],2,[3]]})", R"({"ids":[1]})"}) {
    INFO(answer);
    CHECK(read_motion_of("stream", two, answer) == required);
  }
  CHECK(read_motion_of("append", "{}", R"({"patches":[{"kept":1,"ids":[2]}]})") ==
        "\"patches\" with \"kept\", \"gone\" and \"ids\"");
  CHECK(read_motion_of("canonical", "{}", R"({"canonical":false})") ==
        "\"index\" that is an integer");
  CHECK(read_motion_of("windows", "{}", R"({"windows":[[0,1]]})") ==
        "\"windows\" of three numbers");
}

CLAUSE_TEST("FR-32h S60c", "a stream must give the ids before the last safe place") {
  const conform::program::Loaded loaded{v1_table({})};
  const auto given = [&](const std::string& piece) {
    return conform::program::reference_motion().stream({{piece, "\xad"}}, loaded).front().size();
  };
  CHECK(given("one two three \xe4\xb8") == 13);
  CHECK(given("one two three<|endof \xe4\xb8") == 20);
  CHECK(given("one\xe4\xb8") == 0);
  const std::vector<std::string> pieces = {"one two three", "<|endof", " two"};
  const auto all = conform::program::reference_motion().stream(pieces, loaded);
  CHECK(all[0].size() == 7);
  CHECK(all[1].empty());
}

// The answer of the reference to a vector if merges are found in this way, or "error".
std::string motion_answer_by(Merging merging, const conform::suite::Vector& vector) {
  Table table = conform::suite::profile_in(vector.artifact)
                    ? conform::suite::profiled_table({"artifact", "", vector.artifact})
                    : conform::suite::judged_table(
                          conform::suite::merges_of(suite(), vector.artifact).value());
  table.profile.merging = merging;
  try {
    return json::serialize({conform::program::motion_answer(
        vector.op, vector.input, conform::program::reference_motion(), {std::move(table)})});
  } catch (const Error&) {
    return "error";
  }
}

CLAUSE_TEST("FR-32i S19b", "vectors need pair-keyed if a program that merges by bytes fails them") {
  std::size_t needing = 0;
  for (const conform::suite::Vector& vector : suite().vectors) {
    if (!conform::suite::is_motion_op(vector.op)) continue;
    INFO(vector.id);
    const bool needs = std::ranges::count(vector.requires_caps, "pair-keyed") != 0;
    CHECK(needs ==
          (motion_answer_by(Merging::pairs, vector) != motion_answer_by(Merging::bytes, vector)));
    needing += needs ? 1 : 0;
  }
  CHECK(needing != 0);
}

CLAUSE_TEST("FR-32i S60a S60c",
            "a stream fails if it gives too little, or too much, after a piece") {
  const json::Object expect =
      object_of_json(R"({"result":"valid","ids":[1,2,3],"least":[0,1],"most":[1,2]})");
  const auto status = [&](const std::string& counts) {
    return compare(expect,
                   object_of_json(R"({"result":"valid","ids":[1,2,3],"counts":)" + counts + "}"));
  };
  CHECK(status("[0,1]") == Status::pass);
  CHECK(status("[1,2]") == Status::pass);
  CHECK(status("[0,0]") == Status::fail);
  CHECK(status("[2,2]") == Status::fail);
  CHECK(status("[1,3]") == Status::fail);
  CHECK(status("[1]") == Status::fail);
}

// `<s>` is not allowed, and `<s>x` is, since it is not special. So `<s>` is an open text, but not a
// whole one.
CLAUSE_TEST("S60a S27a", "an open text may be one that is refused if nothing follows") {
  conform::suite::Vector vector;
  vector.op = "stream";
  vector.input = object_of_json(R"({"pieces_hex":["61203c733e","78"]})");
  vector.artifact = {
      object_of_json(R"({"profile":"o200k","merges":[],"added":[{"literal":"<s>","id":300},)"
                     R"({"literal":"<s>x","id":301,"special":false}]})")};
  const auto answer = [&] {
    return json::serialize({conform::judge::reference_expectation(vector, {})});
  };
  CHECK(answer() == R"({"result":"valid","ids":[97,32,301],"least":[1,2],"most":[3,3]})");
  vector.input = object_of_json(R"({"pieces_hex":["61203c733e","79"]})");
  CHECK(answer() == R"({"result":"invalid","error":"ValueError"})");
}

}  // namespace
}  // namespace bpetite::test
