// Drives the program under test: sends each vector to the running process, or, if it has ended,
// to a new one.
//
//   Driver driver(suite, {.command = "./harness"});
//   if (const auto observation = driver.attempt(vector)) ...   // nothing: it cannot be started
#pragma once

#include <memory>
#include <optional>

#include "conform/drive/session.hpp"
#include "conform/drive/vector_exchange.hpp"

namespace bpetite::conform::drive {

// After this many failed starts in a row, the driver gives up.
inline constexpr int max_failed_starts = 3;

class Driver {
 public:
  // The suite must outlive the driver.
  Driver(const suite::Suite& suite, SessionOptions options);

  // Starts a process if none runs. False after three failed starts in a row.
  bool start();

  // Sends a vector and returns the observation. Nothing if no process could be started.
  std::optional<Observation> attempt(const suite::Vector& vector);

  // True if the process for the next vector has not got a vector before.
  bool fresh() const { return observed_ == 0; }

  // Makes the program forget what it has loaded: by `reset`, or, if that fails, by a new process.
  void reset();
  // Ends the process. The next vector starts a new one.
  void stop();

  const Session& session() const { return session_; }
  Session& session() { return session_; }  // for requests that do not belong to a vector
  // The reason why the last start failed.
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
