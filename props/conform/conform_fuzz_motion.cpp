// Tests `bpetite conform fuzz` with the operations about text in motion (level L6): each of the
// planted faults is found within a number of cases and made small, a right program has no finding,
// cases keep the rules of vectors, and a finding is a vector that fails again.
//
//   $ bpetite conform fuzz --impl 'bpetite serve --mutant motion-append-alone' --level L6
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/faults/fault.hpp"
#include "conform/judge/lint.hpp"
#include "conform/pipeline.hpp"
#include "conform/search/cases.hpp"
#include "conform/search/fuzz_cases.hpp"
#include "conform/search/fuzz_report.hpp"
#include "conform/search/shrink.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/motion_input.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/vector_rules.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::search::FuzzFinding;
using conform::search::FuzzReport;
using conform::suite::Level;
using conform::suite::Vector;
using namespace std::chrono_literals;

using Ops = std::vector<std::string_view>;

// The program with only `load` and these operations: a filter puts them into its hello.
std::string moving_program(const std::string& mutant, const Ops& ops) {
  std::string names = R"(\"load\")";
  for (const std::string_view op : ops) names += fmt::format(R"(,\"{}\")", op);
  return fmt::format(R"(sh -c '{} serve{} | sed -u "s/\"ops\":\[[^]]*\]/\"ops\":[{}]/"')",
                     BPETITE_PROGRAM, mutant.empty() ? "" : " --mutant " + mutant, names);
}

FuzzReport fuzzed_motion(const std::string& command, std::size_t cases) {
  return conform::search::fuzz(suite(), {.command = command,
                                         .timeout = 10s,
                                         .time = 300s,
                                         .cases = cases,
                                         .findings = 1,
                                         .levels = {Level::L6},
                                         .limits = {1500, 60s}});
}

// The operations that a fault changes, by its flag.
const Ops& ops_of(const std::string& flag) {
  static const std::map<std::string, Ops> ops = {{"MotionStream", {"stream"}},
                                                 {"MotionEdit", {"append", "replace"}},
                                                 {"MotionParts", {"parts"}},
                                                 {"MotionCanonical", {"canonical"}},
                                                 {"MotionWindows", {"windows"}}};
  return ops.at(flag);
}

conform::program::Hello in_motion() {
  conform::program::Hello hello;
  hello.ops = {"load", "stream", "append", "replace", "parts", "canonical", "windows"};
  hello.caps = {"pair-keyed", "same-bytes"};
  hello.profiles = {"gpt2", "cl100k", "o200k", "llama3", "qwen2", "deepseek_v3", "tekken"};
  hello.forms = {"artifact"};
  hello.levels = {"L6"};
  return hello;
}

TEST_CASE("fuzz: each fault with text in motion is found, and made small", "[fuzz]") {
  constexpr std::size_t most_cases = 1500;
  std::size_t faults = 0;
  for (const conform::faults::Fault& fault : conform::faults::mutants()) {
    if (fault.level != Level::L6) continue;
    ++faults;
    if (faults % every(5) != 0) continue;
    const FuzzReport report =
        fuzzed_motion(moving_program(fault.name, ops_of(fault.flag)), most_cases);
    INFO(fault.name);
    REQUIRE(report.findings.size() == 1);
    const FuzzFinding& finding = report.findings[0];
    INFO(conform::search::to_text(finding));
    CHECK(std::ranges::count(ops_of(fault.flag), finding.op) == 1);
    CHECK(name(finding.status) == "FAIL");
    CHECK_FALSE(finding.repro.empty());
    REQUIRE(finding.steps.size() == 1);
    std::size_t bytes = 0;
    for (const std::string& text : conform::search::texts_of(finding.steps[0])) {
      bytes += text.size();
    }
    CHECK(bytes <= (fault.name == "motion-append-overlap" ? 200 : 24));
  }
  CHECK(faults == 29);
}

TEST_CASE("fuzz: a right program has no finding with text in motion", "[fuzz]") {
  const Ops all(conform::suite::motion_ops.begin(), conform::suite::motion_ops.end());
  const FuzzReport report = fuzzed_motion(moving_program("", all), scaled(400));
  for (const FuzzFinding& finding : report.findings) {
    UNSCOPED_INFO(conform::search::to_text(finding));
  }
  CHECK(report.findings.empty());
  CHECK(report.partial.empty());
  if (few_cases()) return;
  for (const std::string_view op : all) CHECK(report.by_op.at(std::string(op)) >= 40);
}

