// Runs the vectors (test cases) of a suite (run). Divides them among processes and sends them in
// two passes: all in the suite's order with long texts last, and then, in random order, each vector
// that was answered once more. Last, it sends some that failed and some that passed to a new
// process. After eight time-outs of an operation in a level, the other vectors that need it are not
// sent. judge_answers judges a file of answers instead. Also chooses the vectors that the options
// select (selected, is_selected).
#include "conform/judge/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <utility>

#include "conform/program/driver.hpp"
#include "conform/program/recorded.hpp"
#include "conform/suite/test_material.hpp"
#include "engine/machine/parallel.hpp"

namespace bpetite::conform::judge {
namespace {

// Whether two answers are equal. The loading step does not count, because it is informational.
bool same_answer(const Outcome& first, const Outcome& second) {
  const auto text = [](json::Object result) {
    std::erase_if(result, [](const json::Member& member) { return member.key == "step"; });
    return json::serialize({std::move(result)});
  };
  return text(first.result) == text(second.result);
}

// The shuffle of Fisher and Yates. std::shuffle may differ between libraries.
void shuffle(std::vector<std::size_t>& places, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  for (std::size_t i = places.size(); i > 1; --i) {
    std::swap(places[i - 1], places[random() % i]);
  }
}

// Slow programs exceed the time limit on long texts. These come last, after everything else is
// judged.
bool is_long(const suite::Vector& vector) {
  return suite::bytes_of(vector.input, "text").value_or("").size() > 4096;
}

// The most vectors that are sent to another process after both passes, chosen evenly.
constexpr std::size_t most_wrong_again = 512;
constexpr std::size_t most_right_again = 64;

bool answered(const Judgement& judgement) {
  return judgement.status != program::Status::crash &&
         judgement.status != program::Status::timeout &&
         judgement.status != program::Status::protocol &&
         judgement.status != program::Status::state_leak &&
         judgement.status != program::Status::not_claimed;
}

// Whether the vector is sent. If not, the outcome gets the reason.
bool is_claimed(const suite::Vector& vector, const program::Hello& hello, const RunOptions& options,
                Outcome& outcome) {
  const std::string why = program::why_not_sent(vector, hello, options.levels);
  if (!why.empty()) outcome.judgement = {program::Status::not_claimed, "", "", why, {}};
  return why.empty();
}

// The outcome of a vector that was sent.
Outcome outcome_of(const suite::Vector& vector, const program::Observation& observation,
                   const program::Hello& hello) {
  const auto* observed = std::get_if<program::Observed>(&observation);
  return {true, judge(vector, observation, hello),
          observed == nullptr ? json::Object() : observed->result};
}

Judgement differing(const suite::Vector& vector, const Outcome& first, const Outcome& second,
                    std::string_view how) {
  const auto told = [](const Outcome& outcome) {
    return outcome.judgement.got.empty() ? std::string(name(outcome.judgement.status))
                                         : outcome.judgement.got;
  };
  return {program::Status::nondeterministic,
          shown(suite::expectation(vector, unicode::pinned)),
          fmt::format("first {}, then {}", told(first), told(second)),
          std::string(how),
          {}};
}

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

