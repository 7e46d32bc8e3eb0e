// Says in which states of an automaton a match will still end, for every place of a text.
//
//   a+b|a      in the state after "aa": if "b" or "aab" follows, a match will still end;
//              if "aac" follows, none will
//
// Without this, a search would read on for a match that never ends, and the next search would read
// the same scalars again: a text of n letters a would cost n * n / 2 steps. Read from its end, the
// text has a set of states for each place, which follows from the set one scalar later. Futures
// makes the sets once and numbers them, if there are few of them. If not, those of a text are made
// while it is read: then each scalar costs as much as the automaton has states. FuturesOfText gives
// the sets of one text, for places that ascend. It keeps in memory the sets of one window of the
// text, and one set for each other window. Either way a match stops where it ends, and each scalar
// is read twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/compile/automaton.hpp"

namespace bpetite::engine::compile {

class Futures {
 public:
  // `left` is how many states may be looked at to number the sets, less those that are.
  Futures(const Automaton& automaton, std::size_t& left);

  // A byte for each state: 1 if a match will still end, else 0. Two more stand for no state, and
  // for a match that has ended.
  using States = std::string;
  // The number of a set.
  using Set = std::uint32_t;

  // Whether the sets are numbered.
  bool are_few() const { return !sets_.empty(); }
  std::size_t states() const { return at_end_.size() - 2; }

  // Those at the end of a text, which have the number 0.
  const States& at_end() const { return at_end_; }
  // The set before a scalar of a class, if this one is behind it.
  Set before(Set behind, std::size_t scalar_class) const {
    return before_[behind * classes_ + scalar_class];
  }
  States before(const States& behind, std::size_t scalar_class) const;
  bool has(Set set, std::uint32_t state) const { return sets_[set][state] != 0; }

 private:
  bool number_sets(std::size_t& left);

  std::size_t classes_;
  States at_end_;
  std::vector<std::uint32_t> next_;  // by class and state
  std::vector<States> sets_;
  std::vector<Set> before_;
};

// The sets of one text, place by place from its beginning. Only those of one window are in memory,
// and one set for each other window.
class FuturesOfText {
 public:
  FuturesOfText(const Futures& futures, const Minterms& classes, std::string_view text);

  // Whether a match that is in this state will still end. A scalar begins at the place, or it is
  // the end. Places must ascend.
  bool has(std::size_t place, std::uint32_t state);

 private:
  static constexpr std::size_t window_size = 4096;

  struct Place {
    std::size_t at;
    Futures::Set set = 0;
    Futures::States states = {};  // if sets are not numbered
  };
  void step_back(Place& place) const;
  void read_window();
  void keep(const Place& place);

  const Futures& futures_;
  const Minterms& classes_;
  std::string_view text_;
  std::vector<Place> borders_;  // of windows, the last one behind the window in memory
  std::size_t begin_ = 0;       // of the window
  std::size_t end_ = 0;
  // The sets of the window, numbered or not.
  std::vector<Futures::Set> sets_;
  std::vector<Futures::States> states_;
};

}  // namespace bpetite::engine::compile
