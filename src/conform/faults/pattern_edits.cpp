// Changes the syntax trees of patterns in the way that faulty programs do: contractions, look-ahead
// and white space, line ends and slashes, signs, the space or sign before words, case, marks, and
// groups of digits. with_characters gives a class such as \s another set of characters. A tree that
// lacks the part that would be changed stays as it is.
#include "conform/faults/pattern_edits.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "pattern/parse.hpp"
#include "pattern/properties.hpp"

namespace bpetite::conform::faults {

using pattern::Node;
using pattern::ScalarSet;
using Kind = Node::Kind;

namespace {

// --- The nodes of a tree. ---

constexpr char32_t private_use = 0xE000;  // only complements contain it

ScalarSet set_of(std::u32string_view scalars) {
  ScalarSet set;
  for (const char32_t scalar : scalars) set = set.with(ScalarSet::range(scalar, scalar));
  return set;
}

ScalarSet without(const ScalarSet& set, const ScalarSet& others) {
  return set.within(others.complement());
}

ScalarSet newlines() { return set_of(U"\r\n"); }
ScalarSet newlines_and_slash() { return set_of(U"\r\n/"); }

Node node_of(ScalarSet set) { return {.kind = Kind::set, .set = std::move(set)}; }

Node repeated(ScalarSet set, std::uint32_t least, std::uint32_t most = Node::no_limit) {
  Node repeat{.kind = Kind::repeat, .least = least, .most = most};
  repeat.parts.push_back(node_of(std::move(set)));
  return repeat;
}

Node sequence_of(std::vector<Node> parts) {
  return {.kind = Kind::sequence, .parts = std::move(parts)};
}

// The alternatives of a choice, or the tree itself.
std::span<Node> alternatives(Node& tree) {
  return tree.kind == Kind::choice ? std::span(tree.parts) : std::span(&tree, 1);
}

// The parts of a sequence, or the node itself.
std::span<Node> items(Node& node) {
  return node.kind == Kind::sequence ? std::span(node.parts) : std::span(&node, 1);
}
std::span<const Node> items(const Node& node) {
  return node.kind == Kind::sequence ? std::span(node.parts) : std::span(&node, 1);
}

// Replaces a choice or sequence that has only one part by that part, as in a parsed tree.
void simplify(Node& node) {
  const bool has_parts = node.kind == Kind::choice || node.kind == Kind::sequence;
  if (has_parts && node.parts.size() == 1) node = Node(std::move(node.parts.front()));
}

// Erases alternatives, but leaves the tree unchanged if all would be erased.
template <typename Condition>
void erase_alternatives(Node& tree, Condition is_erased) {
  if (tree.kind != Kind::choice || std::ranges::all_of(tree.parts, is_erased)) return;
  std::erase_if(tree.parts, is_erased);
  simplify(tree);
}

// Inserts an alternative before the first for which the condition holds.
template <typename Condition>
void insert_before(Node& tree, Condition holds, Node added) {
  if (tree.kind != Kind::choice) return;
  const auto place = std::ranges::find_if(tree.parts, holds);
  if (place != tree.parts.end()) tree.parts.insert(place, std::move(added));
}

template <typename Action>
void for_each_set(Node& node, Action action) {
  if (node.kind == Kind::set || node.kind == Kind::look) action(node.set);
  for (Node& part : node.parts) for_each_set(part, action);
}

bool is_repeat(const Node& node, std::uint32_t least, std::uint32_t most) {
  return node.kind == Kind::repeat && node.least == least && node.most == most &&
         node.parts.front().kind == Kind::set;
}
const ScalarSet& set_in(const Node& repeat) { return repeat.parts.front().set; }

// A set with the operator +, and a set with the operator *.
bool is_run(const Node& node) { return is_repeat(node, 1, Node::no_limit); }
bool is_any_run(const Node& node) { return is_repeat(node, 0, Node::no_limit); }

bool is_signs(const ScalarSet& set) {
  return set.has(U'!') && !set.has(U'a') && !set.has(U'0') && !set.has(U' ') && !set.has(U'\n');
}

// --- Contractions: 's, '(?:[sdmt]|ll), (?:'s|'t). ---

bool is_apostrophe(const Node& node) {
  return node.kind == Kind::set && node.set.has(U'\'') && !node.set.has(U'!');
}

bool are_letters(const Node& node, const ScalarSet& letters) {
  if (node.kind == Kind::set) return node.set.within(letters) == node.set;
  const bool has_parts = node.kind == Kind::choice || node.kind == Kind::sequence;
  return has_parts && std::ranges::all_of(
                          node.parts, [&](const Node& part) { return are_letters(part, letters); });
}

bool is_contraction(const Node& node, const ScalarSet& letters) {
  const auto is_one = [&](const Node& part) { return is_contraction(part, letters); };
  if (node.kind == Kind::choice) return std::ranges::all_of(node.parts, is_one);
  return node.kind == Kind::sequence && node.parts.size() > 1 &&
         is_apostrophe(node.parts.front()) &&
         std::all_of(node.parts.begin() + 1, node.parts.end(),
                     [&](const Node& part) { return are_letters(part, letters); });
}

ScalarSet letters_of(const Pattern& pattern) { return *pattern::property("L", pattern.version); }

// Changes sets in each contraction: the set of the apostrophe, or the sets of the letters.
template <typename Change>
void change_contractions(Node& node, const ScalarSet& letters, bool apostrophe, Change change) {
  if (!is_contraction(node, letters)) {
    for (Node& part : node.parts) change_contractions(part, letters, apostrophe, change);
    return;
  }
  for_each_set(node, [&](ScalarSet& set) {
    if (set.has(U'\'') == apostrophe) set = change(set);
  });
}

template <typename Change>
void change_letters(Node& tree, const Pattern& pattern, Change change) {
  change_contractions(tree, letters_of(pattern), false, [&](const ScalarSet& set) {
    return change(set.within(ScalarSet::range(U'a', U'z')));
  });
}

// --- The alternatives for white space. ---

bool is_before_look(const Node& node) {
  return node.kind == Kind::sequence && node.parts.size() == 2 && is_run(node.parts[0]) &&
         node.parts[1].kind == Kind::look && node.parts[1].at_end;
}
bool is_look_ahead(const Node& node) {  // \s+(?!\S)
  return is_before_look(node) && !node.parts[1].set.empty();
}
bool is_blank_end(const Node& node) {  // \s++$
  return is_before_look(node) && node.parts[1].set.empty();
}

bool is_newlines(const Node& node) {  // \s*[\r\n]+
  if (node.kind != Kind::sequence || node.parts.size() != 2 || !is_any_run(node.parts[0])) {
    return false;
  }
  const Node& last = node.parts[1];
  return (last.kind == Kind::set && last.set == newlines()) ||
         (is_run(last) && set_in(last) == newlines());
}

// S25f: in the other dialect $ is also before each line feed.
bool can_write_end(const Pattern& pattern) { return pattern.dialect != Dialect::huggingface; }

// --- Words, signs and digits. ---

// Changes alternatives with line ends after signs, as in [^\s\p{L}\p{N}]+[\r\n]*.
template <typename Change>
void change_newlines_after_signs(Node& tree, Change change) {
  for (Node& alternative : alternatives(tree)) {
    const std::span<Node> parts = items(alternative);
    if (parts.size() < 2 || !is_any_run(parts.back())) continue;
    const ScalarSet& set = set_in(parts.back());
    if (set == newlines() || set == newlines_and_slash()) change(alternative);
  }
}

// Erases the optional space at the beginning of an alternative if the condition holds for the class
// after it.
template <typename Condition>
void erase_first_space(Node& tree, Condition is_wanted) {
  for (Node& alternative : alternatives(tree)) {
    const std::span<const Node> parts = items(std::as_const(alternative));
    const bool has_space = parts.size() > 1 && is_repeat(parts[0], 0, 1) &&
                           set_in(parts[0]) == set_of(U" ") && is_run(parts[1]);
    if (!has_space || !is_wanted(set_in(parts[1]))) continue;
    alternative.parts.erase(alternative.parts.begin());
    simplify(alternative);
  }
}

}  // namespace

void with_contractions_as_written(Node& tree, const Pattern& pattern) {
  change_letters(tree, pattern, [](const ScalarSet& lower) { return lower; });
}

void with_contractions_in_ascii_case(Node& tree, const Pattern& pattern) {
  change_letters(tree, pattern, [](const ScalarSet& lower) {
    ScalarSet both = lower;
    for (const auto& [first, last] : lower.ranges()) {
      both = both.with(ScalarSet::range(first - U'a' + U'A', last - U'a' + U'A'));
    }
    return both;
  });
}

void with_contractions_folded(Node& tree, const Pattern& pattern) {
  change_letters(tree, pattern, [&](const ScalarSet& lower) {
    ScalarSet all;
    for (const auto& [first, last] : lower.ranges()) {
      for (char32_t letter = first; letter <= last; ++letter) {
        all = all.with(pattern::folded(letter, pattern.version));
      }
    }
    return all;
  });
}

void with_curly_contractions(Node& tree, const Pattern& pattern) {
  change_contractions(tree, letters_of(pattern), true,
                      [](const ScalarSet& set) { return set.with(set_of(U"\u2019")); });
}

void without_contractions(Node& tree, const Pattern& pattern) {
  const ScalarSet letters = letters_of(pattern);
  erase_alternatives(tree, [&](const Node& node) { return is_contraction(node, letters); });
  for (Node& alternative : alternatives(tree)) {
    if (alternative.kind != Kind::sequence) continue;
    std::erase_if(alternative.parts, [&](const Node& part) {
      return part.kind == Kind::repeat && part.least == 0 && part.most == 1 &&
             is_contraction(part.parts.front(), letters);
    });
    simplify(alternative);
  }
}

void without_look_ahead(Node& tree, const Pattern&) { erase_alternatives(tree, is_look_ahead); }

void with_look_ahead_at_end(Node& tree, const Pattern& pattern) {
  if (!can_write_end(pattern)) return;
  for (Node& alternative : alternatives(tree)) {
    if (is_look_ahead(alternative)) alternative.parts[1].set = {};
  }
}

void with_blank_end(Node& tree, const Pattern& pattern) {
  if (!can_write_end(pattern) || std::ranges::any_of(alternatives(tree), is_blank_end)) return;
  Node run = repeated(pattern::white_space(), 1);
  run.is_possessive = true;
  insert_before(tree, is_newlines,
                sequence_of({std::move(run), {.kind = Kind::look, .at_end = true}}));
}

void without_blank_end(Node& tree, const Pattern&) { erase_alternatives(tree, is_blank_end); }

void without_newlines(Node& tree, const Pattern&) { erase_alternatives(tree, is_newlines); }

void with_newlines_one_by_one(Node& tree, const Pattern&) {
  for (Node& alternative : alternatives(tree)) {
    if (is_newlines(alternative)) alternative.parts[1] = node_of(newlines());
  }
}

void with_newlines_apart(Node& tree, const Pattern&) {
  if (std::ranges::any_of(alternatives(tree), is_newlines)) return;
  insert_before(tree, is_look_ahead,
                sequence_of({repeated(pattern::white_space(), 0), repeated(newlines(), 1)}));
}

void without_newlines_after_signs(Node& tree, const Pattern&) {
  change_newlines_after_signs(tree, [](Node& alternative) {
    alternative.parts.pop_back();
    simplify(alternative);
  });
}

void without_slashes_after_signs(Node& tree, const Pattern&) {
  change_newlines_after_signs(
      tree, [](Node& alternative) { alternative.parts.back().parts.front().set = newlines(); });
}

void with_slashes_after_signs(Node& tree, const Pattern&) {
  change_newlines_after_signs(tree, [](Node& alternative) {
    alternative.parts.back().parts.front().set = newlines_and_slash();
  });
}

void with_newlines_after_signs(Node& tree, const Pattern&) {
  for (Node& alternative : alternatives(tree)) {
    if (items(alternative).empty()) continue;
    const Node& last = items(alternative).back();
    const bool is_complement = is_run(last) && set_in(last).has(private_use);
    if (!is_complement || !is_signs(set_in(last))) continue;
    if (alternative.kind != Kind::sequence) alternative = sequence_of({Node(alternative)});
    alternative.parts.push_back(repeated(newlines(), 0));
  }
}

void without_sign_before_words(Node& tree, const Pattern&) {
  for (Node& alternative : alternatives(tree)) {
    if (items(alternative).empty()) continue;
    Node& first = items(alternative).front();
    if (!is_repeat(first, 0, 1)) continue;
    const ScalarSet& set = set_in(first);
    const bool is_sign = set.has(U'!') && set.has(U' ') && !set.has(U'\n') && !set.has(U'a');
    if (is_sign) first.parts.front().set = set_of(U" ");
  }
}

void without_space_before_signs(Node& tree, const Pattern&) { erase_first_space(tree, is_signs); }

void without_space_before_words(Node& tree, const Pattern&) {
  erase_first_space(tree, [](const ScalarSet& set) { return set.has(U'a') && !set.has(U' '); });
}

void without_case_change(Node& tree, const Pattern& pattern) {
  const auto property = [&](std::string_view name) {
    return *pattern::property(name, pattern.version);
  };
  const ScalarSet marks = property("M");
  const ScalarSet upper =
      property("Lu").with(property("Lt")).with(property("Lm")).with(property("Lo")).with(marks);
  for_each_set(tree, [&](ScalarSet& set) {
    if (set == upper) set = property("L").with(marks);
  });
}

void without_marks(Node& tree, const Pattern& pattern) {
  const ScalarSet marks = *pattern::property("M", pattern.version);
  for_each_set(tree, [&](ScalarSet& set) {
    if (!set.has(private_use)) {
      set = without(set, marks);
    } else if (set.within(marks).empty()) {
      set = set.with(marks);
    }
  });
}

void with_digits(Node& tree, const Pattern& pattern, std::uint32_t most) {
  const ScalarSet numbers = *pattern::property("N", pattern.version);
  for (Node& alternative : alternatives(tree)) {
    if (items(alternative).empty()) continue;
    Node& last = items(alternative).back();
    const bool is_single = last.kind == Kind::set && last.set == numbers;
    const bool is_group = last.kind == Kind::repeat && last.least == 1 &&
                          last.parts.front().kind == Kind::set && set_in(last) == numbers;
    if (!is_single && !is_group) continue;
    if (is_group && last.most == most) continue;  // has this limit already, possessive or not
    last = most == 1 ? node_of(numbers) : repeated(numbers, 1, most);
  }
}

void with_characters(Node& tree, const Pattern& pattern, CharacterKind kind, std::string_view set) {
  constexpr std::array<std::string_view, 3> kinds = {"\\s", "\\p{L}", "\\p{N}"};
  const auto set_of_class = [&](std::string_view inside) {
    return pattern::parse({"[" + std::string(inside) + "]", pattern.dialect, pattern.version}).set;
  };
  const ScalarSet old = set_of_class(kinds[static_cast<std::size_t>(kind)]);
  const ScalarSet other = set_of_class(set);
  for_each_set(tree, [&](ScalarSet& it) {
    const bool is_complement = it.has(private_use);
    if (!is_complement && old.within(it) == old) {
      it = without(it, old).with(other);
    } else if (is_complement && it.within(old).empty()) {
      it = without(it.with(old), other);
    }
  });
}

}  // namespace bpetite::conform::faults
