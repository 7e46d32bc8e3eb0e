// Sends a case to a program, and decides whether and in which way it fails (CaseTrial, Manner). The
// oracle gives the expected result of a case (Oracle, reference_oracle). Also finds the earlier
// cases that a failure needs (needed_before), puts several cases into one (joined), and gives the
// time to wait for an answer (deadline_for).
//
//   CaseTrial trial(driver, reference_oracle(suite));
//   const auto manner = trial.manner_of(vector);     FAIL, expected "valid", answered "valid"
//   shrink(suite, vector, trial.like(*manner), {});
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conform/judge/judge.hpp"
#include "conform/program/driver.hpp"
#include "conform/search/shrink.hpp"

namespace bpetite::conform::search {

// Gives the expected result of a case, from the reference or from a built-in vocabulary. May throw
// a bpetite::Error if the case makes no sense.
using Oracle = std::function<json::Object(const suite::Vector& vector)>;
Oracle reference_oracle(const suite::Suite& suite);

// The way in which a case fails. Two cases that fail in the same way probably have one cause.
struct Manner {
  program::Status status = program::Status::pass;
  std::string due;       // expected: "valid", or the class of the error
  std::string answered;  // observed, in the same form; empty without an answer
  int step = 0;          // the loading step of the expected error
  std::string op;        // the operation that broke the conversation

  friend bool operator==(const Manner&, const Manner&) = default;
};

// The time to wait for the answer to a smaller case. A case that hangs takes its whole deadline, so
// the deadline is shorter than that of a vector.
program::Duration deadline_for(program::Status status, program::Duration timeout);

class CaseTrial {
 public:
  // The driver must outlive the trial.
  CaseTrial(program::Driver& driver, Oracle oracle) : driver_(driver), oracle_(std::move(oracle)) {}

  // From now on, each case runs in a new process, after these cases. The list may be empty.
  void alone_after(std::vector<suite::Vector> before);

  // Sends the case. Returns nullopt if the program passes, skips, or does not start.
  std::optional<Manner> manner_of(const suite::Vector& vector);
  // The judgement of the last case.
  const judge::Judgement& judgement() const { return judgement_; }
  const json::Object& result() const { return result_; }

  // The function that shrinking calls. It says whether a candidate fails in this manner.
  StillFails like(const Manner& manner);

 private:
  std::optional<Manner> ask(const suite::Vector& vector);

  program::Driver& driver_;
  Oracle oracle_;
  std::optional<std::vector<suite::Vector>> before_;
  judge::Judgement judgement_;
  json::Object result_;
};

// --- Earlier cases. ---
//
// Some failures need earlier cases. These functions find the fewest of them.
//
//   a cache that goes wrong after 64 words     encode x 9 ... then encode "zq"
//   joined                                     encode " aa ab ac ... zq", which fails alone

// The fewest of the earlier cases after which this case fails in this manner. Each attempt has a
// new process. Returns nullopt if the case does not fail even after all of them.
std::optional<std::vector<suite::Vector>> needed_before(
    program::Driver& driver, const Oracle& oracle, const std::vector<suite::Vector>& earlier,
    const suite::Vector& vector, const Manner& manner, const ShrinkLimits& limits);

// Puts several cases into one: joins their texts, or makes calls of decode a sequence. Returns
// candidates, the most likely first. The list is empty if artifacts or operations differ.
std::vector<suite::Vector> joined(const std::vector<suite::Vector>& earlier,
                                  const suite::Vector& vector);

}  // namespace bpetite::conform::search
