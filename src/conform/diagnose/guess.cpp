// Builds the tokenizer from the remembered parts of the reference, and compares answers.
#include "conform/diagnose/guess.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>
#include <variant>

#include "conform/judge/judge.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::diagnose {
namespace {

bool is_right(const json::Object& result) {
  const std::string* kind = suite::text_member(result, "result");
  return kind != nullptr && *kind == "valid";
}

std::string without_step(const json::Object& result) {
  json::Object members = result;
  std::erase_if(members, [](const json::Member& member) { return member.key == "step"; });
  return json::serialize({std::move(members)});
}

// Equal results. If a result is due, all refusals of one kind are equal: their authors chose the
// class of the error. A program without encode has no probe.
bool is_same(const json::Object& guessed, const json::Object& observed, const json::Object& due) {
  const std::string* kind = suite::text_member(guessed, "result");
  const std::string* other = suite::text_member(observed, "result");
  if (kind == nullptr || other == nullptr || *kind != *other) return false;
  if (*kind != "valid" && is_right(due)) return true;
  if (json::find(observed, "probe") == nullptr && json::find(guessed, "probe") != nullptr)
    return true;
  return without_step(guessed) == without_step(observed);
}

// The reference for a version, with its caches: every Basis uses the same ones.
program::TokenizerParts remembered_parts(unicode::Version version) {
  static std::map<unicode::Version, program::TokenizerParts> known;
  const auto [place, is_new] = known.try_emplace(version);
  if (is_new) place->second = mutants::with_memory(program::reference_parts(version));
  return place->second;
}

program::Implementation tokenizer_with(const Basis& basis, const std::vector<std::size_t>& faults) {
  std::vector<const Fault*> some;
  for (const std::size_t fault : faults) {
    some.push_back(&known_faults()[fault]);
  }
  return with_faults(basis.parts(), basis.version(), some);
}

bool is_internal(const json::Object& result) {
  const std::string* error = suite::text_member(result, "error");
  return error != nullptr && *error == "Internal";
}

}  // namespace

Basis::Basis(const suite::Suite& suite, unicode::Version version)
    : suite_(suite), version_(version), parts_(remembered_parts(version)) {
  for (const suite::Vector& vector : suite.vectors) {
    if (!vector.kills.empty()) groups_.insert(vector.group);
  }
}

bool Basis::knows_kills(const suite::Vector& vector) const {
  const std::string* kind = suite::text_member(vector.expect, "result");
  const bool by_version = kind != nullptr && *kind == "acceptable";
  return groups_.contains(vector.group) && (version_ == unicode::pinned || !by_version);
}

std::size_t bytes_in(const suite::Vector& vector) {
  std::size_t bytes = 0;
  for (const std::string_view name : {"text", "corpus"}) {
    bytes += suite::bytes_of(vector.input, name).value_or("").size();
  }
  return bytes;
}

bool is_askable(const suite::Vector& vector) {
  return json::find(vector.expect, "within_seconds") == nullptr && bytes_in(vector) <= 200'000;
}

bool is_killed_by(const suite::Vector& vector, const Fault& fault) {
  return fault.is_mutant &&
         std::find(vector.kills.begin(), vector.kills.end(), fault.name) != vector.kills.end();
}

Guess::Guess(const Basis& basis, const std::vector<std::size_t>& faults)
    : basis_(basis), suspect_(basis.suite(), tokenizer_with(basis, faults)) {}

bool Guess::answers_alike(const Evidence& evidence) {
  const auto guessed = answer(*evidence.vector);
  return guessed && is_same(*guessed, *evidence.observed,
                            suite::expectation(*evidence.vector, basis_.version()));
}

bool Guess::contradicts(const Evidence& evidence) {
  const auto guessed = answer(*evidence.vector);
  return guessed && !is_internal(*guessed) &&
         !is_same(*guessed, *evidence.observed,
                  suite::expectation(*evidence.vector, basis_.version()));
}

bool Guess::fails(const suite::Vector& vector) {
  const auto guessed = answer(vector);
  return guessed && !is_internal(*guessed) &&
         judge::compare(suite::expectation(vector, basis_.version()), *guessed) !=
             program::Status::pass;
}

std::optional<json::Object> Guess::answer(const suite::Vector& vector) {
  const program::Observation observation = suspect_.observe(vector);
  const auto* observed = std::get_if<program::Observed>(&observation);
  return observed == nullptr ? std::nullopt : std::optional(observed->result);
}

}  // namespace bpetite::conform::diagnose
