// Adds one fault after another, each time the one that explains the most of the failures that are
// left. At the end, a fault stays only if nearly all that it would do wrong was seen.
#include "conform/diagnose/recognise.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

namespace bpetite::conform::diagnose {
namespace {

// Of the failures that a fault causes when it is alone, this share must be explained, by it or
// together with the other faults. The rest may have further causes, which are not known.
constexpr std::size_t confirmed_of_ten = 9;
// Two faults are tried together if none alone explains anything, at most this many.
constexpr std::size_t most_paired = 24;

class Search {
 public:
  Search(const Basis& basis, std::vector<Evidence> evidence, std::span<const Alternatives> named,
         const std::set<std::size_t>& banned)
      : basis_(basis), named_(named), banned_(banned) {
    std::erase_if(evidence, [](const Evidence& it) { return !is_askable(*it.vector); });
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
        add_best(group);
      }
      while (!left_.empty() && (add_best(candidates()) || add_two())) {
      }
    } while (!all_confirmed());
    return causes_;
  }

 private:
  // What a fault explains if it is added to the chosen ones.
  struct Trial {
    std::vector<const suite::Vector*> explained;
    std::size_t missed = 0;  // failures that it should explain, and does not
  };

  // The faults that some vector that passed rules out.
  void find_contradicted() {
    for (std::size_t i = 0; i < known_faults().size(); ++i) {
      const Fault& fault = known_faults()[i];
      const bool is_ruled_out =
          banned_.contains(i) ||
          std::any_of(passed_.begin(), passed_.end(), [&](const Evidence& it) {
            return basis_.knows_kills(*it.vector) && is_killed_by(*it.vector, fault);
          });
      if (is_ruled_out) contradicted_.insert(i);
    }
  }

  // Whether a tokenizer with this fault may fail the vector, without trying.
  bool may_fail(const Fault& fault, const suite::Vector& vector) const {
    return !fault.is_mutant || !basis_.knows_kills(vector) || is_killed_by(vector, fault);
  }

  bool may_fail_any(const std::vector<std::size_t>& faults, const suite::Vector& vector) const {
    return std::any_of(faults.begin(), faults.end(),
                       [&](std::size_t fault) { return may_fail(known_faults()[fault], vector); });
  }

