// Tests the rules of a suite (conformance/INTERPRETING.md, "A suite that is at fault"): every
// faulty vector, file or index gives a SuiteError that names the place, and nothing crashes, hangs,
// grows or leaves the bundle. Changes each member of a valid vector in each hostile way, and adds
// members to expectations that nothing would check.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conform/judge/lint.hpp"
#include "conform/program/bundle.hpp"
#include "conform/program/exchange.hpp"
#include "conform/suite/motion_input.hpp"
#include "conform/suite/names.hpp"
#include "conform/suite/placed_json.hpp"
#include "conform/suite/vector_rules.hpp"
#include "conform/suite/vectors.hpp"
#include "support/catch.hpp"
#include "support/suite_files.hpp"

namespace bpetite::test {
namespace {

using conform::suite::Suite;
using conform::suite::SuiteError;

json::Value value_of(std::string_view text) {
  auto document = json::parse(text);
  REQUIRE(std::holds_alternative<json::Value>(document));
  return std::get<json::Value>(std::move(document));
}

// --- Generated mutations: every place of a vector, with each of the hostile values. ---

using Path = std::vector<std::size_t>;

std::size_t children(const json::Value& value) {
  if (const auto* object = std::get_if<json::Object>(&value.data)) return object->size();
  if (const auto* array = std::get_if<json::Array>(&value.data)) return array->size();
  return 0;
}

json::Value& child(json::Value& value, std::size_t index) {
  if (auto* object = std::get_if<json::Object>(&value.data)) return (*object)[index].value;
  return std::get<json::Array>(value.data)[index];
}

// All places in a value, including the value itself.
std::vector<Path> places_in(json::Value& root) {
  std::vector<Path> paths = {{}};
  for (std::size_t i = 0; i < paths.size(); ++i) {
    json::Value* at = &root;
    for (const std::size_t step : paths[i]) at = &child(*at, step);
    for (std::size_t next = 0; next < children(*at); ++next) {
      Path path = paths[i];
      path.push_back(next);
      paths.push_back(std::move(path));
    }
  }
  return paths;
}

json::Value& value_at(json::Value& root, const Path& path) {
  json::Value* at = &root;
  for (const std::size_t step : path) at = &child(*at, step);
  return *at;
}

std::string nested(std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); }

const std::vector<std::string>& hostile_values() {
  static const std::vector<std::string> all = {"null",
                                               "true",
                                               "0.5",
                                               "1e300",
                                               "-1",
                                               "0",
                                               "18446744073709551615",
                                               "340282366920938463463374607431768211456",
                                               R"("")",
                                               R"("zz")",
                                               R"("../../../precious")",
                                               R"("/precious")",
                                               R"("a\u0000b")",
                                               R"("61")",
                                               "[]",
                                               "[[]]",
                                               "{}",
                                               R"({"a":1})",
                                               nested(400)};
  return all;
}

// Uses a suite that was accepted: makes its requests and computes the reference's answers.
void use(const Suite& suite) {
  const conform::program::Bundle bundle;
  std::vector<const conform::suite::Vector*> vectors;
  for (const conform::suite::Vector& vector : suite.vectors) vectors.push_back(&vector);
  CHECK(conform::program::request_lines(suite, vectors, bundle).size() >= 2);
  conform::judge::lint(suite);
}

TEST_CASE("rules: a vector of each kind is accepted") {
  for (const auto& [op, members] : sound_vectors()) {
    INFO(op << " " << members);
    CHECK(complaint(op, members).empty());
    use(parsed(file_of(op, vector_of(members))));
  }
}

TEST_CASE("rules: each member changed in each hostile way is refused, or does no harm") {
  std::size_t refused = 0;
  std::size_t taken = 0;
  for (const auto& [op, members] : sound_vectors()) {
    json::Value vector = value_of(vector_of(members));
    for (const Path& path : places_in(vector)) {
      for (const std::string& hostile : hostile_values()) {
        json::Value changed = vector;
        json::Value& place = value_at(changed, path);
        json::Value value = value_of(hostile);
        const bool other_type = place.data.index() != value.data.index();
        place = std::move(value);
        const std::string text = json::serialize(changed);
        const std::string said = complaint(file_of(op, text));
        INFO(text << "\n" << said);
        if (said.empty()) {
          // Each item of texts_hex may be a text or an object.
          CHECK((!other_type || text.find("texts_hex") != std::string::npos));
          use(parsed(file_of(op, text)));
          ++taken;
        } else {
          CHECK(said.starts_with("suite: mine.json: "));
          CHECK(said.find("/vectors/0") != std::string::npos);
          CHECK(said.find("required ") != std::string::npos);
          ++refused;
        }
      }
    }
  }
  CHECK(refused > 3000);
  CHECK(taken > 50);
}

TEST_CASE("FR-32g: rules: a question keeps its limits exactly, and each complaint is whole") {
  struct Question {
    std::string_view op;
    std::string input;
    std::string artifact;
    std::string said;  // behind the name of the vector
  };
  const auto patches = [](const std::string& list) {
    return R"({"base":"tiny","patch":[)" + list + "]}";
  };
  const std::string append = R"({"op":"append_hex","to":""})";
  const std::string eight = fmt::format("{}", fmt::join(std::vector(8, append), ","));
  const auto nest = [&](const std::string& from, int depth) {
    return patches(
        fmt::format(R"({{"op":"nest","from":"{}","open":"","close":"","depth":{}}})", from, depth));
  };
  const std::string save = R"("setup":"none","overwrite":true)";
  const std::string train = R"(,"train":{"corpus_hex":"61","vocab_size":257})";
  const std::string digits = R"("digits":"30313233343536373839")";
  const std::string forms = "text_hex, text_repeat, text_random, text_numbered";
  const std::vector<Question> questions = {
      {"pretokenize", R"("text_repeat":[["61",2000000]])", "", ""},
      {"pretokenize", R"("text_repeat":[["61",1999999],["62",2]])", "",
       "/input/text_repeat/1/1: too much, required at most 2000000 in all"},
      {"pretokenize", R"("text_repeat":[["61",1]],"text":"a")", "",
       "/input: a member \"text\", required no other than " + forms},
      {"pretokenize", R"("text_hex":"61","text_repeat":[])", "",
       "/input: text_hex and text_repeat, required exactly one of " + forms},
      {"pretokenize", "", "", "/input: none of them, required exactly one of " + forms},
      {"pretokenize", R"("text_random":{"seed":1,"bytes":2000000,"parts":["61"]})", "", ""},
      {"pretokenize", R"("text_random":{"seed":1,"bytes":2000001,"parts":["61"]})", "",
       "/input/text_random/bytes: 2000001, required an integer from 0 to 2000000"},
      {"pretokenize", R"("text_random":{"seed":1,"bytes":1,"parts":["61",""]})", "",
       "/input/text_random/parts/1: no byte, required at least one"},
      {"pretokenize", R"("text_numbered":{"count":285714,)" + digits + "}", "", ""},
      {"pretokenize", R"("text_numbered":{"count":285715,)" + digits + "}", "",
       "/input/text_numbered/count: too much, required at most 2000000 in all"},
      {"pretokenize", R"("text_numbered":{"count":1,"digits":"61"})", "",
       "/input/text_numbered/digits: 1 digit, required at least two"},
      {"pretokenize", R"("text_hex":"61")", "{}",
       "/artifact: an artifact, required none for this operation"},
      {"decode", R"("ids_repeat":[[97,999999],[7,1]])", R"("tiny")", ""},
      {"decode", R"("ids_repeat":[[97,999999],[700,1]])", R"("tiny")",
       "/input/ids_repeat/1: too much, required at most 4000000 in all"},
      {"decode", R"("sequence":[])", R"("tiny")",
       "/input/sequence: no call, required at least one"},
      {"decode", R"("ids":[1])", R"("none")",
       "/artifact: \"none\", required the name of an artifact of the suite"},
      {"train", R"("counts":[["616161",9223372036854775807]],"vocab_size":-1)", "", ""},
      {"train", R"("counts":[["616161",9223372036854775808]],"vocab_size":-1)", "",
       "/input/counts/0/1: too much, required at most 18446744073709551615 in all"},
      {"train", R"("counts":[["61",1],["",1]],"vocab_size":-1)", "",
       "/input/counts/1/0: \"\", required a chunk of UTF-8, not empty"},
      {"save", save + train, "", ""},
      {"save", save, "", ": neither \"train\" nor an artifact, required one of them to be saved"},
      {"save", save + train, R"("tiny")",
       ": \"train\" and an artifact, required one of them to be saved"},
      {"load", "", R"({"merges":[[97,98],[256,97]]})", ""},
      {"load", "", R"({"merges":[[97,98],[97,257]]})",
       "/artifact/merges/1/1: 257, required an integer from 0 to 256"},
      {"load", "", patches(eight), ""},
      {"load", "", patches(eight + "," + append),
       "/artifact/patch: 9 patches, required from 1 to 8"},
      {"load", "", patches(""), "/artifact/patch: 0 patches, required from 1 to 8"},
      {"load", "", patches(R"({"op":"truncate","bytes":16777216})"), ""},
      {"load", "", patches(R"({"op":"truncate","bytes":16777217})"),
       "/artifact/patch/0/bytes: 16777217, required an integer from 0 to 16777216"},
      {"load", "", nest("merges", 16777217),
       "/artifact/patch/0/depth: 16777217, required an integer from 0 to 16777216"},
      {"load", "", nest("", 1),
       "/artifact/patch/0/from: nothing, required what stands in the file"},
      {"load", "", nest("none", 1),
       "/artifact/patch: suite: a patch does not apply: no \"none\", required patches that apply"}};
  for (const auto& [op, input, artifact, said] : questions) {
    CAPTURE(op, input, artifact);
    const std::string with = artifact.empty() ? "" : R"("artifact":)" + artifact + ",";
    CHECK(complaint(op, R"("input":{)" + input + "}," + with +
                            R"("expect":{"result":"invalid","error":"ValueError"})") ==
          (said.empty() ? "" : "suite: mine.json: my-id: /vectors/0" + said));
  }
}

TEST_CASE("FR-32g: rules: the texts of text in motion have at most the bytes of a text in all") {
  constexpr std::size_t most = conform::suite::limits::text;
  const auto hex = [](std::size_t bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes; ++i) text += "61";
    return text;
  };
  const std::string half = hex(most / 2);
  const std::string options = R"("max_ids":8,"overlap":0,"at":"safe")";
  for (const bool is_more : {false, true}) {
    const std::string rest = hex(most / 2 + (is_more ? 1 : 0));
    std::string ids = "97";
    for (std::size_t i = 1; i < most + (is_more ? 1 : 0); ++i) ids += ",97";
    const std::vector<std::pair<std::string_view, std::string>> questions = {
        {"stream", fmt::format(R"("pieces_hex":["{}","{}"])", half, rest)},
        {"append", fmt::format(R"("texts_hex":["{}","{}"])", half, rest)},
        {"replace", fmt::format(R"("text_hex":"{}","edits":[[0,0,"{}"]])", half, rest)},
        {"parts", fmt::format(R"("parts":[{{"text_hex":"{}"}},{{"template_hex":"{}"}}],)"
                              R"("seams":"joined","strict":false)",
                              half, rest)},
        {"canonical", fmt::format(R"("ids":[{}],"as":"parts")", ids)},
        {"windows", fmt::format(R"("text_hex":"{}{}",{})", half, rest, options)}};
    for (const auto& [op, input] : questions) {
      INFO(op);
      const json::Value value = value_of(fmt::format("{{{}}}", input));
      std::string said;
      try {
        conform::suite::check_motion_input(op, {"x", "/input", value});
      } catch (const SuiteError& error) {
        said = error.what();
      }
      const std::string wanted = fmt::format("{} bytes, required at most {}", most + 1, most);
      CHECK(said.find(wanted) == (is_more ? said.size() - wanted.size() : std::string::npos));
    }
  }
}

