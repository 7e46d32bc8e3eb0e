// Tests shrinking, which makes a failing case small, through the protocol: a failing text of two
// thousand scalars becomes a few scalars, or as long as the fault needs. Also tests the other
// inputs (ids, corpora, merges, patches), the search itself (which items are needed, and what
// replaces a scalar), that each run asks the same and shrinks one failure of each cause, the
// limits, crashes and time-outs, and the line that shows the case in a shell.
#include <algorithm>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "conform/judge/repro.hpp"
#include "conform/pipeline.hpp"
#include "conform/report/report_forms.hpp"
#include "conform/search/cases.hpp"
#include "conform/search/causes.hpp"
#include "conform/search/ddmin.hpp"
#include "conform/search/shrink.hpp"
#include "conform/search/trial.hpp"
#include "conform/suite/test_material.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/utf8.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::search::Places;
using conform::search::Shrunk;
using conform::suite::Vector;
using namespace std::chrono_literals;

std::string mutant(std::string_view name) {
  return std::string(BPETITE_PROGRAM) + " serve --mutant " + std::string(name);
}

// A text of exactly 2,000 scalars: words, numbers, white space and signs.
std::string two_thousand() {
  static const std::vector<std::string> parts = {
      "the",  " cat", "  ", " ",    "\n",     "\u001c", "I'M", "don't", "12",    "345678", "abc",
      " aaa", "!?",   "é",  "日本", "\u00a0", "'s",     "bcd", "xyz",   "aaaaa", "\t",     "…"};
  std::mt19937_64 random(7);
  std::string text;
  while (conform::suite::units_of(text).size() < 2000) {
    text += parts[random() % parts.size()];
  }
  const auto units = conform::suite::units_of(text);
  std::string cut;
  for (std::size_t i = 0; i < 2000; ++i) {
    cut += units[i];
  }
  return cut;
}

Vector text_case(std::string op, std::string_view text, std::vector<Pair> merges = {}) {
  Vector vector = make_vector("case", conform::suite::Level::L1, std::move(op), "{}", "{}");
  conform::search::put_bytes(vector.input, "text", text);
  if (vector.op == "encode") conform::search::put_merges(vector, merges);
  return vector;
}

// Shrinks a vector with a mutant as the program.
Shrunk shrunk_by(std::string_view name, const Vector& vector) {
  conform::program::Driver driver(suite(), {mutant(name), 10s});
  conform::search::CaseTrial trial(driver, conform::search::reference_oracle(suite()));
  const auto manner = trial.manner_of(vector);
  REQUIRE(manner.has_value());
  Shrunk shrunk = conform::search::shrink(suite(), vector, trial.like(*manner), {3000, 60s});
  CHECK(trial.manner_of(shrunk.vector) == manner);  // the result fails as the first one did
  return shrunk;
}

std::string text_of(const Vector& vector) {
  return conform::suite::bytes_of(vector.input, "text").value();
}

TEST_CASE("shrink: nine mutants are brought from 2,000 scalars to five or fewer", "[shrink]") {
  const std::vector<Pair> merges = {{98, 99}, {97, 98},  {257, 99},  {97, 97},
                                    {32, 32}, {32, 97},  {116, 104}, {262, 101},
                                    {50, 51}, {259, 97}, {195, 169}};
  const auto chunks = text_case("pretokenize", two_thousand());
  const auto ids = text_case("encode", two_thousand(), merges);
  struct Planned {
    std::string_view name;
    const Vector& vector;
    std::size_t merges;
  };
  for (const auto& [name, vector, left] : std::vector<Planned>{{"no-lookahead", chunks, 0},
                                                               {"contractions-any-case", chunks, 0},
                                                               {"python-space", chunks, 0},
                                                               {"digits-by-three", chunks, 0},
                                                               {"ascii-letters", chunks, 0},
                                                               {"whole-piece", ids, 3},
                                                               {"rightmost-scan", ids, 1},
                                                               {"leftmost-first", ids, 2},
                                                               {"ids-off-by-one", ids, 1}}) {
    INFO(name);
    const Shrunk shrunk = shrunk_by(name, vector);
    INFO(conform::search::described(suite(), shrunk.vector) << " in " << shrunk.queries);
    CHECK(conform::suite::units_of(text_of(shrunk.vector)).size() <= 5);
    CHECK(shrunk.queries <= 200);
    CHECK(shrunk.finished);
    CHECK(conform::suite::merges_of(suite(), shrunk.vector.artifact)
              .value_or(std::vector<Pair>())
              .size() <= left);
  }
}

