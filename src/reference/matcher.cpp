// Runs patterns by backtracking (Matcher, spec/14-patterns.md). The constructor turns the tree of a
// pattern into steps. match() finds the match that begins at a place: it follows the steps, and
// where they fail, it goes back to the last choice that is left. piece_ends() cuts a text into
// pieces by one pattern, and cut() by one pattern after the other.
//
//   ab|a     on "ac": b is not there, so the second alternative is tried, and a matches
#include "reference/matcher.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "pattern/parse.hpp"
#include "reference/scalars.hpp"

namespace bpetite::reference {

using pattern::Node;

// The steps are made from the end: each knows the step behind it.
Matcher::Matcher(const Node& tree) {
  const std::size_t matched = add({.kind = Step::Kind::match});
  first_ = add_node(tree, matched);
}

Matcher::Matcher(const Pattern& pattern) : Matcher(pattern::parse(pattern)) {}

std::size_t Matcher::add(Step step) {
  steps_.push_back(std::move(step));
  return steps_.size() - 1;
}

// The first step of a part of the pattern; `next` is the step after this part.
std::size_t Matcher::add_node(const Node& node, std::size_t next) {
  switch (node.kind) {
    case Node::Kind::set:
      return add({.kind = Step::Kind::take, .set = node.set, .next = next});
    case Node::Kind::look:
      return add({.kind = Step::Kind::look, .set = node.set, .at_end = node.at_end, .next = next});
    case Node::Kind::sequence:
      for (auto part = node.parts.rbegin(); part != node.parts.rend(); ++part) {
        next = add_node(*part, next);
      }
      return next;
    case Node::Kind::choice: {
      // S25k "the first alternative that matches is taken".
      std::size_t first = add_node(node.parts.back(), next);
      for (auto part = node.parts.rbegin() + 1; part != node.parts.rend(); ++part) {
        first = add({.kind = Step::Kind::choose, .next = add_node(*part, next), .other = first});
      }
      return first;
    }
    case Node::Kind::repeat:
      return add_repeat(node, next);
  }
  return next;
}

// S25k "tries once more before it tries no more": x{2,3} is x, x, and x or nothing.
std::size_t Matcher::add_repeat(const Node& node, std::size_t next) {
  const Node& part = node.parts.front();
  if (node.is_possessive) {
    return add({.kind = Step::Kind::take_all,
                .set = part.set,
                .least = node.least,
                .most = node.most,
                .next = next});
  }
  std::size_t first = next;
  if (node.most == Node::no_limit) {
    first = add({.kind = Step::Kind::choose, .other = next});
    const std::size_t again = add_node(part, first);
    steps_[first].next = again;
  } else {
    for (std::size_t i = node.least; i < node.most; ++i) {
      const std::size_t once_more = add_node(part, first);
      first = add({.kind = Step::Kind::choose, .next = once_more, .other = next});
    }
  }
  for (std::size_t i = 0; i < node.least; ++i) first = add_node(part, first);
  return first;
}

std::optional<std::size_t> Matcher::match(std::u32string_view text, std::size_t begin) const {
  struct Try {
    std::size_t step;
    std::size_t at;
  };
  std::vector<Try> tries = {{first_, begin}};  // the last one is the next to be tried
  std::unordered_set<std::size_t> failed;
  while (!tries.empty()) {
    auto [number, at] = tries.back();
    tries.pop_back();
    for (bool goes_on = true; goes_on;) {
      const Step& step = steps_[number];
      switch (step.kind) {
        case Step::Kind::match:
          return at;
        case Step::Kind::take:
          goes_on = at < text.size() && step.set.has(text[at]);
          ++at;
          break;
        case Step::Kind::take_all: {
          const std::size_t from = at;
          while (at < text.size() && at - from < step.most && step.set.has(text[at])) ++at;
          goes_on = at - from >= step.least;
          break;
        }
        case Step::Kind::look:
          // S25g: behind the text there is no scalar.
          goes_on = at < text.size() ? step.set.has(text[at]) : step.at_end;
          break;
        case Step::Kind::choose:
          goes_on = failed.insert(number * (text.size() + 1) + at).second;
          if (goes_on) tries.push_back({step.other, at});
          break;
      }
      number = step.next;
    }
  }
  return std::nullopt;
}

// S25h: a match is a piece, and so is what lies between two matches. An empty match cuts, and the
// search goes on one scalar later.
std::vector<std::size_t> Matcher::piece_ends(std::u32string_view text) const {
  std::vector<std::size_t> ends;
  const auto cut_at = [&](std::size_t place) {
    const std::size_t last = ends.empty() ? 0 : ends.back();
    if (place > last) ends.push_back(place);
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::size_t> end = match(text, at);
    if (end) {
      cut_at(at);
      cut_at(*end);
    }
    at = end && *end > at ? *end : at + 1;
  }
  cut_at(text.size());
  return ends;
}

std::vector<std::string_view> cut(std::string_view text, std::span<const Matcher> passes) {
  std::vector<std::string_view> pieces = {text};
  for (const Matcher& pass : passes) {
    std::vector<std::string_view> smaller;
    for (const std::string_view piece : pieces) {
      const Scalars scalars(piece);
      std::size_t begin = 0;
      for (const std::size_t end : pass.piece_ends(scalars.values)) {
        smaller.push_back(
            piece.substr(scalars.starts[begin], scalars.starts[end] - scalars.starts[begin]));
        begin = end;
      }
    }
    pieces = std::move(smaller);
  }
  return pieces;
}

}  // namespace bpetite::reference