TEST_CASE("FR-32g: rules: an expectation keeps its limits exactly, and each complaint is whole") {
  const std::string zeros(62, '0');
  const std::string invalid = R"("result":"invalid","error":"ValueError")";
  const std::string version = R"({"result":"invalid","error":"KeyError","unicode":["13.0.0"]})";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {invalid + R"(,"within_seconds":3600)", ""},
      {invalid + R"(,"within_seconds":3601)",
       "/within_seconds: 3601, required an integer from 1 to 3600"},
      {invalid + R"(,"step":19,"other_step":1)", ""},
      {invalid + R"(,"step":1,"other_step":20)",
       "/other_step: 20, required an integer from 1 to 19"},
      {R"("result":"invalid","error":"Error")",
       "/error: \"Error\", required one of ValueError, KeyError, UnicodeDecodeError, "
       "FileExistsError, FileNotFoundError, OSError"},
      {R"("result":"wrong")", "/result: \"wrong\", required one of valid, invalid, acceptable"},
      {R"("result":"valid","ids_count":1,"ids_sha256":")" + zeros + R"(")",
       "/ids_sha256: 62 digits, required a SHA-256 in hex"},
      {R"("result":"valid","ids":[],"ids_count":0)",
       ": a member \"ids_count\", required no other than result, within_seconds, ids"},
      {R"("result":"acceptable","variants":[)" + version + "]",
       "/variants: none for Unicode 14.0.0, required a variant for each carried version"},
      {R"("result":"acceptable","variants":[)" + version + "," + version + "]",
       "/variants/1/unicode/0: a version that is not carried, or was named before, required each "
       "of them once"}};
  for (const auto& [expect, said] : cases) {
    CAPTURE(expect);
    CHECK(complaint("encode",
                    R"("input":{"text_hex":"61"},"artifact":"tiny","expect":{)" + expect + "}") ==
          (said.empty() ? "" : "suite: mine.json: my-id: /vectors/0/expect" + said));
  }
}

