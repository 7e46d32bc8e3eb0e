// Sends one case to a program, judges the answer by the oracle's expectation, and says whether and
// in which manner it fails (CaseTrial). The oracle is usually the reference (reference_oracle).
// Also finds the earlier cases that a failure needs, by delta debugging (needed_before), puts
// several cases into one (joined), and gives the time to wait for an answer (deadline_for).
#include "conform/search/trial.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "conform/judge/expected.hpp"
#include "conform/search/cases.hpp"
#include "conform/search/ddmin.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::search {
namespace {

std::string outcome_in(const json::Object& object) {
  const std::string* result = suite::text_member(object, "result");
  const std::string* error = suite::text_member(object, "error");
  return result == nullptr ? "" : *result == "invalid" && error != nullptr ? *error : *result;
}

// The part of the manner that is known before the program answers.
Manner due_of(const suite::Vector& vector) {
  const json::Object want = suite::expectation(vector, unicode::pinned);
  Manner manner;
  manner.due = outcome_in(want);
  manner.step = static_cast<int>(suite::number_member(want, "step").value_or(0));
  return manner;
}

}  // namespace

Oracle reference_oracle(const suite::Suite& suite) {
  return
      [&suite](const suite::Vector& vector) { return judge::reference_expectation(vector, suite); };
}

program::Duration deadline_for(program::Status status, program::Duration timeout) {
  constexpr int shorter = 10;
  constexpr program::Duration least{100};
  return status == program::Status::timeout ? std::max(timeout / shorter, least) : timeout;
}

void CaseTrial::alone_after(std::vector<suite::Vector> before) { before_ = std::move(before); }

std::optional<Manner> CaseTrial::manner_of(const suite::Vector& vector) {
  suite::Vector asked = vector;
  asked.expect = oracle_(vector);
  return ask(asked);
}

std::optional<Manner> CaseTrial::ask(const suite::Vector& vector) {
  if (before_) {
    driver_.stop();
    for (const suite::Vector& earlier : *before_) {
      if (!driver_.attempt(earlier)) return std::nullopt;
    }
  }
  const auto observation = driver_.attempt(vector);
  if (!observation) {
    return std::nullopt;
  }
  judgement_ = judge::judge(vector, *observation, driver_.hello());
  result_.clear();
  Manner manner = due_of(vector);
  manner.status = judgement_.status;
  if (const auto* observed = std::get_if<program::Observed>(&*observation)) {
    result_ = observed->result;
    manner.answered = outcome_in(observed->result);
  } else if (const auto* broken = std::get_if<program::Broken>(&*observation)) {
    manner.op = broken->op;
  }
  // A result that is right for the Unicode version that hello names is not a failure.
  const auto own = judge::named_version(driver_.hello());
  const auto& versions = judgement_.versions;
  const bool delta = own && std::find(versions.begin(), versions.end(), *own) != versions.end();
  const bool failed =
      manner.status != program::Status::pass && manner.status != program::Status::skip && !delta;
  return failed ? std::optional(manner) : std::nullopt;
}

StillFails CaseTrial::like(const Manner& manner) {
  return [this, manner](const suite::Vector& candidate) -> std::optional<bool> {
    suite::Vector asked = candidate;
    asked.expect = oracle_(candidate);
    const Manner due = due_of(asked);
    if (due.due != manner.due || due.step != manner.step) {
      return std::nullopt;
    }
    return ask(asked) == manner;
  };
}

// --- Earlier cases. ---

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

std::optional<std::vector<suite::Vector>> needed_before(
    program::Driver& driver, const Oracle& oracle, const std::vector<suite::Vector>& earlier,
    const suite::Vector& vector, const Manner& manner, const ShrinkLimits& limits) {
  CaseTrial trial(driver, oracle);
  const auto end = Clock::now() + limits.time;
  std::size_t asked = 0;
  const auto tired = [&] { return asked >= limits.queries || Clock::now() >= end; };
  const auto fails = [&](const std::vector<suite::Vector>& before) {
    ++asked;
    trial.alone_after(before);
    return trial.manner_of(vector) == manner;
  };

  // Tries the last case first, and then twice as many each time, because the needed cases are
  // mostly recent.
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

}  // namespace bpetite::conform::search
