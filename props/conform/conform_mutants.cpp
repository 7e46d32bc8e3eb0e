// Tests the mutants: each is the reference with one planted fault, and a vector kills it if the
// mutant fails that vector. At least two required vectors must kill each mutant, and none of these
// vectors may be of a lower level than the fault. Also tests that the reference fails no vector,
// that each mutant is described and does what its description says, that the registry and the
// vectors agree about what kills it, where planted faults begin and end, and how lenient readers
// change a text.
//
//   tie-largest    76 required vectors, L3
//
// If a mutant survives, the suite has a gap. If it is killed at a lower level, a vector tests more
// than its level. With BPETITE_MUTANTS=print, this prints the table of all mutants.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "conform/explain/suspect.hpp"
#include "conform/faults/lax_json.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/program/tokenizer_parts.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "corpus/sha256.hpp"
#include "generate/vectors/kills.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/goldens.hpp"
#include "support/share.hpp"

namespace bpetite {
namespace {

using conform::faults::Extent;
using conform::faults::Fate;
using conform::faults::Fault;
using conform::program::TokenizerParts;
using conform::suite::Suite;
using conform::suite::Vector;
using test::suite;
using Ids = std::set<std::string>;

// All vectors, or every n-th for a run with few cases.
const Suite& asked() {
  static const Suite some = [] {
    Suite suite = test::suite();
    std::size_t place = 0;
    std::erase_if(suite.vectors, [&](const Vector&) { return place++ % test::stride() != 0; });
    return suite;
  }();
  return some;
}

// The fates of all mutants, or of every n-th. Computed once for all tests.
const std::vector<Fate>& all_fates() {
  static const std::vector<Fate> fates = [] {
    const std::vector<Fault> all = conform::faults::mutants();
    std::vector<Fault> some;
    for (std::size_t i = 0; i < all.size(); i += test::stride() * test::every(2)) {
      some.push_back(all[i]);
    }
    return conform::faults::fates(asked(), some, Extent::quick);
  }();
  return fates;
}

std::string row(const Fate& fate) {
  return fmt::format("{}  {:26} {:4}  {:20} {}",
                     conform::suite::level_names.at(static_cast<std::size_t>(fate.mutant.level)),
                     fate.mutant.name, fate.required, fate.mutant.flag, fate.mutant.says);
}

// The entries of the registry in the source tree, by mutant name.
std::map<std::string, json::Object> registry() {
  const std::string text = file::read(BPETITE_SOURCE_DIR "/conformance/mutants/registry.json");
  auto parsed = json::parse(text);
  auto& document = std::get<json::Object>(std::get<json::Value>(parsed).data);
  std::map<std::string, json::Object> entries;
  for (const json::Value& value : std::get<json::Array>(json::find(document, "mutants")->data)) {
    const auto& entry = std::get<json::Object>(value.data);
    entries.emplace(*conform::suite::text_member(entry, "name"), entry);
  }
  return entries;
}

TEST_CASE("the reference put together from its parts fails nothing", "[mutants]") {
  const Fate fate = conform::faults::fate_of_reference(asked());
  for (const std::size_t place : fate.killed_by) {
    UNSCOPED_INFO(asked().vectors[place].id);
  }
  CHECK(fate.killed_by.empty());
}

TEST_CASE("each mutant is described", "[mutants]") {
  std::set<std::string> flags;
  for (const auto& note : suite().notes) {
    flags.insert(note.flag);
  }
  std::set<std::string> names;
  std::set<std::string> faults;
  for (const Fault& mutant : conform::faults::mutants()) {
    INFO(mutant.name);
    CHECK(names.insert(mutant.name).second);
    CHECK(faults.insert(mutant.says).second);
    CHECK(mutant.says.ends_with('.'));
    CHECK(flags.contains(mutant.flag));
    CHECK(conform::faults::find_fault(mutant.name).has_value());
  }
  CHECK(names.size() >= 60);
  CHECK_FALSE(conform::faults::find_fault("none").has_value());
}

// What a mutant takes for right, and what not.
TEST_CASE("a mutant does what its sentence says", "[mutants]") {
  const auto gives = [](std::string_view mutant, Vector vector) {
    const auto fault = conform::faults::find_fault(mutant);
    REQUIRE(fault.has_value());
    conform::explain::Suspect suspect(
        suite(), conform::program::assembled(fault->change(conform::program::reference_parts())));
    return !suspect.fails(vector);
  };
  const auto loading = [](std::string_view version) {
    Vector vector =
        test::make_vector("load", conform::suite::Level::L2, "load", "{}", R"({"result":"valid"})");
    vector.artifact = std::get<json::Value>(json::parse(
        fmt::format(R"({{"base":"ab","patch":[{{"op":"text","from":"\"schema_version\":1",)"
                    R"("to":"\"schema_version\":{}"}}]}})",
                    version)));
    return vector;
  };
  for (const std::string_view version : {"1", "1.0", "1e0"}) {
    INFO(version);
    CHECK(gives("fractions-as-integers", loading(version)));
  }
  for (const std::string_view version : {"1.5", "10e-1", "2.0"}) {
    INFO(version);
    CHECK_FALSE(gives("fractions-as-integers", loading(version)));
  }
  // Printable in GPT-2's alphabet are 0x21 to 0x7E, 0xA1 to 0xAC, and 0xAE on. Of the pairs of
  // "x", a letter and "x", the one with the smaller left part is merged first.
  for (unsigned scalar = 0xA0; scalar < 0xC0; ++scalar) {
    const unsigned last = scalar;  // C2 and this byte
    const bool is_printable = (last >= 0xA1 && last <= 0xAC) || last >= 0xAE;
    INFO(last);
    const Vector vector = test::make_vector(
        "train", conform::suite::Level::L3, "train",
        fmt::format(R"({{"counts":[["{:02x}c3",1],["c3c4",1]],"vocab_size":257}})", last),
        fmt::format(R"({{"result":"valid","merges":[[{}]]}})",
                    is_printable ? fmt::format("{},195", last) : "195,196"));
    CHECK(gives("tie-printable", vector));
  }
}