  const program::Driver& driver() const { return driver_; }

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
  program::Driver driver_;
};

void Patience::count(suite::Level level, const std::string& op) {
  const std::lock_guard lock(mutex_);
  ++timeouts_[{level, op}];
}

bool Patience::exhausted(const suite::Vector& vector) const {
  const std::lock_guard lock(mutex_);
  for (const std::string_view op : program::needed_ops(vector)) {
    const auto found = timeouts_.find({vector.level, std::string(op)});
    if (found != timeouts_.end() && found->second >= max_timeouts) return true;
  }
  return false;
}

Worker::Worker(const suite::Suite& suite, const RunOptions& options, Patience& patience,
               std::vector<Outcome>& outcomes, const std::function<bool()>& step)
    : suite_(suite),
      options_(options),
      patience_(patience),
      outcomes_(outcomes),
      step_(step),
      driver_(suite, {options.command, options.timeout}) {}

bool Worker::work(std::vector<std::size_t> places) {
  std::stable_partition(places.begin(), places.end(),
                        [this](std::size_t place) { return !is_long(suite_.vectors[place]); });
  if (!first_pass(places)) {
    return false;
  }
  driver_.reset();
  const bool done = second_pass(places);
  driver_.stop();
  if (done && !options_.process_per_vector) ask_another_process(places);
  driver_.stop();
  return done;
}

bool Worker::first_pass(const std::vector<std::size_t>& places) {
  for (const std::size_t place : places) {
    const suite::Vector& vector = suite_.vectors[place];
    Outcome& outcome = outcomes_[place];
    if (!step_() || !driver_.start()) {
      return false;
    }
    outcome.sent = true;
    if (!is_claimed(vector, driver_.hello(), options_, outcome)) continue;
    if (patience_.exhausted(vector)) {
      outcome.judgement = {program::Status::timeout,
                           "",
                           "",
                           fmt::format("not sent after {} time-outs", max_timeouts),
                           {}};
    } else if (!attempt(vector, outcome)) {
      return false;
    }
  }
  return true;
}

// Sends the answered vectors again, in random order.
bool Worker::second_pass(std::vector<std::size_t> places) {
  shuffle(places, options_.seed);
  for (const std::size_t place : places) {
    const suite::Vector& vector = suite_.vectors[place];
    Outcome& first = outcomes_[place];
    if (!step_()) {
      return false;
    }
    if (!answered(first.judgement) || patience_.exhausted(vector)) {
      continue;
    }
    Outcome second{true, {}, {}};
    if (!attempt(vector, second)) {
      return false;
    }
    if (!answered(second.judgement)) {
      first = std::move(second);
    } else if (!same_answer(first, second)) {
      first.judgement = differing(vector, first, second, "another answer the second time");
    }
  }
  return true;
}

// Sends some vectors to a new process. A program may answer differently in each process, for
// example because of a random hash. If the new process does not answer, the outcome stays.
void Worker::ask_another_process(const std::vector<std::size_t>& places) {
  std::vector<std::size_t> wrong;
  std::vector<std::size_t> right;
  for (const std::size_t place : places) {
    const program::Status status = outcomes_[place].judgement.status;
    if (status == program::Status::fail || status == program::Status::wrong_error) {
      wrong.push_back(place);
    } else if (status == program::Status::pass && !is_long(suite_.vectors[place])) {
      right.push_back(place);
    }
  }
  for (std::vector<std::size_t>* list : {&wrong, &right}) {
    const std::size_t most = list == &wrong ? most_wrong_again : most_right_again;
    const std::size_t step = list->size() / most + 1;
    for (std::size_t i = 0; i < list->size(); i += step) {
      const suite::Vector& vector = suite_.vectors[(*list)[i]];
      Outcome& first = outcomes_[(*list)[i]];
      Outcome other{true, {}, {}};
      if (!step_() || !attempt(vector, other)) return;
      if (answered(other.judgement) && !same_answer(first, other)) {
        first.judgement = differing(vector, first, other, "another answer in another process");
      }
    }
  }
}

// Sends and judges a vector. After a crash, it is sent again to a new process, unless it already
// was the first vector of its process. If it then works, the earlier vectors have caused the
// crash.
bool Worker::attempt(const suite::Vector& vector, Outcome& outcome) {
  if (options_.process_per_vector) {
    driver_.stop();
  }
  if (!driver_.start()) {
    return false;
  }
  const bool alone = driver_.fresh();
  auto observation = driver_.attempt(vector);
  if (!observation) {
    return false;
  }
  outcome = outcome_of(vector, *observation, driver_.hello());
  if (outcome.judgement.status == program::Status::timeout) {
    patience_.count(vector.level, std::get<program::Broken>(*observation).op);
  }
  if (outcome.judgement.status == program::Status::crash && !alone) {
    const auto again = driver_.attempt(vector);
    if (!again) {
      return false;
    }
    const auto* broken = std::get_if<program::Broken>(&*again);
    if (broken == nullptr || broken->status != program::Status::crash) {
      outcome.judgement.status = program::Status::state_leak;
      outcome.judgement.detail += "; alone it does not";
    }
  }
  return true;
}

using Clock = std::chrono::steady_clock;

// Says which process failed to start, or that the run was interrupted.
std::string why_partial(const std::vector<std::unique_ptr<Worker>>& workers) {
  for (const auto& worker : workers) {
    if (std::string why = worker->driver().why_not_started(); !why.empty()) return why;
  }
  return "interrupted";
}

}  // namespace

