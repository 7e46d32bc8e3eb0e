#include "engine/compile/futures.hpp"

#include <map>

#include "core/utf8.hpp"

namespace bpetite::engine::compile {
namespace {

// The states in which a match ends before the class, or later, with what is known of the place
// behind it.
std::vector<bool> states_before(const Automaton& automaton, std::size_t scalar_class,
                                const std::vector<bool>& behind) {
  std::vector<bool> states(automaton.states());
  for (std::uint32_t state = 0; state < states.size(); ++state) {
    const auto [to, ends_before] = automaton.move(state, scalar_class);
    states[state] = ends_before || (to != Automaton::dead && behind[to]);
  }
  return states;
}

}  // namespace

std::optional<Futures> Futures::of(const Automaton& automaton) {
  Futures futures;
  futures.classes_ = automaton.classes().size();
  futures.sets_ = {states_before(automaton, automaton.end_class(), {})};
  std::map<std::vector<bool>, Set> numbers = {{futures.sets_.front(), 0}};
  for (std::size_t set = 0; set < futures.sets_.size(); ++set) {
    for (std::size_t c = 0; c < futures.classes_; ++c) {
      if (futures.before_.size() * automaton.states() > max_work) return std::nullopt;
      std::vector<bool> states = states_before(automaton, c, futures.sets_[set]);
      const auto [place, is_new] =
          numbers.emplace(std::move(states), static_cast<Set>(futures.sets_.size()));
      if (is_new) futures.sets_.push_back(place->first);
      futures.before_.push_back(place->second);
    }
  }
  return futures;
}

FuturesOfText::FuturesOfText(const Futures& futures, const Minterms& classes, std::string_view text)
    : futures_(futures), classes_(classes), text_(text), borders_{{text.size(), futures.at_end()}} {
  for (Place place = borders_.front(); place.at > 0;) {
    place = before(place);
    if (place.at == 0 || borders_.back().at - place.at >= window_size) borders_.push_back(place);
  }
  read_window();
}

Futures::Set FuturesOfText::at(std::size_t place) {
  while (place >= begin_ + window_.size()) read_window();
  return window_[place - begin_];
}

// The window between the last two borders, and its end: at first, the last border is the beginning
// of the text.
void FuturesOfText::read_window() {
  if (borders_.size() > 1) borders_.pop_back();
  Place place = borders_.back();
  const std::size_t begin = begin_ + (window_.empty() ? 0 : window_.size() - 1);
  begin_ = begin;
  window_.assign(place.at - begin + 1, place.set);
  while (place.at > begin) {
    place = before(place);
    window_[place.at - begin] = place.set;
  }
}

FuturesOfText::Place FuturesOfText::before(const Place& place) const {
  std::size_t at = place.at - 1;
  while ((static_cast<unsigned char>(text_[at]) & 0xC0U) == 0x80) --at;
  return {at, futures_.before(place.set, classes_.of(utf8::scalar_at(text_, at).value))};
}

}  // namespace bpetite::engine::compile
