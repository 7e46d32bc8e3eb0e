// Tests the suite of vectors itself: lint, the command that checks a suite, finds no mistake in it,
// and finds each kind of planted mistake. Also tests the size of the suite, the short forms of
// inputs, such as a text that repeats, and the merges of the reveal table. They join bytes on both
// sides of a chunk's edge, so that ids reveal a wrong cut. Tests the lines of the protocol, and how
// ill-formed texts are mended, too.
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

bool says(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
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
  CHECK(says(after([&](Vector& vector) { vector.clauses = {no_clause}; }), no_clause));
  CHECK(says(after([](Vector& vector) { vector.flags = {"NoSuchFlag"}; }), "NoSuchFlag"));
}

TEST_CASE("lint finds a mirror, an expectation or a digest that is wrong") {
  CHECK(says(complaint_after(encode_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().input, "text") = json::string("x");
                             }),
             "text is not what text_hex says"));
  CHECK(says(complaint_after(encode_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().expect,
                                      "ids") = {json::Array{json::integer(1)}};
                             }),
             "the reference gives"));
  CHECK(says(complaint_after(encode_id,
                             [](Suite& suite) { suite.artifacts.at("ab").sha256.front() = 'x'; }),
             "another digest"));
  CHECK(says(complaint_after("pretokenize-engine-unicode-escape",
                             [](Suite& suite) { suite.vectors.front().flags.clear(); }),
             "the flag is missing"));
}

TEST_CASE("lint finds patches that are too many, of no effect, or whose steps are wrong") {
  const auto patches = [](Suite& suite) -> json::Array& {
    auto& artifact = std::get<json::Object>(suite.vectors.front().artifact.data);
    return std::get<json::Array>(member(artifact, "patch").data);
  };
  CHECK(says(complaint_after(order_id, [&](Suite& suite) { suite.vectors.front().flags.clear(); }),
             "2 patches, required 1"));
  CHECK(says(complaint_after(order_id, [&](Suite& suite) { patches(suite).pop_back(); }),
             "1 patches, required 2"));
  CHECK(says(complaint_after(order_id,
                             [](Suite& suite) {
                               member(suite.vectors.front().expect, "other_step") =
                                   json::integer(15);
                             }),
             "alone, the faults fail"));
  CHECK(says(complaint_after(order_id,
                             [&](Suite& suite) {
                               auto& patch = std::get<json::Object>(patches(suite).front().data);
                               member(patch, "from") = json::string("nowhere");
                             }),
             "does not apply"));
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

TEST_CASE("FR-32h: a line of the protocol is read as it was written, or the fault is told") {
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