bool is_selected(std::string_view id, std::string_view only) {
  return only.ends_with('*') ? id.starts_with(only.substr(0, only.size() - 1)) : id == only;
}

std::vector<std::size_t> selected(const suite::Suite& suite, const RunOptions& options) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < suite.vectors.size(); ++i) {
    const suite::Vector& vector = suite.vectors[i];
    // Vectors of L0 that are sent as encode may count for L1. Only hello decides that (level_for).
    const bool of_level = options.levels.empty() || options.levels.contains(vector.level) ||
                          (vector.level == suite::Level::L0 && vector.op == "encode" &&
                           options.levels.contains(suite::Level::L1));
    if (of_level && (options.only.empty() || is_selected(vector.id, options.only))) {
      places.push_back(i);
    }
  }
  return places;
}

Outcomes run(const suite::Suite& suite, const RunOptions& options) {
  const auto begin = Clock::now();
  Outcomes outcomes{selected(suite, options), std::vector<Outcome>(suite.vectors.size())};
  const std::vector<std::size_t>& places = outcomes.places;
  Patience patience;
  std::atomic<std::size_t> steps = 0;
  std::atomic<bool> stopped = false;
  const std::function<bool()> step = [&] {
    const std::size_t done = ++steps;
    if (options.progress) options.progress(std::min(done, 2 * places.size()), 2 * places.size());
    if (options.interrupted && options.interrupted()) stopped = true;
    return !stopped;
  };

  // Each worker has its own process, and gets the same vectors in each run.
  const std::size_t jobs =
      std::clamp<std::size_t>(options.jobs, 1, std::max<std::size_t>(places.size(), 1));
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    workers.push_back(std::make_unique<Worker>(suite, options, patience, outcomes.by_place, step));
  }
  // If our own code throws in one worker, the other workers end too.
  engine::machine::for_each_index(jobs, static_cast<unsigned>(jobs), [&](std::size_t i) {
    std::vector<std::size_t> share;
    for (std::size_t j = i; j < places.size(); j += jobs) {
      share.push_back(places[j]);
    }
    try {
      if (!workers[i]->work(std::move(share))) stopped = true;
    } catch (...) {
      stopped = true;
      throw;
    }
  });

  outcomes.hello = workers.front()->driver().hello();
  outcomes.partial = stopped ? why_partial(workers) : "";
  for (const auto& worker : workers) {
    const program::Session& session = worker->driver().session();
    outcomes.starts += session.starts();
    if (outcomes.errors.empty()) outcomes.errors = session.errors();
    if (outcomes.remarks.empty() && !session.stray().empty()) {
      outcomes.remarks.push_back(fmt::format("stdout beside the protocol: {}", session.stray()));
    }
  }
  outcomes.elapsed_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<program::Duration>(Clock::now() - begin).count());
  return outcomes;
}

Outcomes judge_answers(const suite::Suite& suite, const RunOptions& options,
                       std::string_view answers, const program::Bundle& bundle) {
  Outcomes outcomes{selected(suite, options), std::vector<Outcome>(suite.vectors.size())};
  outcomes.passes = 1;
  std::vector<const suite::Vector*> vectors;
  for (const std::size_t place : outcomes.places) {
    vectors.push_back(&suite.vectors[place]);
  }
  const program::Bundle scratch;
  const program::Recorded recorded =
      program::read_recorded(program::request_lines(suite, vectors, scratch),
                             program::hello_fields(suite.version, scratch), answers);
  if (recorded.other_lines > 0) {
    outcomes.remarks.push_back(
        recorded.other_lines == 1
            ? "1 line that is not an answer"
            : fmt::format("{} lines that are not answers", recorded.other_lines));
  }
  outcomes.partial = recorded.fault;
  if (!recorded.fault.empty()) return outcomes;
  outcomes.hello = recorded.program.hello;
  program::VectorExchange exchange(suite, recorded.program, bundle);
  exchange.already_saved();
  for (const std::size_t place : outcomes.places) {
    const suite::Vector& vector = suite.vectors[place];
    Outcome& outcome = outcomes.by_place[place];
    outcome.sent = true;
    if (!is_claimed(vector, outcomes.hello, options, outcome)) continue;
    outcome = outcome_of(vector, exchange.observe(vector), outcomes.hello);
  }
  return outcomes;
}

}  // namespace bpetite::conform::judge
