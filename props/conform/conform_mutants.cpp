// Tests the mutants: each is the reference with one planted fault, and a vector kills it if the
// mutant fails that vector. At least two required vectors must kill each mutant, and none of these
// vectors may be of a lower level than the fault. Also tests that the reference fails no vector,
// that each mutant is described and does what its description says, and that the registry and the
// vectors agree about what kills it.
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
#include "conform/program/tokenizer_parts.hpp"
#include "core/file.hpp"
#include "core/json.hpp"
#include "generate/vectors/kills.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"

namespace bpetite {
namespace {

using conform::faults::Extent;
using conform::faults::Fate;
using conform::faults::Fault;
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
    Ids seen;
    for (const std::size_t place : fate.killed_by) {
      seen.insert(asked().vectors[place].id);
    }
    CHECK(std::includes(recorded.begin(), recorded.end(), seen.begin(), seen.end()));
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