  // Whether the fault alone fails this vector. Vectors that people have written do not say so.
  bool would_fail(std::size_t fault, const suite::Vector& vector) {
    if (known_faults()[fault].is_mutant && basis_.knows_kills(vector)) {
      return is_killed_by(vector, known_faults()[fault]);
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
    std::vector<const Fault*> all{&known_faults()[fault]};
    for (const std::size_t other : chosen_) {
      all.push_back(&known_faults()[other]);
    }
    return !contradicted_.contains(fault) && fit_together(all);
  }

  // The faults that may explain something that is left, those first that are known to fail the
  // most of it. So most of the others need not be tried to the end.
  std::vector<std::size_t> candidates() const {
    std::vector<std::pair<std::size_t, std::size_t>> counted;
    for (std::size_t i = 0; i < known_faults().size(); ++i) {
      if (!can_join(i)) continue;
      std::size_t known = 0;
      bool is_possible = false;
      for (const Evidence& it : left_) {
        known += is_killed_by(*it.vector, known_faults()[i]) ? 1U : 0U;
        is_possible = is_possible || may_fail(known_faults()[i], *it.vector);
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

  // Tries faults together with the chosen ones. Nothing if they explain fewer than `least`.
  std::optional<Trial> tried(const std::vector<std::size_t>& added, std::size_t least) {
    std::vector<std::size_t> all = chosen_;
    all.insert(all.end(), added.begin(), added.end());
    Guess guess(basis_, all);
    Trial trial;
    std::size_t possible = 0;
    const auto concerns = [&](const Evidence& it) { return may_fail_any(added, *it.vector); };
    for (const Evidence& it : left_) {
      possible += concerns(it) ? 1U : 0U;
    }
    for (const Evidence& it : left_) {
      if (!concerns(it)) continue;
      if (trial.explained.size() + possible < std::max<std::size_t>(least, 1)) return std::nullopt;
      --possible;
      if (guess.answers_alike(it)) {
        trial.explained.push_back(it.vector);
      } else {
        ++trial.missed;
      }
    }
    if (trial.explained.size() < std::max<std::size_t>(least, 1)) return std::nullopt;
    return trial;
  }

  // Whether these faults, with the chosen ones, answer as the program does where it is right. What
  // none of them fails when it is alone is left to all_confirmed().
  bool agrees_with_passed(const std::vector<std::size_t>& added) {
    std::vector<std::size_t> all = chosen_;
    all.insert(all.end(), added.begin(), added.end());
    Guess guess(basis_, all);
    return std::none_of(passed_.begin(), passed_.end(), [&](const Evidence& it) {
      return may_fail_any(all, *it.vector) && guess.contradicts(it);
    });
  }

  // Adds the fault of these that explains the most, and fewest of its failures are not explained.
  bool add_best(const std::vector<std::size_t>& some) {
    std::map<std::size_t, Trial> trials;
    std::size_t most = 1;
    for (const std::size_t fault : some) {
      if (!can_join(fault)) continue;
      if (auto trial = tried({fault}, most)) {
        most = std::max(most, trial->explained.size());
        trials.emplace(fault, std::move(*trial));
      }
    }
    while (!trials.empty()) {
      const auto rank = [](const Trial& trial) {
        return std::pair(trial.explained.size(), SIZE_MAX - trial.missed);
      };
      auto best = trials.begin();
      for (auto it = trials.begin(); it != trials.end(); ++it) {
        if (rank(it->second) > rank(best->second)) best = it;
      }
      if (!agrees_with_passed({best->first})) {
        if (chosen_.empty()) contradicted_.insert(best->first);
        trials.erase(best);
        continue;
      }
      Cause cause{{}, best->second.explained};
      for (const auto& [fault, trial] : trials) {
        const bool is_equal =
            trial.explained == best->second.explained && trial.missed == best->second.missed;
        if (is_equal && (fault == best->first || agrees_with_passed({fault}))) {
          cause.faults.push_back(fault);
        }
      }
      choose(std::move(cause));
      return true;
    }
    return false;
  }

  // Adds two faults that only together explain something.
  bool add_two() {
    std::vector<std::size_t> some = candidates();
    if (some.size() > most_paired) return false;
    std::optional<std::pair<std::vector<std::size_t>, Trial>> best;
    for (std::size_t i = 0; i < some.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::vector<std::size_t> two{some[j], some[i]};
        const Fault* const faults[] = {&known_faults()[two[0]], &known_faults()[two[1]]};
        if (!fit_together(faults)) continue;
        auto trial = tried(two, best ? best->second.explained.size() + 1 : 2);
        if (trial && agrees_with_passed(two)) best = {two, std::move(*trial)};
      }
    }
    if (!best) return false;
    for (const std::size_t fault : best->first) {
      choose({{fault}, best->second.explained});
    }
    return true;
  }

  // Adds a cause. With it, the chosen ones together may explain more than was tried.
  void choose(Cause cause) {
    chosen_.push_back(cause.faults.front());
    Guess guess(basis_, chosen_);
    std::erase_if(left_, [&](const Evidence& it) {
      if (std::ranges::find(cause.explained, it.vector) != cause.explained.end()) return true;
      if (!guess.answers_alike(it)) return false;
      cause.explained.push_back(it.vector);
      return true;
    });
    causes_.push_back(std::move(cause));
  }

  // Drops a fault if too little of what it should explain is explained, and the last one if all
  // together fail a vector that passed. Else completes the lists: a failure with several causes is
  // in each.
  bool all_confirmed() {
    if (chosen_.size() > 1) {
      Guess guess(basis_, chosen_);
      const auto contradicts = [&](const Evidence& it) { return guess.contradicts(it); };
      if (std::any_of(passed_.begin(), passed_.end(), contradicts)) {
        contradicted_.insert(chosen_.back());
        return false;
      }
    }
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
  std::vector<std::size_t> chosen_;
  std::vector<Cause> causes_;
  std::map<std::size_t, std::unique_ptr<Guess>> alone_;
  std::map<std::pair<std::size_t, const suite::Vector*>, bool> fails_;
};

}  // namespace

std::vector<Cause> recognise(const Basis& basis, std::vector<Evidence> evidence,
                             std::span<const Alternatives> named,
                             const std::set<std::size_t>& banned) {
  return Search(basis, std::move(evidence), named, banned).work();
}

}  // namespace bpetite::conform::diagnose