TEST_CASE("shrink: a fault that needs length shrinks to its threshold", "[shrink]") {
  const auto letters = text_case("pretokenize", std::string(1900, 'x'));
  CHECK(text_of(shrunk_by("run-limit-1000", letters).vector) == std::string(1001, 'a'));
  if (few_cases()) return;
  const auto pairs =
      text_case("encode", two_thousand() + "b" + std::string(700, 'a'), {{'a', 'a'}, {'b', 'b'}});
  CHECK(text_of(shrunk_by("chunk-limit-512", pairs).vector) == " " + std::string(512, 'a'));
}

TEST_CASE("shrink: each run asks the same questions", "[shrink]") {
  const auto vector = text_case("pretokenize", two_thousand());
  const Shrunk one = shrunk_by("no-lookahead", vector);
  const Shrunk two = shrunk_by("no-lookahead", vector);
  CHECK(text_of(one.vector) == text_of(two.vector));
  CHECK(one.queries == two.queries);
}

TEST_CASE("shrink: no scalar is cut in half, and ill-formed texts lose bytes", "[shrink]") {
  const auto vector = text_case("pretokenize", "日本x€𝒳é");
  const auto still = [](const Vector& candidate) -> std::optional<bool> {
    const std::string text = text_of(candidate);
    CHECK_FALSE(utf8::first_ill_formed(text).has_value());
    return text.find("€") != std::string::npos;
  };
  CHECK(text_of(conform::search::shrink(suite(), vector, still, {}).vector) == "€");
  const auto ill = [](const Vector& candidate) -> std::optional<bool> {
    return utf8::first_ill_formed(text_of(candidate)).has_value();
  };
  CHECK(
      text_of(conform::search::shrink(suite(), text_case("pretokenize", "ab\xff\xe2\x82"), ill, {})
                  .vector)
          .size() == 1);
}

TEST_CASE("shrink: limits hold, and the best so far is the result", "[shrink]") {
  std::size_t asked = 0;
  const auto still = [&](const Vector& candidate) -> std::optional<bool> {
    ++asked;
    return text_of(candidate).size() > 40;
  };
  const auto vector = text_case("pretokenize", two_thousand());
  const Shrunk shrunk = conform::search::shrink(suite(), vector, still, {5, 60s});
  CHECK(asked == 5);
  CHECK(shrunk.queries == 5);
  CHECK_FALSE(shrunk.finished);
  CHECK(text_of(shrunk.vector).size() > 40);
  CHECK(text_of(shrunk.vector).size() < 2000);
}

TEST_CASE("shrink: ids, calls, corpora, sizes, counts and patches become smaller", "[shrink]") {
  Vector decode = make_vector("d", conform::suite::Level::L1, "decode",
                              R"({"ids":[97,98,256,257,97,900]})", "{}");
  conform::search::put_merges(decode, {{97, 98}, {99, 99}});
  decode = shrunk_by("skip-unknown-id", decode).vector;
  CHECK(json::serialize({decode.input}) == R"({"ids":[898]})");
  CHECK(json::serialize(decode.artifact) == R"({"merges":[]})");

  Vector train =
      make_vector("t", conform::suite::Level::L3, "train",
                  R"({"corpus_hex":"62632078792061622061622061622061","vocab_size":290})", "{}");
  train = shrunk_by("tie-largest", train).vector;
  CHECK(conform::suite::bytes_of(train.input, "corpus")->size() <= 4);
  CHECK(conform::suite::number_member(train.input, "vocab_size") == 257);

  Vector counts = make_vector(
      "c", conform::suite::Level::L3, "train",
      R"({"counts":[["6162",4294967299],["6364",7],["6566",9]],"vocab_size":300})", "{}");
  counts = shrunk_by("count-32-bit", counts).vector;
  CHECK(conform::suite::list_member(counts.input, "counts")->size() <= 2);

  Vector load =
      make_vector("l", conform::suite::Level::L2, "load", R"({"probe_hex":"616263"})", "{}");
  load.artifact = {
      object_of(R"({"merges":[[97,98],[99,99]],"patch":[{"op":"text",)"
                R"("from":"\"schema_version\":1","to":"\"schema_version\":1234567"}]})")};
  const auto step_6 = [](const Vector& candidate) -> std::optional<bool> {
    return conform::suite::artifact_bytes(suite(), candidate.artifact).find("version\":1}") ==
               std::string::npos &&
           !conform::search::patches_of(candidate).empty();
  };
  load = conform::search::shrink(suite(), load, step_6, {}).vector;
  CHECK(conform::suite::merges_of(suite(), load.artifact)->empty());
  CHECK(*conform::suite::text_member(
            std::get<json::Object>(conform::search::patches_of(load)[0].data), "to") == "");
}

