#include "engine/compare/guesser.hpp"

#include <algorithm>
#include <utility>

namespace bpetite::engine::compare {

using compile::Automaton;

Guesser::Guesser(Automaton automaton, Budget& budget)
    : automaton_(std::move(automaton)), budget_(budget) {
  find_ends();
  state_of({});
}

// Goes on until nothing changes: what is known of a state follows from those after it. Most of
// these have higher numbers, so that once or twice through all from the last to the first is
// enough.
void Guesser::find_ends() {
  const std::size_t count = automaton_.states();
  can_end_.assign(count, false);
  must_end_.assign(count, false);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (auto state = static_cast<AutomatonState>(count); state-- > 0;) {
      bool can = false;
      bool must = true;
      for (std::size_t c = 0; c <= automaton_.end_class(); ++c) {
        const auto [to, ends_before] = automaton_.move(state, c);
        const bool is_alive = to != Automaton::dead;
        can = can || ends_before || (is_alive && can_end_[to]);
        must = must && (ends_before || (is_alive && must_end_[to]));
      }
      has_changed = has_changed || can != can_end_[state] || must != must_end_[state];
      can_end_[state] = can;
      must_end_[state] = must;
    }
  }
}

// Adds a match that has ended. False if it has a later end in every text.
bool Guesser::close(AutomatonState state, AutomatonStates& closed) const {
  if (state == Automaton::dead || !can_end_[state]) return true;
  if (must_end_[state]) return false;
  const auto place = std::ranges::lower_bound(closed, state);
  if (place == closed.end() || *place != state) closed.insert(place, state);
  return true;
}

// Nothing if one of them ends before the class after all.
std::optional<Guesser::AutomatonStates> Guesser::read_closed(const AutomatonStates& closed,
                                                             std::size_t scalar_class) const {
  AutomatonStates after;
  for (const AutomatonState state : closed) {
    const auto [to, ends_before] = automaton_.move(state, scalar_class);
    if (ends_before || !close(to, after)) return std::nullopt;
  }
  return after;
}

// The match has a later end.
void Guesser::go_on(AutomatonState to, const AutomatonStates& closed, bool is_cut,
                    std::vector<Guess>& all) {
  if (to == Automaton::dead || !can_end_[to] || std::ranges::binary_search(closed, to)) return;
  all.push_back({state_of({to, closed}), is_cut, true});
}

// S25h: a match begins here, or an empty one is here, or none.
void Guesser::begin_match(AutomatonStates closed, std::size_t scalar_class, bool is_cut,
                          std::vector<Guess>& all) {
  const auto [to, ends_before] = automaton_.move(Automaton::start, scalar_class);
  go_on(to, closed, true, all);
  if (close(to, closed)) {
    all.push_back({state_of({{}, std::move(closed)}), is_cut || ends_before, false});
  }
}

std::vector<Guesser::Guess> Guesser::make_guesses(const Pending& pending,
                                                  std::size_t scalar_class) {
  std::vector<Guess> all;
  const auto closed = read_closed(pending.closed, scalar_class);
  if (!closed) return all;
  if (!pending.match) {
    begin_match(*closed, scalar_class, false, all);
    return all;
  }
  const auto [to, ends_before] = automaton_.move(*pending.match, scalar_class);
  go_on(to, *closed, false, all);
  if (ends_before) {
    AutomatonStates with_this = *closed;
    if (close(to, with_this)) begin_match(std::move(with_this), scalar_class, true, all);
  }
  return all;
}

std::span<const Guesser::Guess> Guesser::guesses(State state, std::size_t scalar_class) {
  if (!guesses_[state][scalar_class]) {
    const Pending pending = states_[state];
    auto made = make_guesses(pending, scalar_class);
    budget_.spend(10 + pending.closed.size());
    guesses_[state][scalar_class] = std::move(made);
  }
  return *guesses_[state][scalar_class];
}

bool Guesser::may_end(State state) const {
  const Pending& pending = states_[state];
  const auto ends = [&](AutomatonState it) {
    return automaton_.move(it, automaton_.end_class()).ends_before;
  };
  return (!pending.match || ends(*pending.match)) && std::ranges::none_of(pending.closed, ends);
}

Guesser::State Guesser::state_of(Pending pending) {
  const auto [place, is_new] = numbers_.emplace(pending, static_cast<State>(states_.size()));
  if (is_new) {
    budget_.spend(5 + automaton_.classes().size() + pending.closed.size());
    states_.push_back(std::move(pending));
    guesses_.emplace_back(automaton_.classes().size());
  }
  return place->second;
}

}  // namespace bpetite::engine::compare
