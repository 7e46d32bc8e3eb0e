// Says in which states of an automaton a match will still end, for every place of a text.
//
//   a+b|a      before "aab" and before "b" also in the state after "a", before "aac" only at the
//   start
//
// A match that goes on in vain reads what the next match reads again: a text of n letters a would
// cost n * n / 2 steps. Read from its end, the text has a set of states for each place, which
// follows from the set one scalar later. The sets are made once and numbered. Then a match stops
// where it ends, and each scalar is read twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/compile/automaton.hpp"

namespace bpetite::engine::compile {

class Futures {
 public:
  using Set = std::uint32_t;

  // Nothing if there are too many sets.
  static std::optional<Futures> of(const Automaton& automaton);

  Set at_end() const { return 0; }
  // The set before a scalar of a class, if this one is behind it.
  Set before(Set behind, std::size_t scalar_class) const {
    return before_[behind * classes_ + scalar_class];
  }
  bool has(Set set, std::uint32_t state) const { return sets_[set][state]; }

 private:
  static constexpr std::size_t max_work = std::size_t{1} << 24;

  std::size_t classes_ = 0;
  std::vector<std::vector<bool>> sets_;
  std::vector<Set> before_;
};

// The sets of one text, place by place from its beginning. Only those of one window are in memory,
// and one set for each other window.
class FuturesOfText {
 public:
  FuturesOfText(const Futures& futures, const Minterms& classes, std::string_view text);

  // The set at a place, at which a scalar begins, or the end. Places must ascend.
  Futures::Set at(std::size_t place);

 private:
  static constexpr std::size_t window_size = 4096;

  struct Place {
    std::size_t at;
    Futures::Set set;
  };
  Place before(const Place& place) const;
  void read_window();

  const Futures& futures_;
  const Minterms& classes_;
  std::string_view text_;
  std::vector<Place> borders_;  // of windows, the last one behind the window in memory
  std::size_t begin_ = 0;       // of the window
  std::vector<Futures::Set> window_;
};

}  // namespace bpetite::engine::compile
