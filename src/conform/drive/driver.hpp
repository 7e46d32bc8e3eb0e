// The program under test: each vector is asked of the process that runs, or of a new process where
// the last one has ended.
//
//   Driver driver(suite, {.command = "./harness"});
//   if (const auto observation = driver.attempt(vector)) ...   // nothing: it does not start
#pragma once

#include <memory>
#include <optional>

#include "conform/drive/session.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::drive {

// After this many failed starts in a row, the program cannot be driven.
inline constexpr int max_failed_starts = 3;

class Driver {
 public:
  // The suite must outlive the driver.
  Driver(const suite::Suite& suite, SessionOptions options);

  // Starts a process if none runs. False after three failed starts in a row.
  bool start();

  // Nothing if no process could be started.
  std::optional<Observation> attempt(const suite::Vector& vector);

  // Whether the process that gets the next vector was asked none before.
  bool fresh() const { return observed_ == 0; }

  // Forgets what was loaded: by `reset`, or by a new process where reset is not answered with ok.
  void reset();
  // Ends the process; the next vector starts another.
  void stop();

  const Session& session() const { return session_; }
  Session& session() { return session_; }  // for requests that are no vectors
  // Why the last start failed.
  const std::optional<Broken>& fault() const { return fault_; }

 private:
  const suite::Suite& suite_;
  Session session_;
  std::unique_ptr<VectorExchange> exchange_;
  std::optional<Broken> fault_;
  int failed_starts_ = 0;
  int observed_ = 0;
};

}  // namespace bpetite::conform::drive
