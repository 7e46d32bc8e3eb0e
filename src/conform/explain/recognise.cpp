// Searches for the faults (decisions made wrongly) that explain a program's failures (recognise).
// Rules out faults that fail a vector (a test case) which the program passed. Adds one fault after
// another, each time the one that explains the most of the failures that are left. If no single
// fault explains any, it tries pairs. At the end, a fault stays only if nine tenths of the failures
// that it causes alone are explained. Guess plants faults in the reference (Basis) and compares its
// answers with the program's. Also gives the size of a vector's text (bytes_in), and says which
// vectors are cheap enough to be tried with many faults (is_askable), and which list the faults
// that fail them (Basis, is_killed_by).
#include "conform/explain/recognise.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "conform/faults/remembered_parts.hpp"
#include "conform/judge/judge.hpp"
#include "conform/suite/test_material.hpp"

namespace bpetite::conform::explain {
namespace {

bool is_right(const json::Object& result) {
  const std::string* kind = suite::text_member(result, "result");
  return kind != nullptr && *kind == "valid";
}

std::string without_step(const json::Object& result) {
  json::Object members = result;
  std::erase_if(members, [](const json::Member& member) { return member.key == "step"; });
  return json::serialize({std::move(members)});
}

// Whether two results are equal. If the right result is valid, all refusals of one kind are equal,
// because each program chooses its own class of error. A program without encode has no probe.
bool is_same(const json::Object& guessed, const json::Object& observed, const json::Object& due) {
  const std::string* kind = suite::text_member(guessed, "result");
  const std::string* other = suite::text_member(observed, "result");
  if (kind == nullptr || other == nullptr || *kind != *other) return false;
  if (*kind != "valid" && is_right(due)) return true;
  if (json::find(observed, "probe") == nullptr && json::find(guessed, "probe") != nullptr)
    return true;
  return without_step(guessed) == without_step(observed);
}

// The reference for a version of Unicode, with caches that every Basis shares.
program::TokenizerParts remembered_parts(unicode::Version version) {
  static std::map<unicode::Version, program::TokenizerParts> known;
  const auto [place, is_new] = known.try_emplace(version);
  if (is_new) place->second = faults::with_memory(program::reference_parts(version));
  return place->second;
}

program::Implementation tokenizer_with(const Basis& basis, const std::vector<std::size_t>& faults) {
  std::vector<const Fault*> some;
  for (const std::size_t fault : faults) {
    some.push_back(&faults::suspects()[fault]);
  }
  return with_faults(basis.parts(), basis.version(), some);
}

bool is_internal(const json::Object& result) {
  const std::string* error = suite::text_member(result, "error");
  return error != nullptr && *error == "Internal";
}

// Of the failures that a fault causes when it is alone, this share must be explained, by it or
// together with the other faults. The rest may have further causes, which are not known.
constexpr std::size_t confirmed_of_ten = 9;
// If no fault explains a failure alone, pairs of faults are tried, but only if at most this many
// faults are possible.
constexpr std::size_t most_paired = 24;

class CauseSearch {
 public:
  CauseSearch(const Basis& basis, std::vector<Evidence> evidence,
              std::span<const Alternatives> named, const std::set<std::size_t>& banned)
      : basis_(basis), named_(named), banned_(banned) {
    std::erase_if(evidence, [&](const Evidence& it) { return !is_cheap(*it.vector); });
    std::vector<std::pair<std::size_t, Evidence>> by_size;
    for (const Evidence& it : evidence) {
      by_size.emplace_back(bytes_in(*it.vector), it);
    }
    std::stable_sort(by_size.begin(), by_size.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [size, it] : by_size) {
      (it.failed ? failed_ : passed_).push_back(it);
    }
  }

  std::vector<Cause> work() {
    if (failed_.empty()) return {};
    find_contradicted();
    do {
      causes_.clear();
      chosen_.clear();
      left_ = failed_;
      for (const Alternatives& group : named_) {
        if (!add_best(group, End::back)) add_best(group, End::front);
      }
      while (!left_.empty() && (add_best(candidates(), End::back) ||
                                add_best(candidates(), End::front) || add_two())) {
      }
    } while (!all_confirmed());
    return causes_;
  }

 private:
  // Whether a vector is cheap enough to be tried with many faults. Each trial of a save writes a
  // directory of files, so a save is tried only if it is known which faults fail it.
  bool is_cheap(const suite::Vector& vector) const {
    return is_askable(vector) && (vector.op != "save" || basis_.knows_kills(vector));
  }

