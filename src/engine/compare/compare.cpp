// Decides whether two sequences of patterns cut every text in the same way (compare), and whether
// the matches of a pattern cover every text (coverage). require_cover() throws an error for a
// pattern that must cover every text and does not, or of which this cannot be decided.
//
//   \w+     does not cover "!"        \w+|\W     covers every text
//
// Both decisions walk over a graph: a node stands for all texts after which the patterns have the
// same state. There are finitely many states, so the walk over all texts ends. A Budget limits the
// work. If the budget is spent, or if the patterns together need too many classes, the result is
// undecided. Equal patterns, and patterns that plainly cover every text, need no walk.
#include "engine/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/compile/automaton.hpp"
#include "engine/compile/minterms.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::engine::compare {
namespace {

using compile::Automaton;
using compile::Minterms;

// How much work a walk may still do. A unit is some 20 bytes of memory, and 20 to 100 nanoseconds.
class Budget {
 public:
  // Thrown when the budget is spent.
  struct Spent {};

  explicit Budget(std::size_t units) : left_(units) {}
  void spend(std::size_t units) {
    if (units > left_) throw Spent();
    left_ -= units;
  }

 private:
  std::size_t left_;
};

// Reads a text class by class and guesses where a pattern cuts it. The text that follows shows
// whether a guess was right.
//
//   ab|a   reading "a": either the match ends behind it, and then no b may follow,
//                       or it does not, and then a b must follow
//
// A state has the guesses that are not decided yet: the match that is read, and the matches that
// must not find a longer end. For each text, exactly one way to guess is right. So a walk over all
// texts stays finite, even if a cut depends on what follows far behind it.
class Guesser {
 public:
  using State = std::uint32_t;
  static constexpr State first = 0;  // a piece begins, and nothing was guessed

  // The budget must outlive the guesser.
  Guesser(Automaton automaton, Budget& budget);

  struct Guess {
    State to;         // the state after the class
    bool is_cut;      // before the class
    bool is_matched;  // the scalar of the class is in a match
  };
  // The possible guesses when this class comes next. Valid until the next call. Throws
  // Budget::Spent.
  std::span<const Guess> guesses(State state, std::size_t scalar_class);

  // Whether all guesses are right if the piece ends here.
  bool may_end(State state) const;

  std::size_t states() const { return states_.size(); }

 private:
  using AutomatonState = std::uint32_t;
  using AutomatonStates = std::vector<AutomatonState>;

  struct Pending {
    std::optional<AutomatonState> match;  // its end is to come; nullopt: a match may begin
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

  Automaton automaton_;
  Budget& budget_;
  // By state of the automaton: whether an end can come, and whether one comes in every text.
  std::vector<bool> can_end_;
  std::vector<bool> must_end_;
  std::map<Pending, State> numbers_;
  std::vector<Pending> states_;
  std::vector<std::vector<std::optional<std::vector<Guess>>>> guesses_;  // by state and class
};

// A scalar of each class, for texts that people read: a readable one if the class has one. Classes
// with readable scalars come first.
std::vector<std::pair<std::size_t, char32_t>> shown_scalars(const Minterms& classes) {
  std::vector<std::pair<std::size_t, char32_t>> shown;
  std::vector<bool> is_known(classes.size());
  const auto add = [&](std::size_t scalar_class, char32_t scalar) {
    if (!is_known[scalar_class]) shown.emplace_back(scalar_class, scalar);
    is_known[scalar_class] = true;
  };
  for (const std::string_view readable :
       {"abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789",
        "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", " \n\r\t"}) {
    for (const char c : readable) {
      add(classes.of(static_cast<unsigned char>(c)), static_cast<unsigned char>(c));
    }
  }
  for (std::size_t c = 0; c < classes.size(); ++c) add(c, classes.member(c));
  return shown;
}

Guesser::Guesser(Automaton automaton, Budget& budget)
    : automaton_(std::move(automaton)), budget_(budget) {
  find_ends();
  state_of({});
}

// Repeats until nothing changes, since each state depends on the states after it. Most of these
// have higher numbers. So one or two rounds from the last state to the first are enough.
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

// The closed matches after one more class, or nullopt if one of them ends before the class after
// all.
std::optional<Guesser::AutomatonStates> Guesser::read_closed(const AutomatonStates& closed,
                                                             std::size_t scalar_class) const {
  AutomatonStates after;
  for (const AutomatonState state : closed) {
    const auto [to, ends_before] = automaton_.move(state, scalar_class);
    if (ends_before || !close(to, after)) return std::nullopt;
  }
  return after;
}

// Adds the guess that the match has a later end.
void Guesser::go_on(AutomatonState to, const AutomatonStates& closed, bool is_cut,
                    std::vector<Guess>& all) {
  if (to == Automaton::dead || !can_end_[to] || std::ranges::binary_search(closed, to)) return;
  all.push_back({state_of({to, closed}), is_cut, true});
}

// S25h: adds the guesses that a match begins here, that an empty match is here, and that there is
// no match.
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

// One sequence of patterns. Its state has the state of each pass.
class Side {
 public:
  Side(std::span<const pattern::Node> trees, const Minterms& classes, Budget& budget)
      : budget_(budget) {
    for (const pattern::Node& tree : trees) {
      passes_.emplace_back(Automaton(tree, classes), budget);
    }
  }

