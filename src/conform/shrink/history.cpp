// Delta debugging over cases in place of scalars.
#include "conform/shrink/history.hpp"

#include <algorithm>
#include <chrono>

#include "conform/shrink/case_parts.hpp"
#include "conform/shrink/ddmin.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform {
namespace {

using Clock = std::chrono::steady_clock;

std::vector<Vector> at(const std::vector<Vector>& all, const Places& places) {
  std::vector<Vector> some;
  for (const std::size_t place : places) {
    some.push_back(all[place]);
  }
  return some;
}

bool alike(const Vector& one, const Vector& other) {
  return one.op == other.op && json::serialize(one.artifact) == json::serialize(other.artifact);
}

}  // namespace

std::optional<std::vector<Vector>> needed_before(Driver& driver, const Oracle& oracle,
                                                 const std::vector<Vector>& earlier,
                                                 const Vector& vector, const Manner& manner,
                                                 const ShrinkLimits& limits) {
  CaseTrial trial(driver, oracle);
  const auto end = Clock::now() + limits.time;
  std::size_t asked = 0;
  const auto tired = [&] { return asked >= limits.queries || Clock::now() >= end; };
  const auto fails = [&](const std::vector<Vector>& before) {
    ++asked;
    trial.alone_after(before);
    return trial.manner_of(vector) == manner;
  };

  // The last ones first, and twice as many each time: what matters is mostly not long ago.
  std::size_t last = 1;
  while (!fails({earlier.end() - static_cast<std::ptrdiff_t>(std::min(last, earlier.size())),
                 earlier.end()})) {
    if (last >= earlier.size() || tired()) return std::nullopt;
    last *= 2;
  }
  const std::vector<Vector> some(
      earlier.end() - static_cast<std::ptrdiff_t>(std::min(last, earlier.size())), earlier.end());
  const auto question = [&](const Places& places) { return !tired() && fails(at(some, places)); };
  return at(some, fewest(some.size(), {question, tired}));
}

std::vector<Vector> joined(const std::vector<Vector>& earlier, const Vector& vector) {
  const bool all_alike = std::all_of(earlier.begin(), earlier.end(),
                                     [&](const Vector& one) { return alike(one, vector); });
  if (!all_alike) {
    return {};
  }
  Vector whole = vector;
  if (vector.op == "decode") {
    json::Array calls;
    for (const Vector& one : earlier) {
      calls.push_back({decode_calls(one.input).front()});
    }
    calls.push_back({decode_calls(vector.input).front()});
    whole.input = {{"sequence", {std::move(calls)}}};
    return {whole};
  }
  std::vector<Vector> candidates;
  if (vector.op != "encode" && vector.op != "pretokenize") {
    return candidates;
  }
  for (const std::string_view between : {"", " ", "\n"}) {
    std::string text;
    for (const Vector& one : earlier) {
      text += bytes_of(one.input, "text").value_or("");
      text += between;
    }
    put_bytes(whole.input, "text", text + bytes_of(vector.input, "text").value_or(""));
    candidates.push_back(whole);
  }
  return candidates;
}

}  // namespace bpetite::conform