TEST_CASE("fuzz: a case of text in motion keeps the rules of vectors", "[fuzz]") {
  conform::suite::Suite around = suite();
  conform::search::CaseMaker maker(around, in_motion(), 5);
  std::map<std::string, std::set<std::string>> profiles;
  for (std::size_t i = 0; i < scaled(2000); ++i) {
    const Vector vector = maker.next();
    const json::Value value{json::Object{{"input", {vector.input}}, {"artifact", vector.artifact}}};
    INFO(vector.op << " " << json::serialize(value));
    CHECK_NOTHROW(conform::suite::check_question(around, vector.op, {"case", "", value}));
    CHECK(vector.level == Level::L6);
    profiles[vector.op].insert(
        conform::suite::profile_in(vector.artifact).value_or("that of the vectors"));

    // What is read of an input is what it was written from.
    const json::Value input{vector.input};
    const auto read = conform::suite::read_motion_input(vector.op, {"case", "", input});
    CHECK(json::serialize({conform::suite::motion_members(vector.op, read)}) ==
          json::serialize(input));
    for (const std::string& text : conform::search::texts_of(vector)) {
      CHECK_FALSE(conform::suite::drifts(text));
    }
  }
  if (few_cases()) return;
  for (const auto& [op, names] : profiles) CHECK(names.size() == 8);
  CHECK(profiles.size() == 6);
}

TEST_CASE("fuzz: a program without profiles gets the pattern of the vectors", "[fuzz]") {
  const auto names = [](const conform::program::Hello& hello) {
    conform::suite::Suite own = suite();
    conform::search::CaseMaker maker(own, hello, 7);
    std::size_t profiled = 0;
    for (int i = 0; i < 100; ++i) {
      profiled += conform::suite::profile_in(maker.next().artifact) ? 1U : 0U;
    }
    return profiled;
  };
  conform::program::Hello hello = in_motion();
  CHECK(names(hello) > 30);
  hello.forms = {"ranks"};  // it holds only tokens that are merged by bytes
  CHECK(names(hello) > 10);
  hello.forms.clear();
  CHECK(names(hello) == 0);
  hello = in_motion();
  hello.profiles = {"unheard_of"};
  CHECK(names(hello) == 0);
}

TEST_CASE("fuzz: a finding of text in motion is a vector that fails again", "[fuzz]") {
  const std::string wrong = moving_program("motion-patch-to-the-end", {"replace"});
  const FuzzReport report = fuzzed_motion(wrong, 500);
  REQUIRE(report.findings.size() == 1);
  CHECK(report.findings[0].what == R"(text " ", edits [0,0,"a"] with no merges)");
  const conform::suite::Suite found =
      conform::suite::suite_with(conform::search::vectors_of(report));
  CHECK(conform::judge::lint(found).empty());
  REQUIRE(found.vectors.size() == 1);
  CHECK(found.vectors[0].op == "replace");
  const auto status = [&](const std::string& command) {
    const conform::judge::RunOptions options{.command = command, .timeout = 10s};
    return std::string(name(conform::judge_program(found, options).results.at(0).status));
  };
  CHECK(status(wrong) == "FAIL");
  CHECK(status(moving_program("", {"replace"})) == "PASS");
}

// A filter changes the id of "!" in all answers.
TEST_CASE("fuzz: a fault of the encoder is found in encode, not in a stream", "[fuzz]") {
  const std::string right = moving_program("", {"stream", "append", "encode"});
  const std::string wrong = right + R"( | sed -u -E "s/([[,])33([],])/\17\2/g")";
  const FuzzReport report = fuzzed_motion(wrong, 500);
  REQUIRE(report.findings.size() == 1);
  INFO(conform::search::to_text(report.findings[0]));
  CHECK(report.findings[0].op == "encode");
  CHECK(report.findings[0].what == "text \"!\" with no merges");
}

// --- Smaller cases. ---

// The smallest case that the function still takes for a failure.
std::string shrunk_motion(const std::string& op, const std::string& input,
                          const std::function<bool(const Vector&)>& fails,
                          const std::string& artifact = R"({"merges":[]})") {
  Vector vector = make_vector("x", Level::L6, op, input, "{}");
  vector.artifact = {object_of(artifact)};
  REQUIRE(fails(vector));
  const auto still = [&](const Vector& candidate) { return std::optional(fails(candidate)); };
  const Vector smallest = conform::search::shrink(suite(), vector, still, {3000, 60s}).vector;
  return json::serialize({json::Array{{smallest.input}, smallest.artifact}});
}

std::string joined_texts(const Vector& vector) {
  std::string all;
  for (const std::string& text : conform::search::texts_of(vector)) all += text;
  return all;
}

TEST_CASE("shrink: pieces, parts and edits become fewer, and their texts shorter", "[fuzz]") {
  const auto has_xy = [](const Vector& vector) {
    return joined_texts(vector).find("xy") != std::string::npos;
  };
  CHECK(shrunk_motion("stream", R"({"pieces_hex":["6162","6178","7962",""]})", has_xy) ==
        R"([{"pieces_hex":["7879"]},{"merges":[]}])");
  CHECK(shrunk_motion("append", R"({"texts_hex":["6162","6178","7962"]})", has_xy) ==
        R"([{"texts_hex":["7879"]},{"merges":[]}])");
  CHECK(shrunk_motion("parts",
                      R"({"parts":[{"text_hex":"61"},{"template_hex":"6278"},{"token":300},)"
                      R"({"template_hex":"79"}],"seams":"cut","strict":true})",
                      has_xy) ==
        R"([{"parts":[{"text_hex":"7879"}],"seams":"joined","strict":false},{"merges":[]}])");
}