  using State = std::u32string;
  State first() const { return State(passes_.size(), Guesser::first); }

  struct Step {
    State to;
    bool is_cut;
  };
  // Appends the steps that are possible when this class comes next. A text begins like a piece.
  void guess(std::u32string_view state, std::size_t scalar_class, bool is_first,
             std::vector<Step>& steps) {
    State to;
    guess_from(state, scalar_class, is_first, to, steps);
  }

  bool may_end(std::u32string_view state) const {
    for (std::size_t i = 0; i < passes_.size(); ++i) {
      if (!passes_[i].may_end(state[i])) return false;
    }
    return true;
  }

 private:
  // S25j: where the pass before it cuts, a piece ends and another one begins.
  void guess_from(std::u32string_view state, std::size_t scalar_class, bool is_cut, State& to,
                  std::vector<Step>& steps) {
    const std::size_t pass = to.size();
    budget_.spend(1);
    if (pass == passes_.size()) {
      budget_.spend(2 + to.size() / 5);
      steps.push_back({to, is_cut});
      return;
    }
    if (is_cut && !passes_[pass].may_end(state[pass])) return;
    const auto all = passes_[pass].guesses(is_cut ? Guesser::first : state[pass], scalar_class);
    for (const Guesser::Guess guess : all) {
      to.push_back(guess.to);
      guess_from(state, scalar_class, is_cut || guess.is_cut, to, steps);
      to.pop_back();
    }
  }

  std::vector<Guesser> passes_;
  Budget& budget_;
};

// Walks all texts, shortest first.
class Walk {
 public:
  Walk(std::span<const pattern::Node> a, std::span<const pattern::Node> b, const Minterms& classes,
       std::size_t work)
      : budget_(work),
        a_(a, classes, budget_),
        b_(b, classes, budget_),
        scalars_(shown_scalars(classes)) {}

  Comparison run() {
    std::size_t length = 0;  // in scalars, of the texts that are continued
    try {
      add(a_.first() + b_.first() + is_empty, 0, 0);
      std::size_t end_of_length = 1;  // after the last node of such a text
      for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (node == end_of_length) {
          end_of_length = nodes_.size();
          ++length;
        }
        walk_on(node);
        if (found_) return {.is_same = false, .text = text_of(*found_)};
      }
    } catch (const Budget::Spent&) {
      return {.is_same = {}, .reason = "the walk takes too long", .searched = length};
    }
    return {.is_same = true};
  }

 private:
  // Whether both have cut the text in the same way.
  static constexpr char32_t is_alike = 0;
  static constexpr char32_t is_different = 1;
  static constexpr char32_t is_empty = 2;  // there is no text yet

  struct Node {
    const std::u32string* state;  // of both sides, and one of the three
    std::size_t before;           // the node of the text without its last scalar
    char32_t scalar;
  };

  void walk_on(std::size_t node) {
    const std::u32string_view state = *nodes_[node].state;
    const std::u32string_view state_of_a = state.substr(0, a_.first().size());
    const std::u32string_view state_of_b = state.substr(state_of_a.size(), b_.first().size());
    for (const auto& [scalar_class, scalar] : scalars_) {
      steps_of_a_.clear();
      steps_of_b_.clear();
      a_.guess(state_of_a, scalar_class, state.back() == is_empty, steps_of_a_);
      b_.guess(state_of_b, scalar_class, state.back() == is_empty, steps_of_b_);
      for (const Side::Step& a : steps_of_a_) {
        for (const Side::Step& b : steps_of_b_) {
          budget_.spend(2 + state.size() / 8);
          const bool differs = state.back() == is_different || a.is_cut != b.is_cut;
          add(a.to + b.to + (differs ? is_different : is_alike), node, scalar);
        }
      }
    }
  }

