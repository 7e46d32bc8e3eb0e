// Tests the diagnoses of a report: each faulty trainer, the character classes of each programming
// language, and each version of Unicode is recognised by its answers, also two of them together.
// Also tests that the first difference and the tied pairs are shown, that a program is judged by
// the version that it names, and that an unknown rule or a wrong pattern gets no such diagnosis.
//
//   tie-first-seen and early-stop-error together, as in minbpe:
//   the diagnosis is "tie-first-seen + early-stop-error"
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "conform/explain/diagnose.hpp"
#include "conform/explain/findings.hpp"
#include "conform/explain/parting.hpp"
#include "conform/explain/recognise.hpp"
#include "conform/explain/suspect.hpp"
#include "conform/faults/fault.hpp"
#include "conform/faults/pattern_edits.hpp"
#include "conform/faults/training.hpp"
#include "conform/report/report.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::explain::Diagnosis;
using conform::explain::Evidence;
using conform::faults::Fault;
using conform::program::Hello;
using conform::program::Status;
using conform::program::TokenizerParts;
using conform::report::Report;
using conform::suite::Suite;
using conform::suite::Vector;
using unicode::Version;

// The required vectors of an operation that take little time, or every n-th of them.
std::vector<std::size_t> vectors_of(std::string_view op, std::string_view level,
                                    std::size_t nth = 1) {
  std::vector<std::size_t> places;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < suite().vectors.size(); ++i) {
    const Vector& vector = suite().vectors[i];
    const bool is_long = json::serialize({vector.input}).size() > 20'000 ||
                         std::count(vector.flags.begin(), vector.flags.end(), "LongInput") > 0;
    const bool wanted =
        vector.op == op && vector.tier == conform::suite::Tier::required && !is_long &&
        conform::suite::level_names.at(static_cast<std::size_t>(vector.level)) == level;
    const bool always = vector.group == "pretokenize-drift" || vector.group == "probe" ||
                        vector.id == "train-basic-spec-abbb" ||
                        std::count(vector.flags.begin(), vector.flags.end(), "WhitespaceClass") > 0;
    if (wanted && conform::explain::is_askable(vector) && (always || seen++ % nth == 0))
      places.push_back(i);
  }
  return places;
}

using Observe = std::function<conform::program::Observation(const Vector&)>;

// The report for a program with this hello.
Report judged(const Observe& observe, const Hello& hello, const std::vector<std::size_t>& places) {
  conform::judge::Outcomes outcomes{places,
                                    std::vector<conform::judge::Outcome>(suite().vectors.size())};
  for (const std::size_t place : places) {
    conform::judge::Outcome& outcome = outcomes.by_place[place];
    const auto observation = observe(suite().vectors[place]);
    outcome.sent = true;
    outcome.judgement = conform::judge::judge(suite().vectors[place], observation, hello);
    if (const auto* observed = std::get_if<conform::program::Observed>(&observation)) {
      outcome.result = observed->result;
    }
  }
  outcomes.hello = hello;
  return conform::report::report_of(suite(), {}, outcomes,
                                    conform::explain::findings_of(suite(), outcomes, ""));
}

// The report for a program whose hello names this version.
Report judged(conform::program::Implementation program, const std::vector<std::size_t>& places,
              std::string named = "16.0.0") {
  conform::explain::Suspect suspect(suite(), std::move(program));
  Hello hello = suspect.hello();
  hello.unicode = std::move(named);
  if (suite().vectors[places.front()].op == "encode") hello.ops.erase("pretokenize");
  return judged([&](const Vector& vector) { return suspect.observe(vector); }, hello, places);
}

Report judged(TokenizerParts parts, const std::vector<std::size_t>& places,
              std::string named = "16.0.0") {
  return judged(conform::program::assembled(std::move(parts)), places, std::move(named));
}

// Whether a confirmed cause has this name.
bool is_named(const Report& report, std::string_view rule) {
  return std::any_of(report.diagnoses.begin(), report.diagnoses.end(), [&](const Diagnosis& it) {
    return std::count(it.rules.begin(), it.rules.end(), rule) > 0;
  });
}

