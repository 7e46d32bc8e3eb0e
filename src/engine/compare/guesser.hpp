// Reads a text class by class and guesses where a pattern cuts it. Whether a guess was right is
// known later, by what follows.
//
//   ab|a   reading "a": either the match ends behind it, and then no b may follow,
//                       or it does not, and then a b must follow
//
// A state is what has been guessed and is not yet decided: the match that is read, and those that
// must not find a longer end. Of all ways to guess, exactly one is right for each text. So where a
// cut depends on what follows, however far away, a walk over all texts stays finite.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "engine/compile/automaton.hpp"

namespace bpetite::engine::compare {

// How much a walk may still do. A unit is some 20 bytes of memory, and 20 to 100 nanoseconds.
class Budget {
 public:
  // What is thrown when it is spent.
  struct Spent {};

  explicit Budget(std::size_t units) : left_(units) {}
  void spend(std::size_t units) {
    if (units > left_) throw Spent();
    left_ -= units;
  }

 private:
  std::size_t left_;
};

class Guesser {
 public:
  using State = std::uint32_t;
  static constexpr State first = 0;  // a piece begins, and nothing was guessed

  // The budget must outlive the guesser.
  Guesser(compile::Automaton automaton, Budget& budget);

  struct Guess {
    State to;         // the state after the class
    bool is_cut;      // before the class
    bool is_matched;  // the scalar of the class is in a match
  };
  // What can be guessed when this class comes next. Valid until the next call. Throws
  // Budget::Spent.
  std::span<const Guess> guesses(State state, std::size_t scalar_class);

  // Whether all guesses are right if the piece ends here.
  bool may_end(State state) const;

  std::size_t states() const { return states_.size(); }

 private:
  using AutomatonState = std::uint32_t;
  using AutomatonStates = std::vector<AutomatonState>;

  struct Pending {
    std::optional<AutomatonState> match;  // has an end to come; without: a match may begin here
    AutomatonStates closed;               // matches that have ended: no later end may come
    auto operator<=>(const Pending&) const = default;
  };

  void find_ends();
  bool close(AutomatonState state, AutomatonStates& closed) const;
  std::optional<AutomatonStates> read_closed(const AutomatonStates& closed,
                                             std::size_t scalar_class) const;
  void go_on(AutomatonState to, const AutomatonStates& closed, bool is_cut,
             std::vector<Guess>& all);
  void begin_match(AutomatonStates closed, std::size_t scalar_class, bool is_cut,
                   std::vector<Guess>& all);
  std::vector<Guess> make_guesses(const Pending& pending, std::size_t scalar_class);
  State state_of(Pending pending);

  compile::Automaton automaton_;
  Budget& budget_;
  // By state of the automaton: whether an end can come, and whether one comes in every text.
  std::vector<bool> can_end_;
  std::vector<bool> must_end_;
  std::map<Pending, State> numbers_;
  std::vector<Pending> states_;
  std::vector<std::vector<std::optional<std::vector<Guess>>>> guesses_;  // by state and class
};

}  // namespace bpetite::engine::compare
