// Divides the vectors among the processes, and collects the outcomes.
#include "conform/judge/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "conform/judge/schedule.hpp"
#include "engine/machine/parallel.hpp"

namespace bpetite::conform::judge {
namespace {

using Clock = std::chrono::steady_clock;

// Says which process failed to start, or that the run was interrupted.
std::string why_partial(const std::vector<std::unique_ptr<Worker>>& workers) {
  for (const auto& worker : workers) {
    if (const auto& fault = worker->driver().fault()) {
      return fmt::format("after {} failed starts: {}: {}", drive::max_failed_starts,
                         name(fault->status), fault->detail);
    }
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
    // Vectors of L0 that are sent as encode may count for L1. Only hello decides that
    // (claims.hpp).
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

  // Each worker has its own process, and in each run the same vectors.
  const std::size_t jobs =
      std::clamp<std::size_t>(options.jobs, 1, std::max<std::size_t>(places.size(), 1));
  std::vector<std::unique_ptr<Worker>> workers;
  for (std::size_t i = 0; i < jobs; ++i) {
    workers.push_back(std::make_unique<Worker>(suite, options, patience, outcomes.by_place, step));
  }
  // If our own code throws in one worker, the other workers end, too.
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

  outcomes.hello = workers.front()->driver().session().hello();
  outcomes.partial = stopped ? why_partial(workers) : "";
  for (const auto& worker : workers) {
    const drive::Session& session = worker->driver().session();
    outcomes.starts += session.starts();
    if (outcomes.errors.empty()) outcomes.errors = session.errors();
    if (outcomes.remarks.empty() && !session.stray().empty()) {
      outcomes.remarks.push_back(fmt::format("stdout beside the protocol: {}", session.stray()));
    }
  }
  outcomes.elapsed_ms = static_cast<std::uint64_t>(
      std::chrono::duration_cast<drive::Duration>(Clock::now() - begin).count());
  return outcomes;
}

}  // namespace bpetite::conform::judge