const Diagnosis* diagnosis(const Report& report, std::string_view about) {
  for (const Diagnosis& it : report.diagnoses) {
    if (it.about == about) return &it;
  }
  return nullptr;
}

// The suspects with these names, in the order of the list.
std::vector<const Fault*> suspects_named(const std::set<std::string_view>& names) {
  std::vector<const Fault*> some;
  for (const Fault& fault : conform::faults::suspects()) {
    if (names.contains(fault.name)) some.push_back(&fault);
  }
  return some;
}

// The tokenizer of a version with these faults, judged by the vectors at these places.
Report judged_with(const std::set<std::string_view>& names, const std::vector<std::size_t>& places,
                   Version version = unicode::pinned, std::string named = "16.0.0") {
  const auto faults = suspects_named(names);
  return judged(
      conform::faults::with_faults(conform::program::reference_parts(version), version, faults),
      places, std::move(named));
}

// Checks that the results have the rules and the words of the diagnoses that list them, and that
// each diagnosis counts the failures of its operations.
void check_whole(const Report& report) {
  std::map<std::string, std::pair<std::vector<std::string>, std::string>> wanted;
  for (const Diagnosis& it : report.diagnoses) {
    std::set<std::string> of_ops;
    for (const auto& result : report.results) {
      const auto vector = std::ranges::find(suite().vectors, result.id, &Vector::id);
      const bool counts = std::ranges::count(it.ops, vector->op) > 0;
      if (counts && result.status != Status::pass) of_ops.insert(result.id);
    }
    CHECK(it.failures == of_ops.size());
    for (const std::string& id : it.explains) {
      CHECK(of_ops.contains(id));
      auto& [causes, rule] = wanted[id];
      causes.push_back(fmt::format("{}", fmt::join(it.rules, " or ")));
      rule += (rule.empty() ? "" : " And: ") + it.says;
    }
  }
  for (const auto& result : report.results) {
    INFO(result.id);
    CHECK(result.causes == wanted[result.id].first);
    CHECK(result.rule == wanted[result.id].second);
    CHECK((result.candidates.empty() || result.where.starts_with("merge ")));
  }
}

TEST_CASE("diagnose: the rule of each wrong trainer is recognised") {
  const auto places = vectors_of("train", "L3", every(2));
  std::size_t seen = 0;
  for (const Fault& mutant : conform::faults::mutants()) {
    if (mutant.level != conform::suite::Level::L3 || seen++ % stride() != 0) continue;
    if (mutant.flag == "LongInput") continue;  // its vectors take long
    const Report report = judged(mutant.change(conform::program::reference_parts()), places);
    INFO(mutant.name);
    CHECK(is_named(report, mutant.name));
    check_whole(report);
  }
}

TEST_CASE("diagnose: two faults of a trainer are distinguished from one") {
  const auto places = vectors_of("train", "L3", every(2));
  const Report report = judged_with({"tie-first-seen", "early-stop-error"}, places);
  CHECK(is_named(report, "tie-first-seen"));
  CHECK(is_named(report, "early-stop-error"));
  CHECK(report.diagnoses.size() == 2);
  for (const auto& result : report.results) {
    INFO(result.id);
    CHECK((result.status == Status::pass || !result.causes.empty()));
  }
  check_whole(report);
}

TEST_CASE("FR-32j: a fault that a program does not have where it shows most is not its cause") {
  // A program that strips the text only where it encodes. Many vectors of pretokenize show that.
  conform::explain::Suspect right(suite(), conform::program::reference_implementation());
  conform::explain::Suspect trimming(
      suite(), conform::faults::with_faults(conform::program::reference_parts(), unicode::pinned,
                                            suspects_named({"trimmed"})));
  const auto observe = [&](const Vector& vector) {
    return (vector.op == "pretokenize" ? right : trimming).observe(vector);
  };
  // Of the vectors of encode, so few that the fault fails less than half as many as of pretokenize.
  const auto encoded = vectors_of("encode", "L1", 4);
  auto places = vectors_of("pretokenize", "L0");
  places.insert(places.end(), encoded.begin(), encoded.end());
  CHECK(is_named(judged(observe, right.hello(), encoded), "trimmed"));
  CHECK_FALSE(is_named(judged(observe, right.hello(), places), "trimmed"));
}

