// Sends a case to a program, and decides whether and in which way it fails.
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

// The expected result of a case for the version that hello names, from the reference or from a
// built-in vocabulary. May throw a bpetite::Error if the case makes no sense.
using Oracle = std::function<json::Object(const suite::Vector& vector)>;
Oracle reference_oracle(const suite::Suite& suite);

// The way in which a case fails. Two cases that fail in the same way probably have one cause.
struct Manner {
  drive::Status status = drive::Status::pass;
  std::string due;       // expected: "valid", or the class of the error
  std::string answered;  // observed: the same; empty if there was no answer
  int step = 0;          // the loading step of the expected error
  std::string op;        // the operation that broke the conversation

  friend bool operator==(const Manner&, const Manner&) = default;
};

// How long to wait for a smaller case. A case that hangs takes its whole deadline, so the
// deadline is shorter than that of a vector.
drive::Duration deadline_for(drive::Status status, drive::Duration timeout);

class CaseTrial {
 public:
  // The driver must outlive the trial.
  CaseTrial(drive::Driver& driver, Oracle oracle) : driver_(driver), oracle_(std::move(oracle)) {}

  // From now on, each case runs in a new process after these cases, also if there are none.
  void alone_after(std::vector<suite::Vector> before);

  // Sends the case. Nothing if the program passes, skips, or does not start.
  std::optional<Manner> manner_of(const suite::Vector& vector);
  // The judgement of the last case.
  const judge::Judgement& judgement() const { return judgement_; }
  const json::Object& result() const { return result_; }

  // The function that shrinking calls: does a candidate fail in this manner?
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