// A member that is not compared with anything would look like a test.
TEST_CASE("FR-32g: rules: nothing stands in an expectation that is not checked") {
  const auto said = [](std::string_view completion, std::string_view expect) {
    return complaint("render", fmt::format(R"("input":{{"conversation":[],"special_tokens":{{}},)"
                                           R"("max_tokens":9,"completion":{}}},"artifact":"tiny",)"
                                           R"("expect":{{"result":"valid",{}}})",
                                           completion, expect));
  };
  const std::string place = "suite: mine.json: my-id: /vectors/0/expect";
  CHECK(said("true", R"("ids":[1])").empty());
  CHECK(said("false", R"("ids":[1],"mask":[1])").empty());
  CHECK(said("true", R"("ids":[1],"mask":[1])") ==
        place + ": a member \"mask\", required no other than result, within_seconds, ids");
  CHECK(said("true", R"("ids":[1],"mask":[2])") ==
        place + ": a member \"mask\", required no other than result, within_seconds, ids");
  CHECK(said("false", R"("ids":[1],"mask":[2])").starts_with(place + "/mask/0: "));
  CHECK(said("false", R"("ids":[1])").starts_with(place + ": no \"mask\""));

  const std::vector<std::string> members = {
      "ids",    "ids_count", "mask",  "text_hex", "texts_hex",  "chunks_hex", "merges",  "probe",
      "sha256", "bytes",     "error", "step",     "other_step", "unicode",    "variants"};
  std::size_t refused = 0;
  for (const Sound& sound : sound_vectors()) {
    const std::string whole(sound.members);
    const std::size_t at = whole.rfind(R"("expect":{)") + std::string_view(R"("expect":{)").size();
    const bool may_have_step = whole.find(R"("error":)", at) != std::string::npos;
    for (const std::string& member : members) {
      if (whole.find('"' + member + "\":", at) != std::string::npos) continue;
      if (may_have_step && member.ends_with("step")) continue;
      std::string more = whole;
      more.insert(at, '"' + member + "\":1,");
      CAPTURE(sound.op, more);
      CHECK(complaint(sound.op, more).starts_with(place));
      ++refused;
    }
  }
  CHECK(refused > 100);
}