  // Where a fault is added to the chosen ones. Each fault changes the tokenizer that the faults
  // before it have made.
  enum class End { back, front };

  // What a fault explains if it is added to the chosen ones.
  struct Trial {
    std::vector<const suite::Vector*> explained;
    std::size_t missed = 0;  // failures that it may cause and does not explain
  };

  // Finds the faults that are ruled out because the program passed a vector that they fail.
  void find_contradicted() {
    for (std::size_t i = 0; i < faults::suspects().size(); ++i) {
      const Fault& fault = faults::suspects()[i];
      const bool is_ruled_out =
          banned_.contains(i) ||
          std::any_of(passed_.begin(), passed_.end(), [&](const Evidence& it) {
            return basis_.knows_kills(*it.vector) && is_killed_by(*it.vector, fault);
          });
      if (is_ruled_out) contradicted_.insert(i);
    }
  }

  // Whether a tokenizer with this fault may fail the vector, as far as is known without trying.
  bool may_fail(const Fault& fault, const suite::Vector& vector) const {
    return !is_mutant(fault) || !basis_.knows_kills(vector) || is_killed_by(vector, fault);
  }

  bool may_fail_any(const std::vector<std::size_t>& faults, const suite::Vector& vector) const {
    return std::any_of(faults.begin(), faults.end(), [&](std::size_t fault) {
      return may_fail(faults::suspects()[fault], vector);
    });
  }

  // Whether a tokenizer with this fault alone fails the vector. Vectors that people have written do
  // not name the faults that fail them, so these are tried.
  bool would_fail(std::size_t fault, const suite::Vector& vector) {
    if (is_mutant(faults::suspects()[fault]) && basis_.knows_kills(vector)) {
      return is_killed_by(vector, faults::suspects()[fault]);
    }
    const auto [place, is_new] = fails_.try_emplace({fault, &vector});
    if (is_new) place->second = alone(fault).fails(vector);
    return place->second;
  }

  Guess& alone(std::size_t fault) {
    auto& guess = alone_[fault];
    if (guess == nullptr) guess = std::make_unique<Guess>(basis_, std::vector{fault});
    return *guess;
  }

  bool can_join(std::size_t fault) const {
    std::vector<const Fault*> all{&faults::suspects()[fault]};
    for (const std::size_t other : chosen_) {
      all.push_back(&faults::suspects()[other]);
    }
    return !contradicted_.contains(fault) && fit_together(all);
  }

  // The faults that may explain a failure that is left. Faults that are known to cause the most of
  // them come first, so most of the others need not be tried to the end.
  std::vector<std::size_t> candidates() const {
    std::vector<std::pair<std::size_t, std::size_t>> counted;
    for (std::size_t i = 0; i < faults::suspects().size(); ++i) {
      if (!can_join(i)) continue;
      std::size_t known = 0;
      bool is_possible = false;
      for (const Evidence& it : left_) {
        known += is_killed_by(*it.vector, faults::suspects()[i]) ? 1U : 0U;
        is_possible = is_possible || may_fail(faults::suspects()[i], *it.vector);
      }
      if (is_possible) counted.emplace_back(SIZE_MAX - known, i);
    }
    std::sort(counted.begin(), counted.end());
    std::vector<std::size_t> list;
    for (const auto& [known, fault] : counted) {
      list.push_back(fault);
    }
    return list;
  }

  std::vector<std::size_t> chosen_with(const std::vector<std::size_t>& added, End end) const {
    std::vector<std::size_t> all = chosen_;
    all.insert(end == End::back ? all.end() : all.begin(), added.begin(), added.end());
    return all;
  }

  // Tries faults together with the chosen ones. Returns nullopt if they explain fewer than `least`
  // failures, or less than half of those that they are known to cause.
  std::optional<Trial> tried(const std::vector<std::size_t>& added, End end, std::size_t least) {
    std::vector<std::pair<const Evidence*, bool>> concerned;  // true: they cause it for sure
    std::size_t sure = 0;
    for (const Evidence& it : left_) {
      if (!may_fail_any(added, *it.vector)) continue;
      const bool is_sure = std::any_of(added.begin(), added.end(), [&](std::size_t fault) {
        return is_killed_by(*it.vector, faults::suspects()[fault]);
      });
      concerned.emplace_back(&it, is_sure);
      sure += is_sure ? 1U : 0U;
    }
    Guess guess(basis_, chosen_with(added, end));
    Trial trial;
    std::size_t missed_sure = 0;
    for (const auto& [it, is_sure] : concerned) {
      if (concerned.size() - trial.missed < least || 2 * missed_sure > sure) return std::nullopt;
      if (guess.answers_alike(*it)) {
        trial.explained.push_back(it->vector);
      } else {
        ++trial.missed;
        missed_sure += is_sure ? 1U : 0U;
      }
    }
    if (trial.explained.size() < least || 2 * missed_sure > sure) return std::nullopt;
    return trial;
  }