TEST_CASE("shrink: an artifact that is another one with patches has its merges", "[shrink]") {
  const auto artifact = [](std::string_view text) {
    return std::get<json::Value>(json::parse(text));
  };
  const auto named = conform::suite::merges_of(suite(), artifact(R"("ab")"));
  REQUIRE(named.has_value());
  CHECK_FALSE(named->empty());
  CHECK(conform::suite::merges_of(suite(), artifact(R"({"base":"ab","patch":[]})")) == named);
}

TEST_CASE("shrink: ddmin finds the items that are needed together", "[shrink]") {
  for (const Places& needed : {Places{}, Places{3}, Places{0, 99}, Places{5, 6, 7, 50}}) {
    std::size_t asked = 0;
    const auto fails = [&](const Places& places) {
      ++asked;
      return std::includes(places.begin(), places.end(), needed.begin(), needed.end());
    };
    CHECK(conform::search::fewest(100, {fails, [] { return false; }}) == needed);
    CHECK(asked < 150);
  }
  // 1 is needed only as long as 3 is there.
  const auto fails = [](const Places& places) {
    const auto has = [&](std::size_t place) { return std::ranges::count(places, place) > 0; };
    return has(0) && has(5) && (has(1) || !has(3));
  };
  CHECK(conform::search::fewest(6, {fails, [] { return false; }}) == Places{0, 5});
  CHECK(conform::search::lowest(3, 1000, [](std::uint64_t n) { return n >= 17; }) == 17);
  CHECK(conform::search::lowest(3, 1000, [](std::uint64_t) { return true; }) == 3);
}

TEST_CASE("S72b: shrink: many lists at once leave what is needed together", "[shrink]") {
  for (const Places& needed : {Places{0}, Places{99}, Places{0, 99}, Places{5, 6, 50}}) {
    const auto shortest = [&](const std::vector<Places>& lists) {
      std::optional<std::size_t> best;
      for (std::size_t i = 0; i < lists.size(); ++i) {
        CHECK_FALSE(lists[i].empty());
        const bool fails =
            std::includes(lists[i].begin(), lists[i].end(), needed.begin(), needed.end());
        if (fails && (!best || lists[i].size() < lists[*best].size())) best = i;
      }
      return best;
    };
    CHECK(conform::search::fewest_at_once(100, shortest) == needed);
  }
  const auto none = [](const std::vector<Places>&) { return std::optional<std::size_t>(); };
  CHECK(conform::search::fewest_at_once(3, none) == Places{0, 1, 2});
}

TEST_CASE("FR-32g: shrink: cases of the same table become one, in three ways", "[shrink]") {
  const auto together = [](const Vector& first, const Vector& second) {
    std::vector<std::string> inputs;
    for (const Vector& one : conform::search::joined({first}, second)) {
      inputs.push_back(json::serialize({one.input}));
    }
    return inputs;
  };
  const auto decode = [](std::string_view input) {
    return make_vector("d", conform::suite::Level::L1, "decode", input, "{}", "tiny");
  };
  using Inputs = std::vector<std::string>;
  CHECK(together(text_case("encode", "ab"), text_case("encode", "c")) ==
        Inputs{R"({"text_hex":"616263"})", R"({"text_hex":"61622063"})",
               R"({"text_hex":"61620a63"})"});
  CHECK(together(decode(R"({"ids":[97]})"), decode(R"({"ids":[98]})")) ==
        Inputs{R"({"sequence":[[97],[98]]})"});
  CHECK(together(text_case("encode", "a", {{97, 97}}), text_case("encode", "a")).empty());
  CHECK(together(text_case("pretokenize", "a"), text_case("encode", "a")).empty());
  using conform::search::deadline_for;
  CHECK(deadline_for(conform::program::Status::timeout, 5s) == 500ms);
  CHECK(deadline_for(conform::program::Status::timeout, 500ms) == 100ms);
  CHECK(deadline_for(conform::program::Status::crash, 5s) == 5s);
}

