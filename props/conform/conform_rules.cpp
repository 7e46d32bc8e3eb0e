// Tests the rules of a suite (conformance/INTERPRETING.md, "A suite that is at fault"): every
// faulty vector, file or index gives a SuiteError that names the place, and nothing crashes, hangs,
// grows or leaves the bundle. Changes each member of a valid vector in each hostile way.
#include <fmt/format.h>

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
  CHECK(complaint(file_of(sound.op, vector_of(sound.members, "a-1-b"))).empty());
  const std::string twice =
      fmt::format("{},{}", vector_of(sound.members), vector_of(sound.members));
  CHECK(complaint(file_of(sound.op, twice)) ==
        "suite: mine.json: /vectors/1/id: my-id, required an id that no other vector has");
  // A report names the vectors and the accumulated sets in one list.
  CHECK(complaint(file_of(sound.op, vector_of(sound.members, "accumulated-encode"))) ==
        "suite: mine.json: /vectors/0/id: accumulated-encode, required an id that no accumulated "
        "set has");
}

TEST_CASE("rules: a file that is no group, or no JSON, is refused") {
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
