// Finds the earlier cases that a failure needs, by delta debugging over cases.
#include "conform/shrink/history.hpp"

#include <algorithm>
#include <chrono>

#include "conform/shrink/case_parts.hpp"
#include "conform/shrink/ddmin.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::shrink {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<suite::Vector> at(const std::vector<suite::Vector>& all, const Places& places) {
  std::vector<suite::Vector> some;
  for (const std::size_t place : places) {
    some.push_back(all[place]);
  }
  return some;
}

bool alike(const suite::Vector& one, const suite::Vector& other) {
  return one.op == other.op && json::serialize(one.artifact) == json::serialize(other.artifact);
}

}  // namespace

std::optional<std::vector<suite::Vector>> needed_before(drive::Driver& driver, const Oracle& oracle,
                                                        const std::vector<suite::Vector>& earlier,
                                                        const suite::Vector& vector,
                                                        const Manner& manner,
                                                        const ShrinkLimits& limits) {
  CaseTrial trial(driver, oracle);
  const auto end = Clock::now() + limits.time;
  std::size_t asked = 0;
  const auto tired = [&] { return asked >= limits.queries || Clock::now() >= end; };
  const auto fails = [&](const std::vector<suite::Vector>& before) {
    ++asked;
    trial.alone_after(before);
    return trial.manner_of(vector) == manner;
  };

  // Tries the last cases first, and twice as many each time: the needed cases are mostly recent.
  std::size_t last = 1;
  while (!fails({earlier.end() - static_cast<std::ptrdiff_t>(std::min(last, earlier.size())),
                 earlier.end()})) {
    if (last >= earlier.size() || tired()) return std::nullopt;
    last *= 2;
  }
  const std::vector<suite::Vector> some(
      earlier.end() - static_cast<std::ptrdiff_t>(std::min(last, earlier.size())), earlier.end());
  const auto question = [&](const Places& places) { return !tired() && fails(at(some, places)); };
  return at(some, fewest(some.size(), {question, tired}));
}

std::vector<suite::Vector> joined(const std::vector<suite::Vector>& earlier,
                                  const suite::Vector& vector) {
  const bool all_alike = std::all_of(earlier.begin(), earlier.end(),
                                     [&](const suite::Vector& one) { return alike(one, vector); });
  if (!all_alike) {
    return {};
  }
  suite::Vector whole = vector;
  if (vector.op == "decode") {
    json::Array calls;
    for (const suite::Vector& one : earlier) {
      calls.push_back({suite::decode_calls(one.input).front()});
    }
    calls.push_back({suite::decode_calls(vector.input).front()});
    whole.input = {{"sequence", {std::move(calls)}}};
    return {whole};
  }
  std::vector<suite::Vector> candidates;
  if (vector.op != "encode" && vector.op != "pretokenize") {
    return candidates;
  }
  for (const std::string_view between : {"", " ", "\n"}) {
    std::string text;
    for (const suite::Vector& one : earlier) {
      text += suite::bytes_of(one.input, "text").value_or("");
      text += between;
    }
    put_bytes(whole.input, "text", text + suite::bytes_of(vector.input, "text").value_or(""));
    candidates.push_back(whole);
  }
  return candidates;
}

}  // namespace bpetite::conform::shrink