TEST_CASE("FR-32g: shrink: a case is described whole, and its size in its own unit", "[shrink]") {
  struct Case {
    std::string_view op;
    std::string_view input;
    std::string artifact;
    std::string words;
    std::string size;
  };
  const std::string at_limit = R"({"op":"text","from":")" + std::string(89, 'x') + R"(","to":""})";
  const std::string above = R"({"op":"text","from":")" + std::string(90, 'x') + R"(","to":""})";
  REQUIRE(at_limit.size() == 120);
  const auto patched = [](const std::string& patch) {
    return R"({"base":"ab","patch":[)" + patch + "]}";
  };
  const std::string load = "load with the merges (97,98) changed by ";
  const std::vector<Case> cases = {
      {"encode", R"({"text_hex":"c3a9"})", R"("ab")", "text \"é\" with the artifact ab",
       "1 scalar"},
      {"encode", R"({"text_hex":"61ff"})", R"({"builtin":"gpt2"})",
       "text \"a\\xff\" with the built-in vocabulary gpt2", "2 bytes"},
      {"decode", R"({"ids":[]})", R"({"merges":[]})", "no ids with no merges", "0 ids"},
      {"decode", R"({"ids":[1,2,3,4,5,6,7,8,9,10,11,12]})", R"({"merges":[]})",
       "ids 1 2 3 4 5 6 7 8 9 10 11 12 with no merges", "12 ids"},
      {"decode", R"({"ids_repeat":[[97,14]]})", R"({"merges":[[97,98]]})",
       "ids 97 97 97 97 97 97 97 97 97 97 97 97 and 2 more with the merges (97,98)", "14 ids"},
      {"decode", R"({"sequence":[[1],[],[2,-3]]})", R"("ab")",
       "ids 1, then no ids, then ids 2 -3 with the artifact ab", "3 calls"},
      {"train", R"({"corpus_hex":"6161","vocab_size":257})", "null",
       "corpus \"aa\", vocab_size 257", "2 scalars"},
      {"train", R"({"counts":[["61",2]],"vocab_size":-5})", "null",
       R"(counts ["61",2], vocab_size -5)", "1 chunk"},
      {"save", R"({"train":{"corpus_hex":"61","vocab_size":256},"setup":"none"})", "null",
       "corpus \"a\", vocab_size 256", "1 scalar"},
      {"save", R"({"setup":"none"})", R"("nothing")", "save with the artifact nothing", "one case"},
      {"load", "{}", patched(at_limit), load + at_limit, "1 merge"},
      {"load", "{}", patched(above), load + above.substr(0, 120) + "...", "1 merge"}};
  for (const Case& one : cases) {
    Vector vector =
        make_vector("c", conform::suite::Level::L1, std::string(one.op), one.input, "{}");
    vector.artifact = std::get<json::Value>(json::parse(one.artifact));
    CHECK(conform::search::described(suite(), vector) == one.words);
    CHECK(conform::search::size_of(suite(), vector) == one.size);
  }

  const auto course = [](std::string_view from, std::string_view to, std::size_t queries,
                         bool finished) {
    return conform::search::course_of(suite(), text_case("pretokenize", from),
                                      {text_case("pretokenize", to), queries, finished});
  };
  CHECK(course(std::string(1000, 'a'), "a b", 1234, true) ==
        "shrunk from 1,000 scalars to 3 in 1,234 queries");
  CHECK(course("ab", "a", 1, false) == "shrunk from 2 scalars to 1 in 1 query, at the limit");
  CHECK(course("a\xff", "b", 0, true) == "shrunk from 2 bytes to 1 scalar in 0 queries");
}