  // Whether these faults, with the chosen ones, give the program's answers to the vectors that
  // passed. The short check leaves out vectors that no fault fails alone.
  bool agrees_with_passed(const std::vector<std::size_t>& added, End end, bool is_short) {
    const std::vector<std::size_t> all = chosen_with(added, end);
    Guess guess(basis_, all);
    return std::none_of(passed_.begin(), passed_.end(), [&](const Evidence& it) {
      return (!is_short || may_fail_any(all, *it.vector)) && guess.contradicts(it);
    });
  }

  // Adds the fault of `some` that explains the most failures. If several do, the one that leaves
  // the fewest of its own failures unexplained.
  bool add_best(const std::vector<std::size_t>& some, End end) {
    const bool is_alone = chosen_.empty();
    if (is_alone && end == End::front) return false;
    std::map<std::size_t, Trial> trials;
    std::set<std::size_t> refused;
    while (const auto best = best_of(some, end, refused, trials)) {
      if (agrees_with_passed({*best}, end, true) &&
          (is_alone || agrees_with_passed({*best}, end, false))) {
        choose(with_equal_ones(*best, end, trials), end);
        return true;
      }
      if (is_alone) contradicted_.insert(*best);
      refused.insert(*best);
      trials.erase(*best);
    }
    return false;
  }

  // The fault of `some` that explains the most failures, or nullopt if no fault explains any.
  // `trials` holds the trials so far.
  std::optional<std::size_t> best_of(const std::vector<std::size_t>& some, End end,
                                     const std::set<std::size_t>& refused,
                                     std::map<std::size_t, Trial>& trials) {
    std::optional<std::size_t> best;
    const auto is_better = [&](const Trial& trial) {
      const auto rank = [](const Trial& it) {
        return std::pair(it.explained.size(), SIZE_MAX - it.missed);
      };
      return !best || rank(trial) > rank(trials.at(*best));
    };
    for (const auto& [fault, trial] : trials) {
      if (is_better(trial)) best = fault;
    }
    for (const std::size_t fault : some) {
      if (!can_join(fault) || refused.contains(fault) || trials.contains(fault)) continue;
      auto trial = tried({fault}, end, best ? trials.at(*best).explained.size() : 1);
      if (!trial) continue;
      const auto place = trials.emplace(fault, std::move(*trial)).first;
      if (is_better(place->second)) best = fault;
    }
    return best;
  }

  // The cause with this fault and with all others that explain the same failures.
  Cause with_equal_ones(std::size_t best, End end, const std::map<std::size_t, Trial>& trials) {
    const Trial& its = trials.at(best);
    Cause cause{{best}, its.explained};
    for (const auto& [fault, trial] : trials) {
      const bool is_equal = trial.explained == its.explained && trial.missed == its.missed;
      if (is_equal && fault != best && agrees_with_passed({fault}, end, true)) {
        cause.faults.push_back(fault);
      }
    }
    std::sort(cause.faults.begin(), cause.faults.end());
    return cause;
  }

  // Adds two faults that explain failures only together.
  bool add_two() {
    std::vector<std::size_t> some = candidates();
    if (some.size() > most_paired) return false;
    std::optional<std::pair<std::vector<std::size_t>, Trial>> best;
    for (std::size_t i = 0; i < some.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::vector<std::size_t> two{some[j], some[i]};
        const Fault* const faults[] = {&faults::suspects()[two[0]], &faults::suspects()[two[1]]};
        if (!fit_together(faults)) continue;
        auto trial = tried(two, End::back, best ? best->second.explained.size() + 1 : 2);
        if (trial && agrees_with_passed(two, End::back, false)) best = {two, std::move(*trial)};
      }
    }
    if (!best) return false;
    for (const std::size_t fault : best->first) {
      choose({{fault}, best->second.explained}, End::back);
    }
    return true;
  }

  // Adds a cause. The chosen faults together may now explain more failures than the trial showed.
  void choose(Cause cause, End end) {
    chosen_ = chosen_with({cause.faults.front()}, end);
    Guess guess(basis_, chosen_);
    std::erase_if(left_, [&](const Evidence& it) {
      if (std::ranges::find(cause.explained, it.vector) != cause.explained.end()) return true;
      if (!guess.answers_alike(it)) return false;
      cause.explained.push_back(it.vector);
      return true;
    });
    causes_.push_back(std::move(cause));
  }

