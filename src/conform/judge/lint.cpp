// Checks that a suite of vectors (test cases) is right (lint). Each rule has a function, which adds
// its findings. The rules are about the names of clauses and flags, texts beside their hex, patches
// of artifacts, and expectations, which must be the reference's answers. Also checks the digests of
// the artifacts. Expectations of the very large vectors (tier stress) are checked only on request.
#include "conform/judge/lint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/judge/expected.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/small_vocabularies.hpp"
#include "conform/suite/test_material.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::judge {
namespace {

using Findings = std::vector<Finding>;

bool has_flag(const suite::Vector& vector, std::string_view flag) {
  return std::find(vector.flags.begin(), vector.flags.end(), flag) != vector.flags.end();
}

void lint_names(const suite::Suite& suite, const suite::Vector& vector, Findings& findings) {
  for (const std::string& clause : vector.clauses) {
    const auto same = [&](const auto& known) { return known.first == clause; };
    if (std::none_of(suite.clauses.begin(), suite.clauses.end(), same)) {
      findings.push_back({vector.id, fmt::format("no clause is called {}", clause)});
    }
  }
  for (const std::string& flag : vector.flags) {
    const auto same = [&](const suite::Note& note) { return note.flag == flag; };
    if (std::none_of(suite.notes.begin(), suite.notes.end(), same)) {
      findings.push_back({vector.id, fmt::format("the flag {} is not explained", flag)});
    }
  }
}

// Each text must be equal to its bytes: `text` to `text_hex`, `corpus` to `corpus_hex`, `probe` to
// `probe_hex`.
void lint_mirrors(const std::string& id, const json::Object& object, Findings& findings) {
  for (const auto& [key, value] : object) {
    const json::Value* hex = json::find(object, key + "_hex");
    const auto* text = std::get_if<std::string>(&value.data);
    if (hex != nullptr && text != nullptr &&
        suite::from_hex(std::get<std::string>(hex->data)) != *text) {
      findings.push_back({id, fmt::format("{0} is not what {0}_hex says", key)});
    }
  }
}

// The loading step at which a file fails, or 0 if it loads.
int failing_step(std::string_view bytes) {
  const auto result = artifact::check(bytes);
  const auto* fault = std::get_if<artifact::Fault>(&result);
  return fault == nullptr ? 0 : fault->step;
}

// The loading step that a member of the expectation gives.
int stated_step(const suite::Vector& vector, std::string_view name) {
  return static_cast<int>(suite::number_member(vector.expect, name).value_or(0));
}

// A patched artifact must be a valid base with one patch. With the flag FaultOrder it has two
// patches, and each patch alone must make the base fail at a step of its own.
void lint_patches(const suite::Suite& suite, const suite::Vector& vector, Findings& findings) {
  const auto* object = std::get_if<json::Object>(&vector.artifact.data);
  if (object == nullptr || suite::profile_in(vector.artifact)) {
    return;
  }
  if (failing_step(suite::artifact_bytes(suite, vector.artifact, 0)) != 0) {
    findings.push_back({vector.id, "the base does not load"});
  }
  const json::Value* list = json::find(*object, "patch");
  if (list == nullptr) {
    return;  // a valid artifact
  }
  const auto& patches = std::get<json::Array>(list->data);
  const std::size_t wanted = has_flag(vector, "FaultOrder") ? 2 : 1;
  if (patches.size() != wanted) {
    findings.push_back({vector.id, fmt::format("{} {}, required {}", patches.size(),
                                               patches.size() == 1 ? "patch" : "patches", wanted)});
    return;
  }
  if (wanted == 2) {
    const std::string base = suite::artifact_bytes(suite, vector.artifact, 0);
    std::set<int> steps;
    for (const json::Value& patch : patches) {
      steps.insert(failing_step(suite::patched(base, std::get<json::Object>(patch.data))));
    }
    if (steps != std::set{stated_step(vector, "step"), stated_step(vector, "other_step")}) {
      findings.push_back({vector.id, fmt::format("alone, the faults fail at the steps {}",
                                                 fmt::join(steps, ", "))});
    }
  }
}

// The expectation must be the reference's answer, except for members that the reference does not
// give.
void lint_expectation(const suite::Suite& suite, const suite::Vector& vector, Findings& findings) {
  json::Object expect = vector.expect;
  std::erase_if(expect, [](const json::Member& member) {
    return member.key == "within_seconds" || member.key == "other_step";
  });
  const std::string want = json::serialize({std::move(expect)});
  const std::string got = json::serialize({reference_expectation(vector, suite)});
  if (want != got) {
    findings.push_back(
        {vector.id, fmt::format("expected is {}, the reference gives {}", want, got)});
  }
  const std::string* result = suite::text_member(vector.expect, "result");
  if (result != nullptr && *result == "acceptable" && !has_flag(vector, "UnicodeDrift")) {
    findings.push_back({vector.id, "versions of Unicode differ here; the flag is missing"});
  }
}

}  // namespace

std::vector<Finding> lint(const suite::Suite& suite, bool with_stress) {
  Findings findings;
  for (const auto& [name, crafted] : suite.artifacts) {
    if (corpus::sha256_hex(suite::artifact_bytes(suite, name)) != crafted.sha256) {
      findings.push_back({name, "the artifact has another digest"});
    }
  }

  for (const suite::Vector& vector : suite.vectors) {
    lint_names(suite, vector, findings);
    lint_mirrors(vector.id, vector.input, findings);
    try {
      lint_patches(suite, vector, findings);
      if (vector.tier != suite::Tier::stress || with_stress) {
        lint_expectation(suite, vector, findings);
      }
    } catch (const Error& error) {
      findings.push_back({vector.id, error.what()});
    }
  }
  return findings;
}

}  // namespace bpetite::conform::judge