// " aa", " ab" and so on: no two chunks are equal.
std::string distinct_chunks(std::size_t count) {
  std::string hex;
  for (std::size_t i = 0; i < count; ++i)
    hex += fmt::format("20{:02x}{:02x}", 97 + i / 26, 97 + i % 26);
  return hex;
}

// `count` pairs that occur once each. The smallest pair has the largest right byte.
std::string tied_pairs(unsigned count) {
  std::string counts;
  for (unsigned i = 0; i < count; ++i) {
    counts += fmt::format("{}[\"{:02x}{:02x}\",1]", i == 0 ? "" : ",", 0x21 + i, 0x7e - i);
  }
  return fmt::format(R"({{"counts":[{}],"vocab_size":257}})", counts);
}

// Only two of these merges apply to "abc": "ab" of rank 1, and "bc", which is the last one.
std::string merges_with_last(std::size_t rank) {
  std::string merges = "[0,0],[97,98]";
  for (std::size_t i = 2; i < rank; ++i) merges += fmt::format(",[1,{}]", i - 1);
  return fmt::format("[{},[98,99]]", merges);
}

// One answer that is right and one that is wrong, on both sides of each limit.
TEST_CASE("FR-32h: a planted fault shows from its limit on, and not before", "[mutants]") {
  struct Row {
    std::string_view mutant;
    std::string_view op;
    std::string input;
    bool is_right;
    std::string merges = "[[97,97],[98,99],[97,98]]";
  };
  const std::string many = distinct_chunks(64);
  const std::vector<Row> rows = {
      {"fuzz-chunk-number", "pretokenize", R"({"text_repeat":[["2061",12]]})", true},
      {"fuzz-chunk-number", "pretokenize", R"({"text_repeat":[["2061",13]]})", false},
      {"fuzz-chunk-number", "pretokenize", R"({"text_repeat":[["2061",14]]})", true},
      {"fuzz-buffer-border", "pretokenize", R"({"text_repeat":[["61",254],["c3a9",1]]})", true},
      {"fuzz-buffer-border", "pretokenize", R"({"text_repeat":[["61",255],["c3a9",1]]})", false},
      {"fuzz-buffer-border", "pretokenize", R"({"text_repeat":[["61",256],["c3a9",1]]})", true},
      {"fuzz-buffer-border", "pretokenize", R"({"text_repeat":[["61",511],["c3a9",1]]})", false},
      {"fuzz-hash-collision", "encode", R"({"text_hex":"41610a4242"})", false},
      {"fuzz-hash-collision", "encode", R"({"text_hex":"41610a4243"})", true},
      {"fuzz-hash-collision", "encode", R"({"text_hex":"41612042420a"})", true},
      {"fuzz-cache-overflow", "encode", fmt::format(R"({{"text_hex":"{}206161"}})", many), true},
      {"fuzz-cache-overflow", "encode", fmt::format(R"({{"text_hex":"{}20206161"}})", many), false},
      {"fuzz-rank-byte", "encode", R"({"text_hex":"616263"})", true, merges_with_last(255)},
      {"fuzz-rank-byte", "encode", R"({"text_hex":"616263"})", false, merges_with_last(256)},
      {"fuzz-special-odd", "decode", R"({"ids":[97,97,97,259]})", true},
      {"fuzz-special-odd", "decode", R"({"ids":[97,97,97,97,97,259]})", false},
      {"fuzz-special-odd", "decode", R"({"ids":[97,97,97,97,97,97,259]})", true},
      {"fuzz-special-odd", "decode", R"({"ids":[97,97,97,97,97,97,97,259]})", false},
      {"fuzz-decode-memo", "decode", R"({"sequence":[[97,98,97],[97,99,97]]})", false},
      {"fuzz-decode-memo", "decode", R"({"sequence":[[97,98],[97,99]]})", true},
      {"fuzz-decode-memo", "decode", R"({"sequence":[[97,98,97],[98,98,97]]})", true},
      {"fuzz-decode-memo", "decode", R"({"sequence":[[97,97,97],[97,97]]})", true},
      {"fuzz-tie-many", "train", tied_pairs(64), true},
      {"fuzz-tie-many", "train", tied_pairs(65), false},
      {"ids-clamped", "decode", R"({"ids":[4294967295]})", true},
      {"ids-clamped", "decode", R"({"ids":[4294967296]})", false},
      {"chunk-limit-512", "encode", R"({"text_repeat":[["61",512]]})", true},
      {"chunk-limit-512", "encode", R"({"text_repeat":[["62",1],["61",513]]})", false},
      {"long-chunks-otherwise", "encode", R"({"text_repeat":[["62",96],["616263",1]]})", true},
      {"long-chunks-otherwise", "encode", R"({"text_repeat":[["62",97],["616263",1]]})", false},
      {"max-token-length-4", "train", R"({"corpus_hex":"61616161","vocab_size":258})", true},
      {"max-token-length-4", "train", R"({"corpus_hex":"6161616161","vocab_size":259})", false},
      {"long-chunks-skipped", "train", R"({"corpus_repeat":[["6162",8]],"vocab_size":257})", true},
      {"long-chunks-skipped", "train", R"({"corpus_repeat":[["61",17]],"vocab_size":257})", false},
      {"count-16-bit", "train", R"({"counts":[["6161",65535],["6262",1]],"vocab_size":257})", true},
      {"count-16-bit", "train", R"({"counts":[["6161",65536],["6262",1]],"vocab_size":257})",
       false},
  };
  for (const auto& [mutant, op, input, is_right, merges] : rows) {
    INFO(mutant << " " << op << " " << input);
    const auto fault = conform::faults::find_fault(mutant);
    REQUIRE(fault.has_value());
    Vector vector = test::make_vector("x", conform::suite::Level::L1, std::string(op), input,
                                      R"({"result":"valid"})");
    if (op == "encode" || op == "decode") {
      vector.artifact = {test::object_of(fmt::format(R"({{"merges":{}}})", merges))};
    }
    vector.expect = conform::judge::reference_expectation(vector, suite());
    conform::explain::Suspect suspect(suite(), conform::faults::with_fault(*fault));
    CHECK(suspect.fails(vector) != is_right);
  }
}

