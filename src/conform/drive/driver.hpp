// The program under test over its many lives: each vector is conducted in the process that runs, or
// in a new one where the last was lost.
//
//   Driver driver(suite, {.command = "./harness"});
//   if (const auto conduct = driver.attempt(vector)) ...       // nothing: it does not start
#pragma once

#include <memory>
#include <optional>

#include "conform/drive/session.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::drive {

// So many starts in a row may fail; then the program cannot be driven.
inline constexpr int max_failed_starts = 3;

class Driver {
 public:
  // The suite must outlive the driver.
  Driver(const suite::Suite& suite, SessionOptions options);

  // Starts a process if none runs. False after three failed starts in a row.
  bool start();

  // Nothing if no process could be started.
  std::optional<Observation> attempt(const suite::Vector& vector);

  // No vector was conducted in the process that the next one will meet.
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
