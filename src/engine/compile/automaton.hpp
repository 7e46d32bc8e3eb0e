// Automaton is the deterministic automaton of a pattern, which reads a text class by class. A class
// here is a group of scalars that the pattern does not distinguish (minterms.hpp), or the end of
// the text. move() gives the state after a class, and whether a match ends before the class.
//
//   a+b|a     state 0 -a-> state 1: it needs a or b next, and else has matched "a"
//
// A state is a list of threads in the order of their priority, as a backtracking matcher would try
// them (known as leftmost-first; Cox, "Regular Expression Matching: the Virtual Machine Approach",
// 2009). A thread that matches ends those behind it. The next class decides whether a match ends
// before it, so a look-ahead is a condition on the next class. A pattern that needs more than
// 20,000 states, or too many steps to make them, is refused; steps() gives the number of these
// steps. sets_of() collects the sets of several trees, from which the classes are made.
// props/engine/engine_compile.cpp compares the automaton with the reference's matcher.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/compile/minterms.hpp"
#include "pattern/syntax.hpp"

namespace bpetite::engine::compile {

// The sets of several trees, each once.
std::vector<pattern::ScalarSet> sets_of(std::span<const pattern::Node> trees);

class Automaton {
 public:
  // Throws PatternError if it needs too many states, or more than `most` steps to make (S25i).
  explicit Automaton(const pattern::Node& tree, std::size_t most = max_steps);
  // The same over classes that tell all sets of the tree apart, and maybe more.
  Automaton(const pattern::Node& tree, Minterms classes, std::size_t most = max_steps);

  static constexpr std::uint32_t start = 0;
  static constexpr std::uint32_t dead = ~std::uint32_t{0};
  static constexpr std::size_t max_states = 20000;
  static constexpr std::size_t max_steps = std::size_t{1} << 25;

  // How many steps it took.
  std::size_t steps() const { return steps_; }

  struct Move {
    std::uint32_t to;  // the state after the class, or dead
    bool ends_before;  // a match ends before the class
  };
  Move move(std::uint32_t state, std::size_t scalar_class) const {
    return moves_[state * (classes_.size() + 1) + scalar_class];
  }
  std::size_t states() const { return moves_.size() / (classes_.size() + 1); }
  const Minterms& classes() const { return classes_; }
  std::size_t end_class() const { return classes_.size(); }

 private:
  Minterms classes_;
  std::vector<Move> moves_;
  std::size_t steps_ = 0;
};

}  // namespace bpetite::engine::compile