TEST_CASE("rules: a missing member is named") {
  // These members are optional.
  const std::vector<std::string_view> optional = {
      "requires", "text", "corpus", "probe", "step", "other_step", "within_seconds", "patch"};
  std::size_t refused = 0;
  for (const auto& [op, members] : sound_vectors()) {
    json::Value vector = value_of(vector_of(members));
    for (const Path& path : places_in(vector)) {
      const auto* object = std::get_if<json::Object>(&value_at(vector, path).data);
      for (std::size_t i = 0; object != nullptr && i < object->size(); ++i) {
        const std::string name = (*object)[i].key;
        json::Value changed = vector;
        auto& members_there = std::get<json::Object>(value_at(changed, path).data);
        members_there.erase(members_there.begin() + static_cast<std::ptrdiff_t>(i));
        const std::string text = json::serialize(changed);
        const std::string said = complaint(file_of(op, text));
        INFO(text << "\n" << said);
        const bool may_miss = std::find(optional.begin(), optional.end(), name) != optional.end();
        // "probe" is optional in the input, but not in the expectation.
        const bool expected =
            path.size() == 1 && name == "probe" && json::find(*object, "result") != nullptr;
        CHECK(said.empty() == (may_miss && !expected));
        refused += said.empty() ? 0U : 1U;
      }
    }
  }
  CHECK(refused >= 120);
}