  void add(std::u32string state, std::size_t before, char32_t scalar) {
    const auto [place, is_new] = numbers_.emplace(std::move(state), nodes_.size());
    if (!is_new) return;
    budget_.spend(6 + place->first.size() / 4);
    const std::u32string& kept = place->first;
    nodes_.push_back({&kept, before, scalar});
    const std::size_t size_of_a = a_.first().size();
    if (!found_ && kept.back() == is_different &&
        a_.may_end(std::u32string_view(kept).substr(0, size_of_a)) &&
        b_.may_end(std::u32string_view(kept).substr(size_of_a, b_.first().size()))) {
      found_ = nodes_.size() - 1;
    }
  }

  std::string text_of(std::size_t node) const {
    std::u32string scalars;
    for (; node != 0; node = nodes_[node].before) scalars.push_back(nodes_[node].scalar);
    std::string text;
    std::for_each(scalars.rbegin(), scalars.rend(), [&](char32_t it) { utf8::append(text, it); });
    return text;
  }

  Budget budget_;
  Side a_;
  Side b_;
  std::vector<std::pair<std::size_t, char32_t>> scalars_;
  std::unordered_map<std::u32string, std::size_t> numbers_;
  std::vector<Node> nodes_;
  std::optional<std::size_t> found_;
  std::vector<Side::Step> steps_of_a_;
  std::vector<Side::Step> steps_of_b_;
};

}  // namespace

Comparison compare(std::span<const Split> a, std::span<const Split> b, std::size_t work) {
  const std::vector<pattern::Node> trees_of_a = pattern::parse_all(a);
  const std::vector<pattern::Node> trees_of_b = pattern::parse_all(b);
  std::vector<pattern::Node> trees = trees_of_a;
  trees.insert(trees.end(), trees_of_b.begin(), trees_of_b.end());
  // A pattern that cannot be compiled alone is an error.
  for (const pattern::Node& tree : trees) const compile::Automaton alone(tree);
  // Equal trees need no walk, however large they are. Patterns of different dialects with the same
  // meaning have the same tree.
  if (trees_of_a == trees_of_b) return {.is_same = true};
  try {
    const Minterms classes(compile::sets_of(trees));
    return Walk(trees_of_a, trees_of_b, classes, work).run();
  } catch (const pattern::PatternError& error) {
    return {.is_same = {}, .reason = fmt::format("both together: {}", error.what())};
  }
}

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

// Whether it is plain that a match begins at each place: each scalar alone is a match of some
// alternative, and no match is empty.
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

// A text with a gap, or nullopt if there is none. Throws Budget::Spent.
std::optional<std::string> text_with_a_gap(const pattern::Node& tree, Budget& budget) {
  Automaton automaton(tree);
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

namespace {

void require_cover(const Pattern& pattern, std::string_view reason, std::string_view clause) {
  const auto [answer, text] = coverage(pattern);
  if (answer == Coverage::Answer::has_gap) {
    throw ValueError(fmt::format("pattern: {} does not cover the text {}, and {}",
                                 utf8::quoted(pattern.text, 60), utf8::quoted(text, 60), reason),
                     clause);
  }
  if (answer == Coverage::Answer::undecided) {
    throw ValueError(fmt::format("pattern: {} is too large to decide whether it covers every "
                                 "text, as it must: add |[\\s\\S] at its end, if it does",
                                 utf8::quoted(pattern.text, 60)),
                     "S25i");
  }
}

}  // namespace

void require_cover(std::span<const Split> splits) {
  for (const auto& [pattern, behaviour] : splits) {
    if (behaviour == Behaviour::matches) {
      require_cover(pattern, "the library drops what it does not match", "S26g");
    } else if (pattern.dialect == Dialect::tiktoken) {
      require_cover(pattern, "tiktoken loses what a pattern does not cover", "S26e");
    }
  }
}

}  // namespace bpetite::engine::compare