json::Object answer_with(const std::set<std::string_view>& names, const Vector& vector) {
  conform::explain::Suspect suspect(
      suite(), conform::faults::with_faults(conform::program::reference_parts(), unicode::pinned,
                                            suspects_named(names)));
  return std::get<conform::program::Observed>(suspect.observe(vector)).result;
}

bool are_equal(const json::Object& one, const json::Object& other) {
  return json::serialize({one}) == json::serialize({other});
}

// Which of two faults of a trainer, and no others, are found to explain answers to the vectors of
// train that are all wrong. A vector for which `answer` gives nullopt is not asked.
std::set<std::string_view> found_of_two(
    const std::set<std::string_view>& two,
    const std::function<std::optional<json::Object>(const Vector&)>& answer) {
  std::vector<std::pair<const Vector*, json::Object>> answers;
  for (const std::size_t place : vectors_of("train", "L3")) {
    const Vector& vector = suite().vectors[place];
    if (auto result = answer(vector)) answers.emplace_back(&vector, std::move(*result));
  }
  REQUIRE(answers.size() >= 2);
  std::vector<Evidence> evidence;
  for (const auto& [vector, result] : answers) evidence.push_back({vector, &result, true});

  const std::vector<Fault>& suspects = conform::faults::suspects();
  std::set<std::size_t> others;
  for (std::size_t i = 0; i < suspects.size(); ++i) {
    if (!two.contains(suspects[i].name)) others.insert(i);
  }
  const conform::explain::Basis basis(suite(), unicode::pinned);
  std::set<std::string_view> names;
  for (const auto& cause : conform::explain::recognise(basis, evidence, {}, others)) {
    names.insert(suspects[cause.faults.front()].name);
  }
  return names;
}

TEST_CASE("FR-32j: two faults are found that explain the failures only together") {
  const std::set<std::string_view> both{"tie-first-seen", "max-token-length-4"};
  const auto of_both_alone = [&](const Vector& vector) -> std::optional<json::Object> {
    json::Object answer = answer_with(both, vector);
    for (const std::string_view name : both) {
      if (are_equal(answer, answer_with({name}, vector))) return std::nullopt;
    }
    return answer;
  };
  CHECK(found_of_two(both, of_both_alone) == both);
}

TEST_CASE("FR-32j: of two faults in the same decision, a program cannot have both") {
  bool is_first = false;
  const auto of_one_or_the_other = [&](const Vector& vector) -> std::optional<json::Object> {
    json::Object one = answer_with({"tie-largest"}, vector);
    json::Object other = answer_with({"tie-last-seen"}, vector);
    if (are_equal(one, other)) return std::nullopt;
    is_first = !is_first;
    return is_first ? one : other;
  };
  CHECK(found_of_two({"tie-largest", "tie-last-seen"}, of_one_or_the_other).size() < 2);
}

TEST_CASE("FR-32j: one cause in two operations is one finding, with all its failures") {
  std::vector<std::size_t> places = vectors_of("pretokenize", "L0", 9);
  for (const std::size_t place : vectors_of("decode", "L1", every(3))) places.push_back(place);
  for (const std::size_t place : vectors_of("train", "L3", 2)) places.push_back(place);
  const Report report = judged_with({"ascii-letters", "replace-subparts"}, places);
  REQUIRE(report.diagnoses.size() == 2);
  CHECK(report.diagnoses[0].about == "classes");
  CHECK(report.diagnoses[0].says == "Letters that are those of ASCII.");
  CHECK(report.diagnoses[0].rules == std::vector<std::string>{"ascii-letters"});
  CHECK(report.diagnoses[0].ops == std::vector<std::string>{"pretokenize", "train"});
  CHECK(report.diagnoses[1].about == "fault");
  CHECK(report.diagnoses[1].ops == std::vector<std::string>{"decode"});
  check_whole(report);
}

