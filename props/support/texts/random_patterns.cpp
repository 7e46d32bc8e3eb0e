// Builds a pattern from random choices, items and quantifiers, with at most two levels of groups.
// Keeps patterns that are in the language and small enough, and makes texts for them.
#include "support/texts/random_patterns.hpp"

#include <fmt/format.h>

#include "engine/compile/automaton.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"
#include "support/share.hpp"

namespace bpetite::test {

using conform::search::Random;

const std::vector<std::string> pattern_scalars = {"a",  "b",  "S",      " ",          "\n",
                                                  "\r", "1",  "'",      "!",          "\u00e9",
                                                  "中", "가", "\u0301", "\U0001f600", "\u017f"};

namespace {

std::string random_class(Random& random) {
  static const std::vector<std::string> classes = {"a",
                                                   "b",
                                                   " ",
                                                   "[ab]",
                                                   "[^a]",
                                                   "\\s",
                                                   "\\S",
                                                   "\\p{L}",
                                                   "\\p{N}",
                                                   "[^\\s\\p{L}]",
                                                   "[\\r\\n]",
                                                   "\\p{Lu}",
                                                   "[\\p{L}&&[^\\p{Han}]]",
                                                   "\\d",
                                                   "\\w",
                                                   "(?i:s)",
                                                   "[a-z]",
                                                   "[^\\r\\n\\p{L}]",
                                                   "\\n",
                                                   "'",
                                                   "\\p{Han}",
                                                   "[\\s!]",
                                                   "\\P{M}",
                                                   "[\\p{M}中]",
                                                   "[^\\p{Ll}&&\\w]"};
  return random.pick(classes);
}

std::string random_choice(Random& random, Dialect dialect, int depth);

// A random quantifier: none, a plain one, or after a class a possessive one.
std::string random_times(Random& random, bool is_class, Dialect dialect) {
  static const std::vector<std::string> times = {"?", "*", "+", "{2}", "{1,3}", "{2,}", "{0,2}"};
  if (random.one_in(2)) return "";
  std::string chosen = random.pick(times);
  const bool may_have_plus = is_class || (dialect == Dialect::huggingface && chosen[0] == '{');
  if (may_have_plus && random.one_in(3)) chosen += "+";
  return chosen;
}

std::string random_item(Random& random, Dialect dialect, int depth) {
  if (random.one_in(8)) {
    if (random.one_in(4)) return random.one_in(2) ? "$" : "\\z";
    return fmt::format("(?{}{})", random.one_in(2) ? "=" : "!", random_class(random));
  }
  if (depth > 0 && random.one_in(4)) {
    return "(?:" + random_choice(random, dialect, depth - 1) + ")" +
           random_times(random, false, dialect);
  }
  return random_class(random) + random_times(random, true, dialect);
}

std::string random_choice(Random& random, Dialect dialect, int depth) {
  std::string all;
  const std::size_t alternatives = random.between(1, 4);
  for (std::size_t i = 0; i < alternatives; ++i) {
    if (i > 0) all += "|";
    const std::size_t items = random.between(1, 3);
    for (std::size_t k = 0; k < items; ++k) all += random_item(random, dialect, depth);
  }
  return all;
}

}  // namespace

Pattern random_pattern(Random& random) {
  const Dialect dialect = random.one_in(2) ? Dialect::tiktoken : Dialect::huggingface;
  std::string text = random_choice(random, dialect, 2);
  // Half of the patterns match at every place, as most real ones do.
  if (random.one_in(2)) text += random.one_in(2) ? "|\\s+(?!\\S)|\\s|\\S" : "|\\s+|\\S";
  return {std::move(text), dialect, unicode::pinned};
}

bool is_small_enough(const Pattern& pattern) {
  constexpr std::size_t few_states = 200;
  const engine::compile::Automaton automaton(pattern::parse(pattern));
  return cases_percent() > 100 || automaton.states() <= few_states;
}

Split random_split(Random& random) {
  for (;;) {
    try {
      Pattern pattern = random_pattern(random);
      if (is_small_enough(pattern)) return {std::move(pattern)};
    } catch (const pattern::PatternError&) {
      continue;
    }
  }
}

std::string random_pattern_text(Random& random, std::size_t most) {
  std::string text;
  const std::size_t scalars = random.below(most + 1);
  for (std::size_t i = 0; i < scalars; ++i) {
    // Now and then a run of one scalar.
    const std::string& scalar = random.pick(pattern_scalars);
    const std::size_t times = random.one_in(4) ? random.between(2, 5) : 1;
    for (std::size_t k = 0; k < times; ++k) text += scalar;
  }
  return text;
}

}  // namespace bpetite::test
