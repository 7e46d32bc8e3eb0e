// Sends vectors (test cases) to a program in a session, and starts a new process when the last one
// has ended (Driver). After three failed starts in a row it gives up (max_failed_starts).
//
//   Driver driver(suite, {.command = "./harness"});
//   if (const auto observation = driver.attempt(vector)) ...   // nullopt: it cannot be started
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "conform/program/exchange.hpp"
#include "conform/program/session.hpp"

namespace bpetite::conform::program {

// After this many failed starts in a row, the driver gives up.
inline constexpr int max_failed_starts = 3;

class Driver {
 public:
  // The suite must outlive the driver.
  Driver(const suite::Suite& suite, SessionOptions options);

  // Starts a process if none runs. False after three failed starts in a row.
  bool start();

  // Sends a vector and returns the observation, or nullopt if no process could be started.
  std::optional<Observation> attempt(const suite::Vector& vector);

  // True if the process for the next vector has not received a vector before.
  bool fresh() const { return observed_ == 0; }

  // Makes the program forget what it has loaded: by `reset`, or, if that fails, by a new process.
  void reset();
  // Ends the process. The next vector starts a new one.
  void stop();

  const Session& session() const { return session_; }
  Session& session() { return session_; }  // for requests that do not belong to a vector
  const Hello& hello() const { return session_.hello(); }
  // Why the last start failed: "after 3 failed starts: CRASH: ...". Empty if it did not fail.
  std::string why_not_started() const;

 private:
  const suite::Suite& suite_;
  Session session_;
  std::unique_ptr<VectorExchange> exchange_;
  std::optional<Broken> fault_;
  int failed_starts_ = 0;
  int observed_ = 0;
};

}  // namespace bpetite::conform::program