TEST_CASE("diagnose: an unknown rule is not recognised, and the first difference is shown") {
  const auto places = vectors_of("train", "L3", every(6));
  TokenizerParts parts = conform::program::reference_parts();
  parts.learn_merges = [](const conform::faults::Chunks&, std::size_t planned) {
    return std::vector<Pair>(std::min<std::size_t>(planned, 2), Pair{0, 0});
  };
  const Report report = judged(std::move(parts), places);
  CHECK(report.diagnoses.empty());
  const auto& result = result_of(report, "train-basic-spec-abbb");
  CHECK(result.causes.empty());
  CHECK(result.where == "merge 1 of 3");
  CHECK(result.candidates == R"("b"+"b" (98,98) x2 was due, "\x00"+"\x00" (0,0) x0 was taken)");
}

TEST_CASE("diagnose: the tied pairs are shown at the first difference of trainers") {
  const Vector vector = make_vector("t", conform::suite::Level::L3, "train",
                                    R"({"corpus_hex":"626320787920","vocab_size":258})",
                                    R"({"result":"valid","merges":[]})");
  const auto parting = conform::explain::parting_of(vector, {{98, 99}}, unicode::pinned);
  REQUIRE(parting.has_value());
  CHECK(parting->where == "merge 1 of 2");
  CHECK(parting->candidates ==
        R"(" "+"x" (32,120) x1 was due, "b"+"c" (98,99) x1 was taken; tied are 3 pairs: )"
        R"(" "+"x" (32,120) x1, "b"+"c" (98,99) x1, "x"+"y" (120,121) x1)");
  CHECK(conform::explain::parting_of(vector, {{32, 120}}, unicode::pinned)->candidates ==
        R"("b"+"c" (98,99) x1 was due, it stopped; tied are 2 pairs: "b"+"c" (98,99) x1, )"
        R"(" x"+"y" (256,121) x1)");
  CHECK_FALSE(
      conform::explain::parting_of(vector, {{32, 120}, {98, 99}}, unicode::pinned).has_value());
}

TEST_CASE("FR-32j: the first difference of trainers says why the right one went on or stopped") {
  const auto parting = [](std::string_view input, const std::vector<Pair>& merges) {
    const Vector vector = make_vector("t", conform::suite::Level::L3, "train", input, "{}");
    const auto found = conform::explain::parting_of(vector, merges, unicode::pinned);
    return found ? found->where + ": " + found->candidates : "none";
  };
  CHECK(parting(R"({"corpus_hex":"616161","vocab_size":257})", {{97, 97}, {256, 97}}) ==
        R"(merge 2 of 1: the size was reached, "aa"+"a" (256,97) x1 was taken)");
  CHECK(parting(R"({"corpus_hex":"6161","vocab_size":300})", {{97, 97}, {256, 300}}) ==
        R"(merge 2 of 44: no pair was left, "aa"+? (256,300) x0 was taken)");
  CHECK(parting(R"({"counts":[["6162",3],["6263",2],["616262",1]],"vocab_size":258})", {}) ==
        R"(merge 1 of 2: "a"+"b" (97,98) x4 was due, it stopped)");
  CHECK(parting(R"({"counts":[["6162",3],["6263",2],["616262",1]],"vocab_size":258})",
                {{97, 98}, {98, 98}}) ==
        R"(merge 2 of 2: "b"+"c" (98,99) x2 was due, "b"+"b" (98,98) x0 was taken)");
  CHECK(parting(R"({"corpus_hex":"","vocab_size":256})", {}) == "none");
  CHECK(parting(R"({"corpus_hex":"6161","vocab_size":256})", {{97, 97}}) ==
        R"(merge 1 of 0: the size was reached, "a"+"a" (97,97) x1 was taken)");
  CHECK(parting(R"({"corpus_hex":"6161","vocab_size":255})", {{97, 97}}) == "none");
  CHECK(parting(R"({"corpus_hex":"6161","vocab_size":-300})", {{97, 97}}) == "none");
  CHECK(parting(R"({"corpus_hex":"61ff","vocab_size":300})", {{97, 97}}) == "none");
}