  // Rules a fault out and returns false if too few of the failures that it causes alone are
  // explained. If no fault is ruled out, completes the lists: a failure with several causes is in
  // the list of each.
  bool all_confirmed() {
    std::set<const suite::Vector*> explained;
    for (const Cause& cause : causes_) {
      explained.insert(cause.explained.begin(), cause.explained.end());
    }
    for (Cause& cause : causes_) {
      const std::size_t fault = cause.faults.front();
      std::size_t own = 0;
      std::vector<const suite::Vector*> reproduced;
      for (const Evidence& it : failed_) {
        const bool is_own = would_fail(fault, *it.vector);
        own += is_own ? 1U : 0U;
        const bool listed = std::ranges::find(cause.explained, it.vector) != cause.explained.end();
        if (listed || (is_own && explained.contains(it.vector))) reproduced.push_back(it.vector);
      }
      if (10 * reproduced.size() < confirmed_of_ten * own) {
        contradicted_.insert(fault);
        return false;
      }
      cause.explained = std::move(reproduced);
    }
    return true;
  }

  const Basis& basis_;
  std::span<const Alternatives> named_;
  const std::set<std::size_t>& banned_;
  std::vector<Evidence> failed_;  // short inputs first
  std::vector<Evidence> passed_;
  std::vector<Evidence> left_;  // the failures that no chosen fault explains
  std::set<std::size_t> contradicted_;
  std::vector<std::size_t> chosen_;  // in the order in which they change the tokenizer
  std::vector<Cause> causes_;
  std::map<std::size_t, std::unique_ptr<Guess>> alone_;
  std::map<std::pair<std::size_t, const suite::Vector*>, bool> fails_;
};

}  // namespace

Basis::Basis(const suite::Suite& suite, unicode::Version version)
    : suite_(suite), version_(version), parts_(remembered_parts(version)) {
  for (const suite::Vector& vector : suite.vectors) {
    if (!vector.kills.empty()) groups_.insert(vector.group);
  }
}

bool Basis::knows_kills(const suite::Vector& vector) const {
  const std::string* kind = suite::text_member(vector.expect, "result");
  const bool by_version = kind != nullptr && *kind == "acceptable";
  return groups_.contains(vector.group) && (version_ == unicode::pinned || !by_version);
}

std::size_t bytes_in(const suite::Vector& vector) {
  std::size_t bytes = 0;
  for (const std::string_view name : {"text", "corpus"}) {
    bytes += suite::bytes_of(vector.input, name).value_or("").size();
  }
  return bytes;
}

bool is_askable(const suite::Vector& vector) {
  return json::find(vector.expect, "within_seconds") == nullptr && bytes_in(vector) <= 200'000;
}

bool is_killed_by(const suite::Vector& vector, const Fault& fault) {
  return is_mutant(fault) &&
         std::find(vector.kills.begin(), vector.kills.end(), fault.name) != vector.kills.end();
}

Guess::Guess(const Basis& basis, const std::vector<std::size_t>& faults)
    : basis_(basis), suspect_(basis.suite(), tokenizer_with(basis, faults)) {}

bool Guess::answers_alike(const Evidence& evidence) {
  const auto guessed = answer(*evidence.vector);
  return guessed && is_same(*guessed, *evidence.observed,
                            suite::expectation(*evidence.vector, basis_.version()));
}

bool Guess::contradicts(const Evidence& evidence) {
  const auto guessed = answer(*evidence.vector);
  return guessed && !is_internal(*guessed) &&
         !is_same(*guessed, *evidence.observed,
                  suite::expectation(*evidence.vector, basis_.version()));
}

bool Guess::fails(const suite::Vector& vector) {
  const auto guessed = answer(vector);
  return guessed && !is_internal(*guessed) &&
         judge::compare(suite::expectation(vector, basis_.version()), *guessed) !=
             program::Status::pass;
}

std::optional<json::Object> Guess::answer(const suite::Vector& vector) {
  const program::Observation observation = suspect_.observe(vector);
  const auto* observed = std::get_if<program::Observed>(&observation);
  return observed == nullptr ? std::nullopt : std::optional(observed->result);
}

std::vector<Cause> recognise(const Basis& basis, std::vector<Evidence> evidence,
                             std::span<const Alternatives> named,
                             const std::set<std::size_t>& banned) {
  return CauseSearch(basis, std::move(evidence), named, banned).work();
}

}  // namespace bpetite::conform::explain