TEST_CASE("shrink: an edit stays at its place if the text before it becomes shorter", "[fuzz]") {
  // The first edit puts an x before the z, the second replaces this z.
  const auto fails = [](const Vector& vector) {
    const json::Value input{vector.input};
    const auto read = conform::suite::read_motion_input("replace", {"case", "", input});
    if (read.edits.size() != 2) return false;
    std::string text = read.text;
    for (const auto& [begin, end, put_in] : read.edits) {
      if (begin > end || end > text.size()) return false;
      const std::string gone = text.substr(begin, end - begin);
      if (put_in != (gone.empty() ? "x" : "y") || (!gone.empty() && gone != "z")) return false;
      text.replace(begin, end - begin, put_in);
    }
    return text.find("xy") != std::string::npos;
  };
  CHECK(shrunk_motion("replace", R"({"text_hex":"616263c3a97a62","edits":[[5,5,"78"],[6,7,"79"]]})",
                      fails) ==
        R"([{"text_hex":"7a","edits":[[0,0,"78"],[1,2,"79"]]},{"merges":[]}])");
}

// What is left out may lie before an edit, directly behind it, or further behind. The edits put in
// fewer bytes than they take, as many, or more.
TEST_CASE("shrink: text around an edit goes, and the edits behind it keep their places", "[fuzz]") {
  for (const std::string_view put : {"", "x", "xyy"}) {
    // The first edit puts that in place of the b, and the second a z in place of the d.
    const auto fails = [&](const Vector& vector) {
      const json::Value input{vector.input};
      const auto read = conform::suite::read_motion_input("replace", {"case", "", input});
      if (read.edits.size() != 2) return false;
      std::string text = read.text;
      std::string gone;
      for (const auto& [begin, end, more] : read.edits) {
        if (begin > end || end > text.size() || more != (gone.empty() ? put : "z")) return false;
        gone += text.substr(begin, end - begin);
        text.replace(begin, end - begin, more);
      }
      return gone == "bd";
    };
    const std::string hex = conform::suite::to_hex(put);
    for (const std::string_view before : {"", "61", "61c3a9"}) {
      for (const std::string_view between : {"", "63", "e282ac63"}) {
        const std::size_t b = before.size() / 2;
        const std::size_t d = b + put.size() + between.size() / 2;  // behind the first edit
        CHECK(shrunk_motion("replace",
                            fmt::format(R"({{"text_hex":"{}62{}6461","edits":[[{},{},"{}"],)"
                                        R"([{},{},"7a"]]}})",
                                        before, between, b, b + 1, hex, d, d + 1),
                            fails) ==
              fmt::format(R"([{{"text_hex":"6264","edits":[[0,1,"{}"],[{},{},"7a"]]}},)"
                          R"({{"merges":[]}}])",
                          hex, put.size(), put.size() + 1));
      }
    }
  }
}

TEST_CASE("shrink: merges that go are taken out of ids and of added tokens", "[fuzz]") {
  const auto by_token = [](const Vector& vector) {
    const std::string all = json::serialize({json::Array{{vector.input}, vector.artifact}});
    const auto merges = conform::suite::merges_of(suite(), vector.artifact);
    const std::string id = std::to_string(256 + merges->size());
    return all.find("\"token\":" + id) != std::string::npos &&
           all.find("\"id\":" + id) != std::string::npos;
  };
  CHECK(shrunk_motion("parts", R"({"parts":[{"token":258}],"seams":"joined","strict":false})",
                      by_token,
                      R"({"profile":"gpt2","merges":[[97,98],[99,100]],"added":[)"
                      R"({"literal":"<t>","id":259,"special":false},)"
                      R"({"literal":"<s>","id":258,"rstrip":true}]})") ==
        R"([{"parts":[{"token":256}],"seams":"joined","strict":false},)"
        R"({"profile":"gpt2","merges":[],"added":[{"literal":"<s>","id":256}]}])");
  const auto has_three = [](const Vector& vector) {
    return conform::suite::list_member(vector.input, "ids")->size() >= 3;
  };
  CHECK(shrunk_motion("canonical", R"({"ids":[256,98,257],"as":"one string"})", has_three,
                      R"({"merges":[[97,98],[256,99]]})") ==
        R"([{"ids":[97,97,97],"as":"parts"},{"merges":[]}])");
}

TEST_CASE("shrink: windows become smaller, and their text shorter", "[fuzz]") {
  const auto fails = [](const Vector& vector) {
    return joined_texts(vector).size() >= 4 &&
           conform::suite::number_member(vector.input, "max_ids") >= 3U;
  };
  CHECK(shrunk_motion("windows",
                      R"({"text_hex":"6162632064650a","max_ids":9,"overlap":2,"at":"line"})",
                      fails) ==
        R"([{"text_hex":"61616161","max_ids":3,"overlap":0,"at":"safe"},{"merges":[]}])");
}

}  // namespace
}  // namespace bpetite::test
