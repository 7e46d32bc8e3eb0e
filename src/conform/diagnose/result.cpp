// Classifies single results: their status, their cause, and their Unicode version.
#include "conform/diagnose/result.hpp"

#include <fmt/format.h>

namespace bpetite::conform::diagnose {

drive::Status true_status(const Result& result) { return result.known.value_or(result.status); }

bool is_unsent(const Result& result) {
  return true_status(result) == drive::Status::timeout && result.detail.starts_with("not sent");
}

CauseKey cause_key(const Result& result) {
  if (is_unsent(result)) {
    return {result.status, true, {}, {}, {}};
  }
  if (!result.resembles.empty()) {
    return {result.status, false, result.resembles, {}, {}};
  }
  const auto first = [](const std::vector<std::string>& words) {
    return words.empty() ? std::string() : words.front();
  };
  return {result.status, false, {}, first(result.flags), first(result.requirements)};
}

std::string cause_words(const CauseKey& key) {
  if (key.unsent) return "not sent after time-outs";
  if (!key.mutant.empty()) return fmt::format("mutant {}", key.mutant);
  return fmt::format("{}{}{}", key.flag.empty() ? "" : "flag " + key.flag,
                     key.flag.empty() || key.clause.empty() ? "" : ", ", key.clause);
}

std::map<std::string, std::vector<std::string>> unicode_deltas(std::span<const Result> results) {
  std::map<std::string, std::vector<std::string>> deltas;
  for (const Result& result : results) {
    if (true_status(result) == drive::Status::unicode_delta)
      deltas[result.unicode].push_back(result.id);
  }
  return deltas;
}

}  // namespace bpetite::conform::diagnose