TEST_CASE("FR-32h: two faults in reading ids are in one tokenizer, in their order", "[mutants]") {
  const auto decoded = [](std::string_view first, std::string_view second, std::string_view ids) {
    auto parts = conform::faults::find_fault(first)->change(conform::program::reference_parts());
    parts = conform::faults::find_fault(second)->change(std::move(parts));
    conform::explain::Suspect suspect(suite(), conform::program::assembled(std::move(parts)));
    return !suspect.fails(test::make_vector("x", conform::suite::Level::L1, "decode", ids,
                                            R"({"result":"valid","text_hex":"61"})", "ab"));
  };
  CHECK(decoded("ids-16-bit", "ids-clamped", R"({"ids":[65633]})"));
  CHECK(decoded("ids-clamped", "ids-16-bit", R"({"ids":[4295032929]})"));
  CHECK_FALSE(decoded("ids-16-bit", "ids-clamped", R"({"ids":[4295032929]})"));
}

// How loaders that are too lenient read a text.
TEST_CASE("FR-32h: a lenient reader changes a JSON text where it is faulty, and nothing else",
          "[mutants]") {
  namespace lenient = conform::faults::json_text;
  using Rows = std::vector<std::pair<std::string_view, std::string_view>>;
  for (const auto& [text, first] : Rows{{R"({"a":{"b":[1]}} 2)", R"({"a":{"b":[1]}})"},
                                        {"[1][2]", "[1]"},
                                        {"1 2", "1 2"},
                                        {R"({"}":1}x)", R"({"}":1})"},
                                        {R"({"\"}":[]}])", R"({"\"}":[]})"}}) {
    CHECK(lenient::first_value(text) == first);
  }
  for (const auto& [text, closed] : Rows{{"", "{}"},
                                         {"{\"a\":[1,", "{\"a\":[1]}"},
                                         {R"({"a":)", R"({"a":null})"},
                                         {R"({"a)", R"({"a"})"},
                                         {"[[{}", "[[{}]]"},
                                         {"[]", "[]"},
                                         {"[\"", "[\"\"]"}}) {
    CHECK(lenient::closed(text) == closed);
  }
  for (const auto& [text, relaxed] :
       Rows{{"{'a':[1,],}", R"({ "a" : [ 1 ] } )"},
            {"[+1,01,0x1F,-1,1.0,x]", "[ 1 , 1 , 31 , -1 , 1.0 , x ] "},
            {"[1 //,2\n,3]", "[ 1 , 3 ] "},
            {"1 //", "1 "},
            {"[1//,2\n,/3,x//]\n]", "[ 1 , /3 , x ] "},
            {R"(["a//b",'c"d'])", R"([ "a//b" , "c"d" ] )"}}) {
    CHECK(lenient::relaxed(text) == relaxed);
  }
  const std::string_view twice = R"({"a":1,"b":{"c":1,"c":2},"a":{"d":3,"d":4}})";
  CHECK(lenient::one_of_each_key(twice, true) == R"({"a":1,"b":{"c":1}})");
  CHECK(lenient::one_of_each_key(twice, false) == R"({"a":{"d":4},"b":{"c":2}})");
  CHECK(lenient::one_of_each_key("[1,", true) == "[1,");
  CHECK(lenient::is_sorted(R"({"a":[{"b":1,"c":2}],"b":0})"));
  CHECK_FALSE(lenient::is_sorted(R"({"a":[{"c":1,"b":2}],"b":0})"));
  CHECK_FALSE(lenient::is_sorted(R"([{"10":0,"1":0}])"));
}

// The answers of each mutant to the first and the last vector that kills it. A long answer is cut,
// and its digest stands behind it.
TEST_CASE("goldens: what mutants answer to vectors that kill them", "[mutants]") {
  if (test::few_cases()) return;
  std::string text;
  for (const Fate& fate : all_fates()) {
    conform::explain::Suspect suspect(asked(), conform::faults::with_fault(fate.mutant));
    std::set<std::size_t> places;
    if (!fate.killed_by.empty()) places = {fate.killed_by.front(), fate.killed_by.back()};
    for (const std::size_t place : places) {
      const auto observation = suspect.observe(asked().vectors[place]);
      const auto* observed = std::get_if<conform::program::Observed>(&observation);
      const std::string answer = observed == nullptr ? "none" : json::serialize({observed->result});
      std::string shown = bpetite::shortened(answer, 120);
      if (shown != answer) shown += " " + corpus::sha256_hex(answer).substr(0, 8);
      text += fmt::format("{}  {}  {}\n", fate.mutant.name, asked().vectors[place].id, shown);
    }
  }
  for (const Fault& fault : conform::faults::planted_faults()) {
    text += fmt::format("{}  L{}  {}  {}\n", fault.name, static_cast<int>(fault.level), fault.flag,
                        fault.says);
  }
  text += "suspects";
  for (const Fault& fault : conform::faults::suspects()) text += " " + fault.name;
  test::check_golden("mutants.txt", text + '\n');
}

TEST_CASE("each mutant is killed twice, and first at the level of its fault", "[mutants]") {
  const char* const wish = std::getenv("BPETITE_MUTANTS");
  for (const Fate& fate : all_fates()) {
    if (wish != nullptr && std::string_view(wish) == "print") {
      fmt::print("{}\n", row(fate));
    }
    INFO(row(fate));
    if (!test::few_cases()) {  // a run with few cases leaves most vectors out
      CHECK(fate.required >= 2);
      CHECK(fate.lowest == fate.mutant.level);
    }
  }
}

TEST_CASE("the registry says what kills each mutant", "[mutants]") {
  const auto entries = registry();
  CHECK(entries.size() == conform::faults::mutants().size());
  for (const Fate& fate : all_fates()) {
    INFO("tools/generate/vectors/run --kills; " << row(fate));
    const auto found = entries.find(fate.mutant.name);
    REQUIRE(found != entries.end());
    const json::Object& entry = found->second;
    CHECK(*conform::suite::text_member(entry, "fault") == fate.mutant.says);
    CHECK(*conform::suite::text_member(entry, "flag") == fate.mutant.flag);
    CHECK(*conform::suite::text_member(entry, "level") ==
          conform::suite::level_names.at(static_cast<std::size_t>(fate.mutant.level)));

    // The registry has more kills: those of vectors that this run left out.
    Ids recorded;
    for (const json::Value& id : std::get<json::Array>(json::find(entry, "killed_by")->data)) {
      recorded.insert(std::get<std::string>(id.data));
    }
    Ids due;
    for (const std::size_t place : fate.asked) {
      if (recorded.contains(asked().vectors[place].id)) due.insert(asked().vectors[place].id);
    }
    Ids seen;
    for (const std::size_t place : fate.killed_by) {
      seen.insert(asked().vectors[place].id);
    }
    CHECK(seen == due);
  }
}

TEST_CASE("the vectors name the mutants that the registry says they kill", "[mutants]") {
  std::map<std::string, std::set<std::string>> killers;
  for (const auto& [name, entry] : registry()) {
    for (const json::Value& id : std::get<json::Array>(json::find(entry, "killed_by")->data)) {
      killers[std::get<std::string>(id.data)].insert(name);
    }
  }
  for (const Vector& vector : suite().vectors) {
    INFO(vector.id);
    CHECK(std::set<std::string>(vector.kills.begin(), vector.kills.end()) == killers[vector.id]);
  }
}

}  // namespace
}  // namespace bpetite
