#include "engine/compare/gaps.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/utf8.hpp"
#include "engine/compare/guesser.hpp"
#include "engine/compare/shown_scalars.hpp"
#include "engine/compile/automaton.hpp"
#include "pattern/parse.hpp"

namespace bpetite::engine::compare {
namespace {

// A text that was walked, as its last scalar and the text before it.
struct Walked {
  Guesser::State state;
  bool has_gap;
  std::size_t before;
  char32_t scalar;
};

std::string text_of(const std::vector<Walked>& all, std::size_t last) {
  std::u32string scalars;
  for (; last != 0; last = all[last].before) scalars.push_back(all[last].scalar);
  std::string text;
  std::for_each(scalars.rbegin(), scalars.rend(), [&](char32_t it) { utf8::append(text, it); });
  return text;
}

}  // namespace

std::optional<std::string> text_with_a_gap(const Pattern& pattern, std::size_t limit) {
  compile::Automaton automaton(pattern::parse(pattern));
  const auto scalars = shown_scalars(automaton.classes());
  Guesser guesser(std::move(automaton));
  std::vector<Walked> all = {{Guesser::first, false, 0, 0}};
  std::map<std::pair<Guesser::State, bool>, std::size_t> numbers = {{{Guesser::first, false}, 0}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [scalar_class, scalar] : scalars) {
      for (const Guesser::Guess guess : guesser.guesses(all[i].state, scalar_class)) {
        const bool has_gap = all[i].has_gap || !guess.is_matched;
        if (!numbers.emplace(std::pair{guess.to, has_gap}, all.size()).second) continue;
        all.push_back({guess.to, has_gap, i, scalar});
        if (has_gap && guesser.may_end(guess.to)) return text_of(all, all.size() - 1);
      }
    }
    if (all.size() > limit) return "";
  }
  return std::nullopt;
}

}  // namespace bpetite::engine::compare
