// Sends one case to a program, and judges the answer with the oracle's expectation.
#include "conform/shrink/case_trial.hpp"

#include <algorithm>
#include <utility>

#include "conform/answer/expected.hpp"
#include "conform/shrink/case_parts.hpp"

namespace bpetite::conform::shrink {
namespace {

std::string outcome_in(const json::Object& object) {
  const std::string* result = suite::text_member(object, "result");
  const std::string* error = suite::text_member(object, "error");
  return result == nullptr ? "" : *result == "invalid" && error != nullptr ? *error : *result;
}

// The expected part of the manner, before the program answers.
Manner due_of(const suite::Vector& vector) {
  const json::Object want = suite::expectation(vector, unicode::pinned);
  Manner manner;
  manner.due = outcome_in(want);
  manner.step = static_cast<int>(number_member(want, "step").value_or(0));
  return manner;
}

}  // namespace

Oracle reference_oracle(const suite::Suite& suite) {
  return [&suite](const suite::Vector& vector) {
    return answer::reference_expectation(vector, suite);
  };
}

drive::Duration deadline_for(drive::Status status, drive::Duration timeout) {
  constexpr int shorter = 10;
  constexpr drive::Duration least{100};
  return status == drive::Status::timeout ? std::max(timeout / shorter, least) : timeout;
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
  judgement_ = judge::judge(vector, *observation, driver_.session().hello());
  result_.clear();
  Manner manner = due_of(vector);
  manner.status = judgement_.status;
  if (const auto* observed = std::get_if<drive::Observed>(&*observation)) {
    result_ = observed->result;
    manner.answered = outcome_in(observed->result);
  } else if (const auto* broken = std::get_if<drive::Broken>(&*observation)) {
    manner.op = broken->op;
  }
  // A result that is right for the version of hello is right.
  const auto own = judge::named_version(driver_.session().hello());
  const auto& versions = judgement_.versions;
  const bool delta = own && std::find(versions.begin(), versions.end(), *own) != versions.end();
  const bool failed =
      manner.status != drive::Status::pass && manner.status != drive::Status::skip && !delta;
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

}  // namespace bpetite::conform::shrink
