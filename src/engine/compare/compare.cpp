#include "engine/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/utf8.hpp"
#include "engine/compare/guesser.hpp"
#include "engine/compare/shown_scalars.hpp"
#include "engine/compile/automaton.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::engine::compare {
namespace {

using compile::Minterms;

// One sequence of patterns. Its state is that of each pass.
class Side {
 public:
  Side(std::span<const pattern::Node> trees, const Minterms& classes, Budget& budget)
      : budget_(budget) {
    for (const pattern::Node& tree : trees) {
      passes_.emplace_back(compile::Automaton(tree, classes), budget);
    }
  }

  using State = std::u32string;
  State first() const { return State(passes_.size(), Guesser::first); }

  struct Step {
    State to;
    bool is_cut;
  };
  // Appends what can be guessed when this class comes next. A text begins as a piece does.
  void guess(std::u32string_view state, std::size_t scalar_class, bool is_first,
             std::vector<Step>& steps) {
    State to;
    guess_from(state, scalar_class, is_first, to, steps);
  }

  bool may_end(std::u32string_view state) const {
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      if (!passes_[i].may_end(state[i])) return false;
    }
    return true;
  }

 private:
  // S25j: where the pass before cuts, the piece ends, and another begins.
  void guess_from(std::u32string_view state, std::size_t scalar_class, bool is_cut, State& to,
                  std::vector<Step>& steps) {
    const std::size_t pass = to.size();
    budget_.spend(1);
    if (pass == passes_.size()) {
      budget_.spend(2 + to.size() / 5);
      steps.push_back({to, is_cut});
      return;
    }
    if (is_cut && !passes_[pass].may_end(state[pass])) return;
    const auto all = passes_[pass].guesses(is_cut ? Guesser::first : state[pass], scalar_class);
    for (const Guesser::Guess guess : all) {
      to.push_back(guess.to);
      guess_from(state, scalar_class, is_cut || guess.is_cut, to, steps);
      to.pop_back();
    }
  }

  std::vector<Guesser> passes_;
  Budget& budget_;
};

// Walks all texts, shortest first.
class Walk {
 public:
  Walk(std::span<const pattern::Node> a, std::span<const pattern::Node> b, const Minterms& classes,
       std::size_t work)
      : budget_(work),
        a_(a, classes, budget_),
        b_(b, classes, budget_),
        scalars_(shown_scalars(classes)) {}

  Comparison run() {
    std::size_t length = 0;  // of the texts that are walked on from, in scalars
    try {
      add(a_.first() + b_.first() + is_empty, 0, 0);
      std::size_t end_of_length = 1;  // behind the last node of such a text
      for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (node == end_of_length) {
          end_of_length = nodes_.size();
          ++length;
        }
        walk_on(node);
        if (found_) return {.is_same = false, .text = text_of(*found_)};
      }
    } catch (const Budget::Spent&) {
      return {.is_same = {}, .reason = "the walk takes too long", .searched = length};
    }
    return {.is_same = true};
  }

 private:
  // How the text has been cut by both.
  static constexpr char32_t is_alike = 0;
  static constexpr char32_t is_different = 1;
  static constexpr char32_t is_empty = 2;  // there is no text yet

  struct Node {
    const std::u32string* state;  // of both sides, and one of the three
    std::size_t before;           // the node of the text without its last scalar
    char32_t scalar;
  };

  void walk_on(std::size_t node) {
    const std::u32string_view state = *nodes_[node].state;
    const std::u32string_view state_of_a = state.substr(0, a_.first().size());
    const std::u32string_view state_of_b = state.substr(state_of_a.size(), b_.first().size());
    for (const auto& [scalar_class, scalar] : scalars_) {
      steps_of_a_.clear();
      steps_of_b_.clear();
      a_.guess(state_of_a, scalar_class, state.back() == is_empty, steps_of_a_);
      b_.guess(state_of_b, scalar_class, state.back() == is_empty, steps_of_b_);
      for (const Side::Step& a : steps_of_a_) {
        for (const Side::Step& b : steps_of_b_) {
          budget_.spend(2 + state.size() / 8);
          const bool differs = state.back() == is_different || a.is_cut != b.is_cut;
          add(a.to + b.to + (differs ? is_different : is_alike), node, scalar);
        }
      }
    }
  }

  void add(std::u32string state, std::size_t before, char32_t scalar) {
    const auto [place, is_new] = numbers_.emplace(std::move(state), nodes_.size());
    if (!is_new) return;
    budget_.spend(6 + place->first.size() / 4);
    const std::u32string& kept = place->first;
    nodes_.push_back({&kept, before, scalar});
    const std::size_t size_of_a = a_.first().size();
    if (!found_ && kept.back() == is_different &&
        a_.may_end(std::u32string_view(kept).substr(0, size_of_a)) &&
        b_.may_end(std::u32string_view(kept).substr(size_of_a, b_.first().size()))) {
      found_ = nodes_.size() - 1;
    }
  }

  std::string text_of(std::size_t node) const {
    std::u32string scalars;
    for (; node != 0; node = nodes_[node].before) scalars.push_back(nodes_[node].scalar);
    std::string text;
    std::for_each(scalars.rbegin(), scalars.rend(), [&](char32_t it) { utf8::append(text, it); });
    return text;
  }

  Budget budget_;
  Side a_;
  Side b_;
  std::vector<std::pair<std::size_t, char32_t>> scalars_;
  std::unordered_map<std::u32string, std::size_t> numbers_;
  std::vector<Node> nodes_;
  std::optional<std::size_t> found_;
  std::vector<Side::Step> steps_of_a_;
  std::vector<Side::Step> steps_of_b_;
};

}  // namespace

Comparison compare(std::span<const Split> a, std::span<const Split> b, std::size_t work) {
  const std::vector<pattern::Node> trees_of_a = pattern::parse_all(a);
  const std::vector<pattern::Node> trees_of_b = pattern::parse_all(b);
  std::vector<pattern::Node> trees = trees_of_a;
  trees.insert(trees.end(), trees_of_b.begin(), trees_of_b.end());
  // A fault of one of them is an error, and not an answer.
  for (const pattern::Node& tree : trees) const compile::Automaton alone(tree);
  // However large they are. Of other dialects, but with the same meaning, the trees are the same.
  if (trees_of_a == trees_of_b) return {.is_same = true};
  try {
    const Minterms classes(compile::sets_of(trees));
    return Walk(trees_of_a, trees_of_b, classes, work).run();
  } catch (const pattern::PatternError& error) {
    return {.is_same = {}, .reason = fmt::format("both together: {}", error.what())};
  }
}

}  // namespace bpetite::engine::compare