TEST_CASE("FR-32g: shrink: every part of a patch, of counts and of calls becomes smaller",
          "[shrink]") {
  const auto smallest = [](std::string_view op, std::string_view input, std::string_view artifact,
                           const auto& fails) {
    Vector vector = make_vector("c", conform::suite::Level::L1, std::string(op), input, "{}");
    vector.artifact = std::get<json::Value>(json::parse(artifact));
    const auto still = [&](const Vector& candidate) {
      return std::optional<bool>(fails(candidate));
    };
    const Vector small = conform::search::shrink(suite(), vector, still, {}).vector;
    return json::serialize({json::Array{{small.input}, small.artifact}});
  };
  const auto has = [](const json::Value& value, std::string_view part) {
    return json::serialize(value).find(part) != std::string::npos;
  };
  CHECK(smallest(
            "load", R"({"probe_hex":"78786278"})",
            R"({"merges":[[97,98]],"patch":[{"op":"nest","from":"m","open":"[","close":"]",)"
            R"("depth":7},{"op":"wrap_hex","before":"616263","after":"6465"}]})",
            [&](const Vector& it) {
              const auto patches = conform::search::patches_of(it);
              if (patches.size() != 2) return false;
              const auto& nest = std::get<json::Object>(patches[0].data);
              return conform::suite::number_member(nest, "depth") >= 3 &&
                     has(patches[1], R"("before":"6)") && has(patches[1], "65\"}") &&
                     conform::suite::bytes_of(it.input, "probe")->find('b') != std::string::npos;
            }) == R"([{"probe_hex":"62"},{"merges":[],"patch":[{"op":"nest","from":"m","open":"[",)"
                  R"("close":"]","depth":3},{"op":"wrap_hex","before":"61","after":"65"}]}])");
  CHECK(smallest("train", R"({"counts":[["63",7],["6162",40]],"vocab_size":300})", "null",
                 [&](const Vector& it) {
                   const auto* counts = conform::suite::list_member(it.input, "counts");
                   return std::ranges::any_of(*counts, [](const json::Value& entry) {
                     const auto& pair = std::get<json::Array>(entry.data);
                     return std::get<json::Integer>(pair.at(1).data).magnitude >= 17;
                   });
                 }) == R"([{"counts":[["6162",17]],"vocab_size":256},null])");
  // All calls have the same length, and only the same places of all can be left out.
  CHECK(smallest("decode", R"({"sequence":[[1,2,3],[1,2,3]]})", R"({"merges":[]})",
                 [&](const Vector& it) {
                   const auto calls = conform::suite::decode_calls(it.input);
                   return calls.size() == 2 && has({calls[0]}, "2") &&
                          json::serialize({calls[0]}) == json::serialize({calls[1]});
                 }) == R"([{"sequence":[[2],[2]]},{"merges":[]}])");
  // A text takes the place of each of its short forms.
  json::Object input =
      object_of(R"({"text":"é","text_repeat":[],"text_random":{},"text_numbered":{},"n":1})");
  conform::search::put_bytes(input, "text", "ab");
  CHECK(json::serialize({input}) == R"({"n":1,"text_hex":"6162"})");
  CHECK(conform::search::merges_within({{97, 98}, {98, 99}, {256, 99}}, "xabc") == Places{0, 1, 2});
  CHECK(conform::search::merges_within({{97, 98}, {98, 99}, {256, 99}}, "xbc ab") == Places{0, 1});
}

TEST_CASE("shrink: removing a merge removes the merges that need it", "[shrink]") {
  const std::vector<Pair> merges = {{97, 98}, {99, 99}, {256, 99}, {257, 258}};
  const auto fewer = conform::search::with_merges_at(merges, {0, 2, 3});
  CHECK(fewer.merges == std::vector<Pair>{{97, 98}, {256, 99}});
  const json::Array ids = {json::integer(257), json::integer(258), json::integer(260),
                           json::integer(259)};
  // 257 becomes its two parts; 258 is now 257; 260 is the special token; 259 becomes 257 and 258.
  CHECK(json::serialize({conform::search::renumbered(ids, merges, fewer)}) ==
        "[99,99,257,258,99,99,257]");
}

