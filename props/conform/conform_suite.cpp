// Tests the suite of vectors itself: lint, the command that checks a suite, finds no mistake in it,
// and finds each kind of planted mistake. Also tests the size of the suite, the short forms of
// inputs, such as a text that repeats, and the merges of the reveal table. They join bytes on both
// sides of a chunk's edge, so that ids reveal a wrong cut. Also tests how
// ill-formed texts are mended.
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/judge/lint.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vectors.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"

namespace bpetite {
namespace {

using conform::suite::Suite;
using conform::suite::Tier;
using conform::suite::Vector;

// A suite that has only this vector, and not the largest tables.
Suite alone(std::string_view id) {
  static const Suite around = [] {
    Suite suite = test::suite();
    suite.vectors.clear();
    std::erase_if(suite.artifacts,
                  [](const auto& entry) { return entry.second.merges.size() > 50; });
    return suite;
  }();
  const auto& all = test::suite().vectors;
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Vector& it) { return it.id == id; });
  REQUIRE(found != all.end());
  Suite suite = around;
  suite.vectors = {*found};
  return suite;
}

std::vector<std::string> complaints(const Suite& suite) {
  std::vector<std::string> texts;
  for (const auto& [where, what] : conform::judge::lint(suite)) {
    texts.push_back(what);
  }
  return texts;
}

// The message of lint after one change of one vector. Before the change, lint must find nothing.
std::string complaint_after(std::string_view id, const std::function<void(Suite&)>& change) {
  Suite suite = alone(id);
  REQUIRE(complaints(suite).empty());
  change(suite);
  const auto texts = complaints(suite);
  REQUIRE_FALSE(texts.empty());
  return texts.front();
}

json::Value& member(json::Object& object, std::string_view name) {
  const auto found = std::find_if(object.begin(), object.end(),
                                  [&](const json::Member& each) { return each.key == name; });
  REQUIRE(found != object.end());
  return found->value;
}

constexpr std::string_view encode_id = "encode-merge-double-space";
constexpr std::string_view order_id = "load-order-7-14";

}  // namespace

TEST_CASE("the embedded suite is well-formed, and the reference gives every expectation") {
  Suite some = test::suite();
  std::size_t place = 0;
  std::erase_if(some.vectors, [&](const Vector&) { return place++ % test::stride() != 0; });
  for (const auto& [where, what] : conform::judge::lint(some)) {
    FAIL_CHECK(where << ": " << what);
  }
}

TEST_CASE("the suite is as large as promised") {
  const Suite& suite = test::suite();
  std::size_t counted = 0;
  std::map<std::string, std::size_t> by_clause;
  for (const Vector& vector : suite.vectors) {
    if (vector.tier == Tier::required || vector.tier == Tier::recommended) {
      ++counted;
      for (const std::string& clause : vector.clauses) {
        ++by_clause[clause];
      }
    }
  }
  CHECK(counted >= 1500);
  for (char step = 'a'; step <= 's'; ++step) {
    CAPTURE(step);
    CHECK(by_clause[fmt::format("FR-29{}", step)] >= 8);
  }
}

TEST_CASE("lint finds a clause or a flag that is not explained") {
  const auto after = [](const std::function<void(Vector&)>& change) {
    return complaint_after(encode_id, [&](Suite& suite) { change(suite.vectors.front()); });
  };
  const std::string no_clause = std::string("FR") + "-999";
  CHECK_THAT(after([&](Vector& vector) { vector.clauses = {no_clause}; }),
             test::contains_text(no_clause));
  CHECK_THAT(after([](Vector& vector) { vector.flags = {"NoSuchFlag"}; }),
             test::contains_text("NoSuchFlag"));
}

TEST_CASE("lint finds a mirror, an expectation or a digest that is wrong") {
  CHECK_THAT(complaint_after(encode_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().input, "text") = json::string("x");
                             }),
             test::contains_text("text is not what text_hex says"));
  CHECK_THAT(complaint_after(encode_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().expect,
                                      "ids") = {json::Array{json::integer(1)}};
                             }),
             test::contains_text("the reference gives"));
  CHECK_THAT(complaint_after(encode_id,
                             [](Suite& suite) { suite.artifacts.at("ab").sha256.front() = 'x'; }),
             test::contains_text("another digest"));
  CHECK_THAT(complaint_after("pretokenize-engine-unicode-escape",
                             [](Suite& suite) { suite.vectors.front().flags.clear(); }),
             test::contains_text("the flag is missing"));
}

