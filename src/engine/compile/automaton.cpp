// Makes the deterministic automaton of a pattern (Automaton). It turns the tree of the pattern into
// steps of a non-deterministic automaton, from the end of the tree. Then it follows the threads of
// each state over each class; a list of threads that is new becomes a new state.
//
//   ab|a     after a: the threads "take b" and "match", in this order        after ab: "match"
//
// A pattern that needs too many states or steps is refused with a PatternError. sets_of() collects
// the sets of scalars that the trees of patterns use.
#include "engine/compile/automaton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "pattern/pattern_error.hpp"

namespace bpetite::engine::compile {
namespace {

using pattern::Node;

// The sets of a tree. A possessive repeat also looks at what is not in its set.
void collect_sets(const Node& node, std::vector<pattern::ScalarSet>& sets) {
  if (node.kind == Node::Kind::set || node.kind == Node::Kind::look) sets.push_back(node.set);
  for (const Node& part : node.parts) collect_sets(part, sets);
}

using StepId = std::uint32_t;

// A step of the non-deterministic automaton.
struct Step {
  enum class Kind : std::uint8_t { take, look, choose, match };
  Kind kind = Kind::match;
  ClassSet classes = {};  // take, look: the classes of the next scalar
  StepId next = 0;
  StepId other = 0;  // choose: the second choice
};

// Makes the steps of a tree from its end.
class StepMaker {
 public:
  explicit StepMaker(const Minterms& classes) : classes_(classes) {}

  StepId add_pattern(const Node& tree) { return add_node(tree, add({})); }
  std::vector<Step> steps() && { return std::move(steps_); }

 private:
  StepId add(const Step& step) {
    steps_.push_back(step);
    return static_cast<StepId>(steps_.size() - 1);
  }

  StepId add_node(const Node& node, StepId next) {
    switch (node.kind) {
      case Node::Kind::set:
        return add({.kind = Step::Kind::take, .classes = of(node.set), .next = next});
      case Node::Kind::look: {
        ClassSet wanted = of(node.set);
        wanted[classes_.size()] = node.at_end;
        return add({.kind = Step::Kind::look, .classes = wanted, .next = next});
      }
      case Node::Kind::sequence:
        for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part) {
          next = add_node(*part, next);
        }
        return next;
      case Node::Kind::choice: {
        StepId first = add_node(node.parts.back(), next);
        for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
          const StepId preferred = add_node(*part, next);
          first = add_choice(preferred, first);
        }
        return first;
      }
      case Node::Kind::repeat:
        return add_repeat(node, next);
    }
    return next;
  }

  StepId add_choice(StepId preferred, StepId other) {
    return add({.kind = Step::Kind::choose, .next = preferred, .other = other});
  }

  // x{2,} is x, x, and then x as often as there is one. A possessive repeat may end early only
  // where no x comes next.
  StepId add_repeat(const Node& node, StepId next) {
    const Node& part = node.parts.front();
    StepId stop = next;
    if (node.is_possessive) {
      ClassSet others = ~of(part.set);
      others[classes_.size()] = true;
      stop = add({.kind = Step::Kind::look, .classes = others, .next = next});
    }
    StepId first = next;
    if (node.most == Node::no_limit) {
      first = add_choice(0, stop);
      const StepId again = add_node(part, first);
      steps_[first].next = again;
    } else {
      for (std::uint32_t i = node.least; i < node.most; ++i) {
        first = add_choice(add_node(part, first), stop);
      }
    }
    for (std::uint32_t i = 0; i < node.least; ++i) first = add_node(part, first);
    return first;
  }

  ClassSet of(const pattern::ScalarSet& set) const { return classes_.classes_of(set); }

  const Minterms& classes_;
  std::vector<Step> steps_;
};

using Threads = std::vector<StepId>;

// Follows the threads of a state over one class.
class Follower {
 public:
  explicit Follower(std::span<const Step> steps)
      : steps_(steps), seen_(steps.size()), taken_(steps.size()) {}

  // What is left of the threads, and whether a match ends before the class.
  std::pair<Threads, bool> follow(const Threads& threads, std::size_t scalar_class) {
    ++round_;
    Threads after;
    for (const StepId thread : threads) {
      if (!follow_one(thread, scalar_class, after)) return {std::move(after), true};
    }
    return {std::move(after), false};
  }

  std::size_t work() const { return work_; }

 private:
  // False if the thread matched, so that those behind it do not count.
  bool follow_one(StepId thread, std::size_t scalar_class, Threads& after) {
    waiting_ = {thread};
    while (!waiting_.empty()) {
      const StepId id = waiting_.back();
      waiting_.pop_back();
      ++work_;
      if (std::exchange(seen_[id], round_) == round_) continue;
      const Step& step = steps_[id];
      switch (step.kind) {
        case Step::Kind::match:
          return false;
        case Step::Kind::take:
          if (step.classes[scalar_class] && std::exchange(taken_[step.next], round_) != round_) {
            after.push_back(step.next);
          }
          break;
        case Step::Kind::look:
          if (step.classes[scalar_class]) waiting_.push_back(step.next);
          break;
        case Step::Kind::choose:
          waiting_.push_back(step.other);
          waiting_.push_back(step.next);  // is taken from the end first
          break;
      }
    }
    return true;
  }

  std::span<const Step> steps_;
  // The last round in which a step was seen, or put into the new threads.
  std::vector<std::uint64_t> seen_;
  std::vector<std::uint64_t> taken_;
  std::uint64_t round_ = 0;
  std::size_t work_ = 0;
  Threads waiting_;
};

}  // namespace

std::vector<pattern::ScalarSet> sets_of(std::span<const Node> trees) {
  std::vector<pattern::ScalarSet> sets;
  for (const Node& tree : trees) collect_sets(tree, sets);
  std::vector<pattern::ScalarSet> once;
  for (pattern::ScalarSet& set : sets) {
    if (std::ranges::find(once, set) == once.end()) once.push_back(std::move(set));
  }
  return once;
}

Automaton::Automaton(const Node& tree, std::size_t most)
    : Automaton(tree, Minterms(sets_of({&tree, 1})), most) {}

Automaton::Automaton(const Node& tree, Minterms classes, std::size_t most)
    : classes_(std::move(classes)) {
  StepMaker maker(classes_);
  const StepId first = maker.add_pattern(tree);
  const std::vector<Step> steps = std::move(maker).steps();
  Follower follower(steps);
  std::map<Threads, std::uint32_t> numbers = {{Threads{first}, start}};
  std::vector<Threads> states = {Threads{first}};
  for (std::size_t state = 0; state < states.size(); ++state) {
    for (std::size_t c = 0; c <= classes_.size(); ++c) {
      auto [threads, ends_before] = follower.follow(states[state], c);
      std::uint32_t to = dead;
      if (!threads.empty()) {
        const auto [place, is_new] =
            numbers.emplace(threads, static_cast<std::uint32_t>(states.size()));
        if (is_new) states.push_back(std::move(threads));
        to = place->second;
      }
      moves_.push_back({to, ends_before});
    }
    steps_ = follower.work();
    if (states.size() > max_states || steps_ > most) {
      throw pattern::PatternError(
          0,
          fmt::format("its automaton has more than {} states, or takes too long to make",
                      max_states),
          "S25i");
    }
  }
}

}  // namespace bpetite::engine::compile