TEST_CASE("shrink: a unit is replaced only by plainer ones", "[shrink]") {
  for (const std::string unit : {"a", " ", "Ω", "Z", "7", "٣", "\u2003", "\n", "?", "€", "😀"}) {
    for (const std::string& simpler : conform::search::simpler_than(unit)) {
      const auto back = conform::search::simpler_than(simpler);
      CHECK(std::find(back.begin(), back.end(), unit) == back.end());
    }
  }
  using Units = std::vector<std::string>;
  CHECK(conform::search::simpler_than("a").empty());
  CHECK(conform::search::simpler_than("b") == Units{"a", " ", "\n", "A", "é", "ſ", "中", "𐐀"});
  CHECK(conform::search::simpler_than("é") == Units{"a", " ", "\n", "A"});
  CHECK(conform::search::simpler_than("7") == Units{"a", " ", "\n", "1", "²", "①", "𝟎"});
  CHECK(conform::search::simpler_than("\u3000") ==
        Units{"a", " ", "\n", "\t", "\r", "\u00a0", "\u2003"});
  CHECK(conform::search::simpler_than("😀") == Units{"a", " ", "\n", "!", "'", "¡", "…"});
  CHECK(conform::search::simpler_than("\xfe") == Units{"a", "\xff"});
  CHECK(conform::suite::counted(1234567, "id") == "1,234,567 ids");
}

TEST_CASE("shrink: a run shrinks one failure of each cause, and says how to reproduce it",
          "[shrink]") {
  const conform::judge::RunOptions options{.command = mutant("no-lookahead"),
                                           .timeout = 10s,
                                           .levels = {conform::suite::Level::L0},
                                           .only = "pretokenize-look*"};
  conform::Steps steps;
  steps.oracle = conform::search::reference_oracle(suite());
  steps.limits = {3000, 60s};
  const conform::report::Report report = conform::judge_program(suite(), options, steps);
  std::size_t shrunk = 0;
  for (const auto& result : report.results) {
    if (result.shrunk.empty()) continue;
    ++shrunk;
    INFO(result.shrunk);
    CHECK(result.shrunk.starts_with("text \"  a\": want [20][2061], got [2020][61]; shrunk from "));
    CHECK(result.repro.find("202061") != std::string::npos);
  }
  CHECK(shrunk == conform::search::causes_of(report.results).size());
  CHECK(shrunk >= 1);
  CHECK(conform::report::to_text(report).find("shrunk from") != std::string::npos);
  CHECK(conform::report::to_json(conform::report::parse_report(conform::report::to_json(report))) ==
        conform::report::to_json(report));
}

TEST_CASE("shrink: the line that shows a shrunk case works in the shell", "[shrink]") {
  const Vector vector = text_case("encode", "it's", {{32, 97}, {39, 's'}});
  const std::string repro =
      conform::judge::repro_of_case(suite(), vector, std::string(BPETITE_PROGRAM) + " serve");
  const std::string line = conform::suite::replaced_all(repro, "bpetite conform requests",
                                                        BPETITE_PROGRAM " conform requests");
  FILE* pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  std::string output;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    output += static_cast<char>(c);
  }
  CHECK(pclose(pipe) == 0);
  INFO(repro);
  CHECK(output.find(R"({"id":3,"ok":{"ids":[105,116,257]}})") != std::string::npos);
}

// Two filters before a correct program. One ends at an exclamation mark, the other drops the
// request.
TEST_CASE("shrink: crashes and time-outs shrink as well", "[shrink]") {
  for (const auto& [edit, status] : std::vector<std::pair<std::string, conform::program::Status>>{
           {"Q", conform::program::Status::crash}, {"d", conform::program::Status::timeout}}) {
    INFO(edit);
    if (few_cases() && status == conform::program::Status::timeout) continue;
    const std::string command = R"(sh -c 'sed -u -E "/text_hex\":\"(..)*21/)" + edit + "\" | " +
                                BPETITE_PROGRAM + " serve'";
    conform::program::Driver driver(
        suite(), {command, status == conform::program::Status::crash ? 10s : 1s});
    conform::search::CaseTrial trial(driver, conform::search::reference_oracle(suite()));
    const auto vector = text_case("pretokenize", std::string(11, 'x') + "!" + std::string(4, 'y'));
    const auto manner = trial.manner_of(vector);
    REQUIRE(manner.has_value());
    CHECK(name(manner->status) == name(status));
    const Shrunk shrunk = conform::search::shrink(suite(), vector, trial.like(*manner), {100, 60s});
    CHECK(text_of(shrunk.vector) == "!");
  }
}

}  // namespace
}  // namespace bpetite::test
