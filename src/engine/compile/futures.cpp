// Computes in which states of an automaton a match will still end. Futures makes the sets of these
// states and numbers them, if there are few sets. If there are many, it computes the set before a
// scalar from the set behind it. FuturesOfText gives the set for each place of one text: it reads
// the text once from its end to its beginning, and keeps one set for each window of about 4,096
// bytes. From this set it computes the others of the window when the search comes to the window.
#include "engine/compile/futures.hpp"

#include <map>

#include "core/utf8.hpp"

namespace bpetite::engine::compile {

// Behind the states come two that stand for none, and for the end of a match.
Futures::Futures(const Automaton& automaton, std::size_t& left)
    : classes_(automaton.classes().size()) {
  const auto states = static_cast<std::uint32_t>(automaton.states());
  const std::uint32_t none = states;
  const std::uint32_t ended = states + 1;
  for (std::size_t c = 0; c < classes_; ++c) {
    for (std::uint32_t state = 0; state < states; ++state) {
      const auto [to, ends_before] = automaton.move(state, c);
      next_.push_back(ends_before ? ended : to == Automaton::dead ? none : to);
    }
  }
  for (std::uint32_t state = 0; state < states; ++state) {
    at_end_ += automaton.move(state, automaton.end_class()).ends_before ? '\1' : '\0';
  }
  at_end_ += '\0';
  at_end_ += '\1';
  if (number_sets(left)) {
    next_.clear();
  } else {
    sets_.clear();
    before_.clear();
  }
}

// False if there are too many.
bool Futures::number_sets(std::size_t& left) {
  std::map<States, Set> numbers = {{at_end_, 0}};
  sets_ = {at_end_};
  for (std::size_t set = 0; set < sets_.size(); ++set) {
    for (std::size_t c = 0; c < classes_; ++c) {
      if (left < states()) return false;
      left -= states();
      const auto [place, is_new] =
          numbers.emplace(before(sets_[set], c), static_cast<Set>(sets_.size()));
      if (is_new) sets_.push_back(place->first);
      before_.push_back(place->second);
    }
  }
  return true;
}

Futures::States Futures::before(const States& behind, std::size_t scalar_class) const {
  const std::uint32_t* const next = next_.data() + scalar_class * states();
  States all(behind.size(), '\0');
  for (std::size_t state = 0; state < states(); ++state) all[state] = behind[next[state]];
  all.back() = '\1';
  return all;
}

FuturesOfText::FuturesOfText(const Futures& futures, const Minterms& classes, std::string_view text)
    : futures_(futures), classes_(classes), text_(text) {
  Place place{.at = text.size()};
  if (!futures.are_few()) place.states = futures.at_end();
  borders_ = {place};
  while (place.at > 0) {
    step_back(place);
    if (place.at == 0 || borders_.back().at - place.at >= window_size) borders_.push_back(place);
  }
  read_window();
}

bool FuturesOfText::has(std::size_t place, std::uint32_t state) {
  while (place > end_) read_window();
  const std::size_t i = place - begin_;
  return futures_.are_few() ? futures_.has(sets_[i], state) : states_[i][state] != 0;
}

// The window between the last two borders, and its end: at first, the last border is the beginning
// of the text.
void FuturesOfText::read_window() {
  if (borders_.size() > 1) borders_.pop_back();
  Place place = borders_.back();
  begin_ = end_;
  end_ = place.at;
  if (futures_.are_few()) {
    sets_.resize(end_ - begin_ + 1);
  } else {
    states_.resize(end_ - begin_ + 1);
  }
  for (keep(place); place.at > begin_; keep(place)) step_back(place);
}

void FuturesOfText::keep(const Place& place) {
  if (futures_.are_few()) {
    sets_[place.at - begin_] = place.set;
  } else {
    states_[place.at - begin_] = place.states;
  }
}

// To the scalar before the place.
void FuturesOfText::step_back(Place& place) const {
  std::size_t at = place.at - 1;
  while (utf8::is_continuation(text_[at])) --at;
  place.at = at;
  const std::size_t scalar_class = classes_.of(utf8::scalar_at(text_, at).value);
  if (futures_.are_few()) {
    place.set = futures_.before(place.set, scalar_class);
  } else {
    place.states = futures_.before(place.states, scalar_class);
  }
}

}  // namespace bpetite::engine::compile
