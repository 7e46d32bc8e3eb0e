// Runs the passes of a worker: first in the suite's order with long texts last, then shuffled. At
// last, what failed and some of what passed is sent to a new process.
#include "conform/judge/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

#include "conform/drive/claims.hpp"
#include "conform/judge/shown.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::judge {
namespace {

// Whether two answers are equal. The loading step does not count, since it is informational.
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

// Slow programs exceed the time limit on these. They come last, when everything else is judged.
bool is_long(const suite::Vector& vector) {
  return suite::bytes_of(vector.input, "text").value_or("").size() > 4096;
}

// How many vectors are sent to another process after both passes, evenly chosen.
constexpr std::size_t most_wrong_again = 512;
constexpr std::size_t most_right_again = 64;

bool answered(const Judgement& judgement) {
  return judgement.status != drive::Status::crash && judgement.status != drive::Status::timeout &&
         judgement.status != drive::Status::protocol &&
         judgement.status != drive::Status::state_leak &&
         judgement.status != drive::Status::not_claimed;
}

Judgement differing(const suite::Vector& vector, const Outcome& first, const Outcome& second,
                    std::string_view how) {
  const auto told = [](const Outcome& outcome) {
    return outcome.judgement.got.empty() ? std::string(name(outcome.judgement.status))
                                         : outcome.judgement.got;
  };
  return {drive::Status::nondeterministic,
          shown(suite::expectation(vector, unicode::pinned)),
          fmt::format("first {}, then {}", told(first), told(second)),
          std::string(how),
          {}};
}

}  // namespace

void Patience::count(suite::Level level, const std::string& op) {
  const std::lock_guard lock(mutex_);
  ++timeouts_[{level, op}];
}

bool Patience::exhausted(const suite::Vector& vector) const {
  const std::lock_guard lock(mutex_);
  for (const std::string_view op : drive::needed_ops(vector)) {
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
    const drive::Hello& hello = driver_.session().hello();
    if (const std::string why = drive::why_not_sent(vector, hello, options_.levels); !why.empty()) {
      outcome.judgement = {drive::Status::not_claimed, "", "", why, {}};
    } else if (patience_.exhausted(vector)) {
      outcome.judgement = {drive::Status::timeout,
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

// Sends again the vectors that were answered.
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

// A program may answer in another way in each process, because of a random hash for example. A
// process that does not answer says nothing new.
void Worker::ask_another_process(const std::vector<std::size_t>& places) {
  std::vector<std::size_t> wrong;
  std::vector<std::size_t> right;
  for (const std::size_t place : places) {
    const drive::Status status = outcomes_[place].judgement.status;
    if (status == drive::Status::fail || status == drive::Status::wrong_error) {
      wrong.push_back(place);
    } else if (status == drive::Status::pass && !is_long(suite_.vectors[place])) {
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
  if (const auto* observed = std::get_if<drive::Observed>(&*observation)) {
    outcome.result = observed->result;
  }
  outcome.judgement = judge(vector, *observation, driver_.session().hello());
  if (outcome.judgement.status == drive::Status::timeout) {
    patience_.count(vector.level, std::get<drive::Broken>(*observation).op);
  }
  if (outcome.judgement.status == drive::Status::crash && !alone) {
    const auto again = driver_.attempt(vector);
    if (!again) {
      return false;
    }
    const auto* broken = std::get_if<drive::Broken>(&*again);
    if (broken == nullptr || broken->status != drive::Status::crash) {
      outcome.judgement.status = drive::Status::state_leak;
      outcome.judgement.detail += "; alone it does not";
    }
  }
  return true;
}

}  // namespace bpetite::conform::judge
