// Tests that causes are named correctly: faults are planted in the reference, one or two at once,
// and the report must name exactly these, also a fault that comes before the one that was found
// first, and two faults that differ little.
//
//   replace-ill-formed and tie-largest together     both are named: the first one in `decode`, the
//                                                   other one in `train` and `save`
//
// By default a sample is planted. BPETITE_PAIRS=2000 plants each fault, and that many pairs
// (tools/check --long).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "conform/explain/diagnose.hpp"
#include "conform/explain/recognise.hpp"
#include "conform/explain/suspect.hpp"
#include "conform/faults/fault.hpp"
#include "conform/faults/remembered_parts.hpp"
#include "support/catch.hpp"
#include "support/conform.hpp"
#include "support/share.hpp"

namespace bpetite::test {
namespace {

using conform::explain::Findings;
using conform::explain::Suspect;
using conform::faults::Fault;
using conform::judge::Outcomes;
using conform::program::TokenizerParts;
using conform::suite::Vector;

bool kills(const Vector& vector, const Fault& mutant) {
  return std::find(vector.kills.begin(), vector.kills.end(), mutant.name) != vector.kills.end();
}

conform::judge::Outcome outcome_of(Suspect& suspect, const Vector& vector) {
  conform::judge::Outcome outcome;
  const auto observation = suspect.observe(vector);
  outcome.sent = true;
  outcome.judgement = conform::judge::judge(vector, observation, suspect.hello());
  if (const auto* observed = std::get_if<conform::program::Observed>(&observation)) {
    outcome.result = observed->result;
  }
  return outcome;
}

const TokenizerParts& reference() {
  static const TokenizerParts parts =
      conform::faults::with_memory(conform::program::reference_parts());
  return parts;
}

// The reference's answers to every vector that is cheap enough to be asked often. Computed once.
const Outcomes& right_outcomes() {
  static const Outcomes right = [] {
    Suspect suspect(suite(), conform::program::assembled(reference()));
    Outcomes outcomes{{}, std::vector<conform::judge::Outcome>(suite().vectors.size())};
    for (std::size_t i = 0; i < suite().vectors.size(); ++i) {
      if (!conform::explain::is_askable(suite().vectors[i])) continue;
      outcomes.places.push_back(i);
      outcomes.by_place[i] = outcome_of(suspect, suite().vectors[i]);
    }
    outcomes.hello = suspect.hello();
    return outcomes;
  }();
  return right;
}

// The answers of a tokenizer with these faults. Vectors that do not kill any of them get the
// answers of the reference.
Outcomes outcomes_of(const std::vector<Fault>& mutants) {
  TokenizerParts parts = reference();
  for (const Fault& mutant : mutants) {
    parts = mutant.change(std::move(parts));
  }
  Suspect suspect(suite(), conform::program::assembled(std::move(parts)));
  Outcomes outcomes = right_outcomes();
  for (const std::size_t place : outcomes.places) {
    const Vector& vector = suite().vectors[place];
    if (std::any_of(mutants.begin(), mutants.end(),
                    [&](const Fault& mutant) { return kills(vector, mutant); })) {
      outcomes.by_place[place] = outcome_of(suspect, vector);
    }
  }
  return outcomes;
}

// The causes that are named for these answers. Only the members of a result that the search needs
// are set.
Findings found_in(const Outcomes& outcomes) {
  Findings findings;
  for (const std::size_t place : outcomes.places) {
    conform::explain::Result result;
    result.id = suite().vectors[place].id;
    result.status = outcomes.by_place[place].judgement.status;
    findings.results.push_back(std::move(result));
  }
  conform::explain::diagnose(suite(), outcomes, findings);
  return findings;
}

Findings found_with(const std::vector<Fault>& mutants) { return found_in(outcomes_of(mutants)); }

// Whether the findings name this fault. For another version of Unicode, a diagnosis about the
// version counts.
bool names(const Findings& findings, const Fault& mutant) {
  return std::any_of(findings.diagnoses.begin(), findings.diagnoses.end(), [&](const auto& it) {
    return (mutant.flag == "UnicodeDrift" && it.about == "unicode") ||
           std::count(it.rules.begin(), it.rules.end(), mutant.name) > 0;
  });
}

std::string named(const Findings& findings) {
  std::string text;
  for (const auto& it : findings.diagnoses) {
    text +=
        fmt::format("{}{} ({})", text.empty() ? "" : "; ",
                    it.rules.empty() ? it.about : fmt::format("{}", fmt::join(it.rules, " or ")),
                    it.explains.size());
  }
  return text;
}

bool is_long() { return std::getenv("BPETITE_PAIRS") != nullptr; }

std::size_t pair_count() {
  return is_long() ? std::strtoul(std::getenv("BPETITE_PAIRS"), nullptr, 10) : 6 / every(3);
}

TEST_CASE("causes: each mutant is named, and nothing else") {
  std::size_t seen = 0;
  for (const Fault& mutant : conform::faults::mutants()) {
    if (seen++ % (is_long() ? 1 : 16 * stride()) != 0) continue;
    const Findings findings = found_with({mutant});
    INFO(mutant.name << ", named as " << named(findings));
    CHECK(names(findings, mutant));
    CHECK(findings.diagnoses.size() == 1);
  }
}

// The findings for a decoder with two faults. The second fault changes the result of the first one.
Findings found_in_decoder(const Fault& first, const Fault& second) {
  Suspect suspect(suite(), conform::program::assembled(second.change(first.change(reference()))));
  Outcomes outcomes = right_outcomes();
  for (const std::size_t place : outcomes.places) {
    const Vector& vector = suite().vectors[place];
    if (vector.op == "decode") outcomes.by_place[place] = outcome_of(suspect, vector);
  }
  return found_in(outcomes);
}

void check_both_named(const Fault& first, const Fault& second) {
  const Findings findings = found_in_decoder(first, second);
  INFO(named(findings));
  CHECK(names(findings, first));
  CHECK(names(findings, second));
  CHECK(findings.diagnoses.size() == 2);
  for (const auto& result : findings.results) {
    INFO(result.id);
    CHECK((result.status == conform::program::Status::pass || !result.causes.empty()));
  }
}

const Fault& suspect_named(std::string_view name) {
  return *std::ranges::find(conform::faults::suspects(), name, &Fault::name);
}

TEST_CASE(
    "causes: U+FFFD as other languages give it, and unknown ids that are skipped, are two faults") {
  check_both_named(suspect_named("replace-subparts"),
                   *conform::faults::find_fault("skip-unknown-id"));
}

// decode-newline-end explains more failures, so it is found first.
TEST_CASE("causes: a fault that comes before the one that was found first is named") {
  check_both_named(*conform::faults::find_fault("lossy-decode"),
                   *conform::faults::find_fault("decode-newline-end"));
}

// The operation in which a mutant fails the most vectors. Two faults of the pattern are in the same
// operation, although some show more often in `encode`.
std::string main_operation(const Fault& mutant) {
  if (mutant.level == conform::suite::Level::L0) return "pretokenize";
  std::map<std::string, std::size_t> counts;
  for (const Vector& vector : suite().vectors) {
    if (kills(vector, mutant)) ++counts[vector.op];
  }
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

TEST_CASE("causes: two faults in different operations are both named") {
  const std::vector<Fault> all = conform::faults::mutants();
  std::vector<std::string> operations;
  for (const Fault& mutant : all) {
    operations.push_back(main_operation(mutant));
  }
  std::mt19937_64 random(19);  // the same pairs each time
  const std::size_t wanted = pair_count();
  std::size_t tried = 0;
  std::size_t both = 0;
  std::size_t alone = 0;  // cases in which nothing else is named
  while (tried < wanted) {
    const std::size_t one = random() % all.size();
    const std::size_t other = random() % all.size();
    if (operations[one] == operations[other]) continue;
    ++tried;
    const Findings findings = found_with({all[one], all[other]});
    if (names(findings, all[one]) && names(findings, all[other])) {
      ++both;
      alone += findings.diagnoses.size() == 2 ? 1U : 0U;
    } else {
      UNSCOPED_INFO(all[one].name << " and " << all[other].name << ": " << named(findings));
      if (is_long()) {
        fmt::print("{} and {}: {}\n", all[one].name, all[other].name, named(findings));
      }
    }
    if (is_long() && (tried % 100 == 0 || tried == wanted)) {
      fmt::print("both named: {} of {}, and nothing else: {}\n", both, tried, alone);
      std::fflush(stdout);
    }
  }
  CHECK(100 * both >= 95 * tried);
}

}  // namespace
}  // namespace bpetite::test
