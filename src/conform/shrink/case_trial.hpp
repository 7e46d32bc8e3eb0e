// Asking a program about one case: does it fail, and in which way?
//
//   CaseTrial trial(driver, reference_oracle(suite));
//   const auto manner = trial.manner_of(vector);     FAIL, due "valid", answered "valid"
//   shrink(suite, vector, trial.like(*manner), {});
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conform/drive/driver.hpp"
#include "conform/judge/judge.hpp"
#include "conform/shrink/shrink.hpp"

namespace bpetite::conform::shrink {

// What is expected of a case, for the version that hello names: by the reference, or by whoever
// knows a built-in vocabulary. May throw a bpetite::Error where a case makes no sense.
using Oracle = std::function<json::Object(const suite::Vector& vector)>;
Oracle reference_oracle(const suite::Suite& suite);

// The way in which a case fails. Two that fail alike probably have one cause.
struct Manner {
  drive::Status status = drive::Status::pass;
  std::string due;       // "valid", or the class of the error
  std::string answered;  // the same of what was observed; empty where nothing was
  int step = 0;          // of the loader, of an error that was due
  std::string op;        // that which broke the conversation

  friend bool operator==(const Manner&, const Manner&) = default;
};

// How long a smaller case is waited for: one that hangs costs its whole deadline, so that it has a
// shorter one than a vector has.
drive::Duration deadline_for(drive::Status status, drive::Duration timeout);

class CaseTrial {
 public:
  // The driver must outlive the trial.
  CaseTrial(drive::Driver& driver, Oracle oracle) : driver_(driver), oracle_(std::move(oracle)) {}

  // What comes before each case, in a process of its own; with no cases too.
  void alone_after(std::vector<suite::Vector> before);

  // Nothing if the program passes, skips, or does not start.
  std::optional<Manner> manner_of(const suite::Vector& vector);
  // What was judged last.
  const judge::Judgement& judgement() const { return judgement_; }
  const json::Object& result() const { return result_; }

  // The question that shrinking asks: does a candidate fail in this manner?
  StillFails like(const Manner& manner);

 private:
  std::optional<Manner> ask(const suite::Vector& vector);

  drive::Driver& driver_;
  Oracle oracle_;
  std::optional<std::vector<suite::Vector>> before_;
  judge::Judgement judgement_;
  json::Object result_;
};

}  // namespace bpetite::conform::shrink