TEST_CASE("rules: an id is a slug, and belongs to one vector") {
  const Sound sound = sound_vectors().front();
  const std::vector<std::string> wrong = {"",
                                          "-",
                                          "a-",
                                          "-a",
                                          "a--b",
                                          "A",
                                          "a b",
                                          "a.b",
                                          "a/b",
                                          "..",
                                          "../../../precious",
                                          "/etc/x",
                                          "a\\u0000b",
                                          "\\u00e9",
                                          std::string(conform::suite::longest_slug + 1, 'a')};
  for (const std::string& id : wrong) {
    const std::string said = complaint(file_of(sound.op, vector_of(sound.members, id)));
    INFO(id << "\n" << said);
    CHECK(said.starts_with("suite: mine.json: /vectors/0/id: "));
    CHECK(said.find("required a-z, 0-9 and single dashes") != std::string::npos);
  }
  for (const std::string& right : {std::string("a-1-b"), std::string("7"), std::string(100, 'a')}) {
    CHECK(complaint(file_of(sound.op, vector_of(sound.members, right))).empty());
  }
  const std::string twice =
      fmt::format("{},{}", vector_of(sound.members), vector_of(sound.members));
  CHECK(complaint(file_of(sound.op, twice)) ==
        "suite: mine.json: /vectors/1/id: my-id, required an id that no other vector has");
  // A report names the vectors and the accumulated sets in one list.
  CHECK(complaint(file_of(sound.op, vector_of(sound.members, "accumulated-encode"))) ==
        "suite: mine.json: /vectors/0/id: accumulated-encode, required an id that no accumulated "
        "set has");
}

TEST_CASE("rules: a file that is not a group, or not JSON, is refused") {
  const std::string vector = vector_of(sound_vectors().front().members);
  const std::string file = file_of("pretokenize", vector);
  const std::vector<std::pair<std::string, std::string_view>> wrong = {
      {"", "required a JSON document"},
      {"{", "required a JSON document"},
      {"\xff", "required a JSON document"},
      {nested(600), "required a JSON document"},
      {"[]", "suite: mine.json: an array, required an object"},
      {"{}", "no \"schema\", required a member of that name"},
      {replaced(file, "\"schema\":1", "\"schema\": 2"), "/schema: 2, required"},
      {replaced(file, "\"mine\"", "\"other\""), "/group: other, required \"mine\""},
      {replaced(file, "\"mine\"", "\"../mine\""), "/group: \"../mine\", required a-z"},
      {replaced(file, "\"L1\"", "\"L9\""), "/level: \"L9\", required one of L0"},
      {replaced(file, "\"op\":\"pretokenize\"", "\"op\":\"rend\""), "/op: \"rend\", required"},
      {replaced(file, "\"notes\":{}", "\"notes\":[]"), "/notes: an array, required an object"},
      {replaced(file, "\"vectors\":[", "\"vectors\": {}, \"more\":["), "a member \"more\""},
      {std::string(conform::suite::limits::suite_bytes, ' '), "required at most 16777216"},
  };
  for (const auto& [text, words] : wrong) {
    const std::string said = complaint(text);
    INFO(text.substr(0, 200) << "\n" << said);
    CHECK(said.starts_with("suite: mine.json: "));
    CHECK(said.find(words) != std::string::npos);
  }
}

TEST_CASE("rules: an index that is at fault is refused") {
  const auto said_of = [](const std::string& index) -> std::string {
    try {
      conform::suite::parse_suite({}, index);
      return {};
    } catch (const SuiteError& error) {
      return error.what();
    }
  };
  json::Value index = value_of(small_index);
  std::size_t refused = 0;
  for (const Path& path : places_in(index)) {
    for (const std::string& hostile : hostile_values()) {
      json::Value changed = index;
      value_at(changed, path) = value_of(hostile);
      const std::string said = said_of(json::serialize(changed));
      CHECK((said.empty() || said.starts_with("suite: suite.json: ")));
      refused += said.empty() ? 0U : 1U;
    }
  }
  CHECK(refused > 150);
  CHECK(said_of(replaced(std::string(small_index), "\"tiny\"", "\"../tiny\""))
            .find("required a slug") != std::string::npos);
}

}  // namespace
}  // namespace bpetite::test
