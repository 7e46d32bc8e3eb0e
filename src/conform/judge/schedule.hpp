// The two passes over the vectors, and the statuses that need both passes.
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "conform/judge/run.hpp"

namespace bpetite::conform::judge {

// Counts the time-outs of a run. All its processes share the counts.
class Patience {
 public:
  void count(suite::Level level, const std::string& op);
  bool exhausted(const suite::Vector& vector) const;

 private:
  mutable std::mutex mutex_;
  std::map<std::pair<suite::Level, std::string>, int> timeouts_;
};

// One process and its vectors.
class Worker {
 public:
  Worker(const suite::Suite& suite, const RunOptions& options, Patience& patience,
         std::vector<Outcome>& outcomes, const std::function<bool()>& step);

  // Runs both passes over these vectors. False if the program could not be started or the run was
  // interrupted.
  bool work(std::vector<std::size_t> places);

  const drive::Driver& driver() const { return driver_; }

 private:
  bool first_pass(const std::vector<std::size_t>& places);
  bool second_pass(std::vector<std::size_t> places);
  void ask_another_process(const std::vector<std::size_t>& places);
  bool attempt(const suite::Vector& vector, Outcome& outcome);

  const suite::Suite& suite_;
  const RunOptions& options_;
  Patience& patience_;
  std::vector<Outcome>& outcomes_;
  const std::function<bool()>& step_;
  drive::Driver driver_;
};

}  // namespace bpetite::conform::judge
