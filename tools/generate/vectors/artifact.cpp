// Makes the vectors (test cases) with two faults in one artifact, the file of a tokenizer. The
// fault of the earlier step of loading must be reported (FR-29). Takes one fault for each step from
// the catalogue, and combines any two of different steps that can be made in one file.
//
//   step 7   no "special_tokens"        step 14   the key "+7" in the vocabulary
//   both                                step 7, a KeyError
#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include <bpetite/errors.hpp>

#include "artifact/artifact.hpp"
#include "conform/suite/test_material.hpp"
#include "groups.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Level;
using conform::suite::Tier;

// One fault for each step, as the id of a row in the catalogue. Any two of them can be made in one
// file.
constexpr std::string_view faults[] = {"load-utf8-ff",
                                       "load-json-two-values",
                                       "load-object-wrapped",
                                       "load-version-missing",
                                       "load-version-true",
                                       "load-version-two",
                                       "load-fields-no-specials",
                                       "load-fields-extra",
                                       "load-pattern-nanochat",
                                       "load-merges-negative",
                                       "load-merges-size-string",
                                       "load-merges-size-less",
                                       "load-vocab-shape-key-plus",
                                       "load-vocab-gap-0",
                                       "load-vocab-byte-97",
                                       "load-vocab-special",
                                       "load-special-id-more",
                                       "load-special-above-far"};

struct Fault {
  std::string name;
  int step = 0;
  json::Value patch;
};

std::optional<Fault> fault_of(const std::vector<Group>& groups, std::string_view id) {
  for (const Group& group : groups) {
    for (const conform::suite::Vector& vector : group.vectors) {
      if (vector.id == id) {
        const auto& artifact = std::get<json::Object>(vector.artifact.data);
        const auto& step = std::get<json::Integer>(json::find(vector.expect, "step")->data);
        return Fault{vector.id.substr(std::string_view("load-").size()),
                     static_cast<int>(step.magnitude.value()),
                     std::get<json::Array>(json::find(artifact, "patch")->data).front()};
      }
    }
  }
  return std::nullopt;
}

int failing_step(const std::string& bytes) {
  const auto result = artifact::check(bytes);
  const auto* fault = std::get_if<artifact::Fault>(&result);
  return fault == nullptr ? 0 : fault->step;
}

// The step at which a file with both faults fails. Returns nullopt if the second patch does not
// apply.
std::optional<int> step_of_both(const std::string& base, const Fault& first, const Fault& second) {
  try {
    const std::string once =
        conform::suite::patched(base, std::get<json::Object>(first.patch.data));
    return failing_step(conform::suite::patched(once, std::get<json::Object>(second.patch.data)));
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

void add_artifact_families(std::vector<Group>& groups, const conform::suite::Suite& suite) {
  std::vector<Fault> list;
  for (const std::string_view id : faults) {
    auto fault = fault_of(groups, id);
    if (!fault) {
      throw ValueError(fmt::format("catalogue: no vector {}", id));
    }
    list.push_back(*std::move(fault));
  }

  Group order{"load-order", Level::L2, "load", {}};
  const std::string base = conform::suite::artifact_bytes(suite, "ab");
  for (const Fault& first : list) {
    for (const Fault& second : list) {
      if (first.step >= second.step || step_of_both(base, first, second) != first.step) {
        continue;
      }
      auto& vector =
          add(order, fmt::format("{}-{}", first.step, second.step),
              fmt::format("FR-29,FR-29{}", static_cast<char>('a' + first.step - 1)), "FaultOrder",
              fmt::format("{} and {}: step {} comes before {}", first.name, second.name, first.step,
                          second.step));
      vector.tier = second.step - first.step <= 5 ? Tier::required : Tier::recommended;
      vector.artifact = {json::Object{{"base", json::string("ab")},
                                      {"patch", {json::Array{first.patch, second.patch}}}}};
      vector.expect.push_back({"step", json::integer(static_cast<unsigned>(first.step))});
      vector.expect.push_back({"other_step", json::integer(static_cast<unsigned>(second.step))});
    }
  }
  groups.push_back(std::move(order));
}

}  // namespace bpetite::generate