TEST_CASE("FR-32j: merges are pairs of ids, or the result has none") {
  const auto merges = [](std::string_view result) {
    return conform::explain::merges_of(object_of(result));
  };
  CHECK(merges(R"({"merges":[[97,98],[4294967295,0]]})") ==
        std::vector<Pair>{{97, 98}, {4294967295, 0}});
  CHECK(merges(R"({"merges":[]})") == std::vector<Pair>{});
  for (const std::string_view wrong :
       {R"({})", R"({"merges":5})", R"({"merges":[5]})", R"({"merges":[[97]]})",
        R"({"merges":[[97,98,99]]})", R"({"merges":[[97,-1]]})", R"({"merges":[["a",98]]})",
        R"({"merges":[[97,98],[97,4294967296]]})", R"({"merges":[[18446744073709551616,98]]})"}) {
    INFO(wrong);
    CHECK_FALSE(merges(wrong).has_value());
  }
}

// Of versions that explain equally much, the one that hello names comes first.
TEST_CASE("S2d: results of other versions get the fewest versions that explain them") {
  Suite some = small_suite();
  conform::judge::Outcomes outcomes{{0, 1, 2, 3},
                                    std::vector<conform::judge::Outcome>(some.vectors.size())};
  const std::vector<std::vector<Version>> explained = {{Version::v13_0, Version::v14_0},
                                                       {Version::v14_0, Version::v15_0},
                                                       {Version::v15_0, Version::v17_0},
                                                       {}};
  for (std::size_t i = 0; i < 3; ++i) {
    outcomes.by_place[i].judgement.status = Status::unicode_delta;
    outcomes.by_place[i].judgement.versions = explained[i];
  }
  using Chosen = std::map<std::size_t, std::vector<Version>>;
  const auto chosen = [&](std::string_view named) {
    outcomes.hello.unicode = named;
    return conform::explain::delta_versions(some, outcomes);
  };
  CHECK(chosen("14.0.0") == Chosen{{0, {Version::v14_0}},
                                   {1, {Version::v14_0}},
                                   {2, {Version::v15_0, Version::v17_0}}});
  CHECK(chosen("15.0.0") == Chosen{{0, {Version::v13_0, Version::v14_0}},
                                   {1, {Version::v15_0}},
                                   {2, {Version::v15_0}}});
  // A version that another answer contradicts comes after one that none contradicts.
  some.vectors[3].expect = object_of(
      R"({"result":"acceptable","variants":[{"unicode":["14.0.0"],"result":"valid","ids":[1]},)"
      R"({"unicode":["13.0.0","15.0.0","15.1.0","16.0.0","17.0.0","18.0.0"],"result":"valid",)"
      R"("ids":[2]}]})");
  outcomes.by_place[3].sent = true;
  outcomes.by_place[3].result = object_of(R"({"result":"valid","ids":[2]})");
  CHECK(chosen("14.0.0") ==
        Chosen{{0, {Version::v13_0}}, {1, {Version::v15_0}}, {2, {Version::v15_0}}});
}

// Up to eight pairs are listed. Dots stand for more.
TEST_CASE("diagnose: dots say that there are more tied pairs than are listed") {
  for (const int pairs : {7, 8, 9}) {
    std::string corpus;
    for (int i = 0; i <= pairs; ++i) corpus += fmt::format("{:02x}", 'a' + i);
    const Vector vector =
        make_vector("t", conform::suite::Level::L3, "train",
                    fmt::format(R"({{"corpus_hex":"{}","vocab_size":257}})", corpus),
                    R"({"result":"valid","merges":[]})");
    const std::string tied =
        conform::explain::parting_of(vector, {{98, 99}}, unicode::pinned)->candidates;
    INFO(tied);
    CHECK(tied.find(fmt::format("tied are {} pairs: ", pairs)) != std::string::npos);
    CHECK(tied.ends_with(", ...") == (pairs > 8));
  }
}