TEST_CASE("lint finds patches that are too many, of no effect, or whose steps are wrong") {
  const auto patches = [](Suite& suite) -> json::Array& {
    auto& artifact = std::get<json::Object>(suite.vectors.front().artifact.data);
    return std::get<json::Array>(member(artifact, "patch").data);
  };
  CHECK_THAT(complaint_after(order_id, [&](Suite& suite) { suite.vectors.front().flags.clear(); }),
             test::contains_text("2 patches, required 1"));
  CHECK_THAT(complaint_after(order_id, [&](Suite& suite) { patches(suite).pop_back(); }),
             test::contains_text("1 patch, required 2"));
  CHECK_THAT(complaint_after(order_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().expect, "other_step") =
                                   json::integer(15);
                             }),
             test::contains_text("alone, the faults fail"));
  CHECK_THAT(complaint_after(order_id,
                             [&](Suite& suite) {
                               auto& patch = std::get<json::Object>(patches(suite).front().data);
                               member(patch, "from") = json::string("nowhere");
                             }),
             test::contains_text("does not apply"));
}

TEST_CASE("short forms of inputs give the bytes that the schema says") {
  const auto bytes = [](std::string_view text) {
    const auto parsed = json::parse(text);
    return conform::suite::bytes_of(std::get<json::Object>(std::get<json::Value>(parsed).data),
                                    "text");
  };
  CHECK(bytes(R"({"text_hex":"6162"})") == "ab");
  CHECK(bytes(R"({"text_repeat":[["61",3],["0a",1]]})") == "aaa\n");
  CHECK(bytes(R"({"text_numbered":{"count":4,"digits":"616263"}})") == " a b c ba");
  CHECK(bytes(R"({"text_random":{"seed":1,"bytes":5,"parts":["7878"]}})") == "xxxxa");
  CHECK_FALSE(bytes(R"({"corpus_hex":"61"})").has_value());
}

TEST_CASE("FR-32g: ill-formed bytes are replaced one by one, or a begun sequence at once") {
  using namespace conform::suite;
  struct Case {
    std::string bytes, each, subparts, text;
  };
  for (const auto& [bytes, each, subparts, text] : std::vector<Case>{
           {"a\xe2\x82z", "a??z", "a?z", "a\\xe2\\x82z"},
           {"\xf0\x9f\x98", "???", "?", "\\xf0\\x9f\\x98"},
           {"\xed\xa0\x80é", "???é", "???é", "\\xed\\xa0\\x80é"},
           {"\xe0\x9f\xf0\x8f\xf4\x90", "??????", "??????", "\\xe0\\x9f\\xf0\\x8f\\xf4\\x90"},
           {"\xe0\xa0\xf0\x90\x80\xf4\x8f", "???????", "???",
            "\\xe0\\xa0\\xf0\\x90\\x80\\xf4\\x8f"},
           {"\xc1\x80\xc2\xf5\x80", "?????", "?????", "\\xc1\\x80\\xc2\\xf5\\x80"}}) {
    CAPTURE(text);
    CHECK(mended(bytes, "?") == each);
    CHECK(mended_subparts(bytes, "?") == subparts);
    CHECK(text_of(bytes) == text);
  }
  CHECK(units_of("é中") == std::vector<std::string>{"é", "中"});
  CHECK(units_of("é\xff") == std::vector<std::string>{"\xc3", "\xa9", "\xff"});
  CHECK(length_of("é\xff") == "3 bytes");
  CHECK(counted(999, "id") == "999 ids");
  CHECK(counted(1000, "") == "1,000");
  CHECK(replaced_all("aaab", "aa", "c") == "cab");
  CHECK(shell_quoted("it's") == R"('it'\''s')");
}

TEST_CASE("the reveal table has every pair that can be on both sides of a chunk's edge, once") {
  const auto merges = conform::suite::reveal_merges(1);
  CHECK(merges.size() == 192 * (128 + 51));
  CHECK(std::set<Pair>(merges.begin(), merges.end()).size() == merges.size());
  CHECK(merges != conform::suite::reveal_merges(2));
}

}  // namespace bpetite
