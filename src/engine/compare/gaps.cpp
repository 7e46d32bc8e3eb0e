#include "engine/compare/gaps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
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

// Each scalar alone is a match of some alternative, and no match is empty: so wherever a match is
// looked for, one begins.
//
//   ab*c|\w+|\W     \w and \W together are all scalars
bool is_plainly_covering(const pattern::Node& tree) {
  using Kind = pattern::Node::Kind;
  if (tree.kind != Kind::choice || pattern::can_be_empty(tree)) return false;
  std::vector<pattern::ScalarRange> ranges;
  for (const pattern::Node& part : tree.parts) {
    const bool is_run = part.kind == Kind::repeat && part.least == 1;
    const pattern::Node& one = is_run ? part.parts.front() : part;
    if (one.kind != Kind::set) continue;
    ranges.insert(ranges.end(), one.set.ranges().begin(), one.set.ranges().end());
  }
  return pattern::ScalarSet(std::move(ranges)) == pattern::ScalarSet::all();
}

// A text with a gap; nothing if there is none. Throws Budget::Spent.
std::optional<std::string> text_with_a_gap(const pattern::Node& tree, Budget& budget) {
  compile::Automaton automaton(tree);
  const auto scalars = shown_scalars(automaton.classes());
  Guesser guesser(std::move(automaton), budget);
  std::vector<Walked> all = {{Guesser::first, false, 0, 0}};
  std::map<std::pair<Guesser::State, bool>, std::size_t> numbers = {{{Guesser::first, false}, 0}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const auto& [scalar_class, scalar] : scalars) {
      for (const Guesser::Guess guess : guesser.guesses(all[i].state, scalar_class)) {
        const bool has_gap = all[i].has_gap || !guess.is_matched;
        if (!numbers.emplace(std::pair{guess.to, has_gap}, all.size()).second) continue;
        budget.spend(10);
        all.push_back({guess.to, has_gap, i, scalar});
        if (has_gap && guesser.may_end(guess.to)) return text_of(all, all.size() - 1);
      }
    }
    budget.spend(scalars.size());
  }
  return std::nullopt;
}

}  // namespace

Coverage coverage(const Pattern& pattern, std::size_t work) {
  using Answer = Coverage::Answer;
  const pattern::Node tree = pattern::parse(pattern);
  if (is_plainly_covering(tree)) return {Answer::covers};
  Budget budget(work);
  try {
    const auto text = text_with_a_gap(tree, budget);
    return text ? Coverage{Answer::has_gap, *text} : Coverage{Answer::covers};
  } catch (const Budget::Spent&) {
    return {Answer::undecided};
  }
}

}  // namespace bpetite::engine::compare