TEST_CASE("diagnose: each character class of a language is named") {
  const auto chunks = vectors_of("pretokenize", "L0", every(9));
  const auto probes = vectors_of("encode", "L0", 3 * every(6));
  std::size_t seen = 0;
  for (const conform::faults::CharacterClass& set : conform::faults::character_classes()) {
    if (seen++ % stride() != 0) continue;
    for (const auto* places : {&chunks, &probes}) {
      if (places == &probes && few_cases()) continue;
      if (places == &probes && set.kind != conform::faults::CharacterKind::space) continue;
      const Report report = judged_with({set.name}, *places);
      INFO(set.name);
      CHECK(is_named(report, set.name));
      REQUIRE(report.diagnoses.size() == 1);
      CHECK(report.diagnoses.front().explains.size() == report.diagnoses.front().failures);
    }
  }
}

TEST_CASE("diagnose: the classes of a whole language are named together") {
  const Report report = judged_with({"re2-space", "ascii-letters", "ascii-digits"},
                                    vectors_of("pretokenize", "L0", every(30)));
  for (const char* set : {"re2-space", "ascii-letters", "ascii-digits"}) {
    CHECK(is_named(report, set));
  }
}

TEST_CASE("diagnose: a wrong pattern is not taken for a class") {
  const Report report = judged(
      conform::faults::find_fault("no-lookahead")->change(conform::program::reference_parts()),
      vectors_of("pretokenize", "L0", every(9)));
  CHECK(diagnosis(report, "classes") == nullptr);
  CHECK(is_named(report, "no-lookahead"));
}

// --- Unicode versions. ---

Report of_version(Version version, std::string named,
                  const std::set<std::string_view>& faults = {}) {
  return judged_with(faults, vectors_of("pretokenize", "L0", 9 * every(3)), version,
                     std::move(named));
}

TEST_CASE("diagnose: a program that names its version is judged by it") {
  for (std::size_t i = 0; i < unicode::versions.size(); i += every(3)) {
    const Version version = unicode::versions[i];
    INFO(unicode::name(version));
    const Report report = of_version(version, std::string(unicode::name(version)));
    CHECK(report.levels[0].verdict == conform::report::Verdict::conforms);
    const auto deltas = conform::explain::unicode_deltas(report.results);
    CHECK(deltas.size() == (version == unicode::pinned ? 0 : 1));
    CHECK(report.code_points.empty() == (version == unicode::pinned));
    CHECK(report.diagnoses.empty());
  }
}

TEST_CASE("diagnose: a version that is not named, or wrongly, is one finding") {
  for (std::size_t i = 0; i < unicode::versions.size(); i += every(3)) {
    const Version version = unicode::versions[i];
    for (const Version other : unicode::versions) {
      if (other == version) continue;
      for (const std::string_view named : {unicode::name(other), std::string_view()}) {
        INFO(unicode::name(version) << " that says " << named);
        const Report report = of_version(version, std::string(named));
        const auto deltas = conform::explain::unicode_deltas(report.results);
        if (named.empty() && version == unicode::pinned) {
          CHECK(deltas.empty());
          continue;
        }
        REQUIRE(deltas.size() == 1);
        CHECK(deltas.begin()->first == unicode::name(version));
        CHECK(report.levels[0].counts.count(Status::fail) == 0);
        CHECK(report.levels[0].verdict == conform::report::Verdict::fails);
        const auto* told = diagnosis(report, "unicode");
        REQUIRE(told != nullptr);
        CHECK(told->says == fmt::format("The letters and digits are those of Unicode {}, and hello "
                                        "names {}.",
                                        unicode::name(version), named.empty() ? "none" : named));
        CHECK(told->explains == deltas.begin()->second);
        if (few_cases()) break;
      }
      if (few_cases()) break;
    }
  }
}

TEST_CASE("diagnose: white space of one language and the tables of another version together") {
  for (const std::string_view named : {"", "17.0.0"}) {
    if (few_cases() && named.empty()) continue;
    const Report report = of_version(Version::v17_0, std::string(named), {"js-space"});
    CHECK(is_named(report, "js-space"));
    const auto deltas = conform::explain::unicode_deltas(report.results);
    REQUIRE(deltas.size() == 1);
    CHECK(deltas.begin()->first == "17.0.0");
  }
}

}  // namespace
}  // namespace bpetite::test
