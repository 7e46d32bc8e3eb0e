#include "pattern/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "core/utf8.hpp"
#include "pattern/class_parser.hpp"
#include "pattern/pattern_error.hpp"
#include "pattern/reader.hpp"

namespace bpetite::pattern {
namespace {

using Kind = Node::Kind;

Node set_node(ScalarSet set) { return {.kind = Kind::set, .set = std::move(set)}; }

// What is known by its beginning, and outside the language (S25b).
struct Refused {
  std::string_view begin;
  std::string_view name;
};
constexpr std::array<Refused, 17> refused = {{{"(?<=", "a look-behind"},
                                              {"(?<!", "a look-behind"},
                                              {"(?>", "an atomic group"},
                                              {"(?<", "a named group"},
                                              {"(?P", "a named group"},
                                              {"(?#", "a comment"},
                                              {"(?|", "a branch reset"},
                                              {"(?~", "an absent operator"},
                                              {"(?(", "a condition"},
                                              {"(?", "a group with flags"},
                                              {"\\b", "a word boundary"},
                                              {"\\B", "a word boundary"},
                                              {"\\G", "an anchor"},
                                              {"\\A", "an anchor"},
                                              {"\\Z", "an anchor"},
                                              {"^", "an anchor"},
                                              {".", "any scalar but some line breaks"}}};

class Parser {
 public:
  explicit Parser(const Pattern& pattern)
      : pattern_(pattern), in_(pattern.text), classes_(pattern, in_) {}

  Node parse() {
    Node all = choice();
    if (!in_.done()) fail(in_.at(), "\")\" closes no group");
    return all;
  }

 private:
  // a|b|c
  Node choice() {
    Node all{.kind = Kind::choice};
    all.parts.push_back(sequence());
    while (in_.takes("|")) {
      letter_.reset();
      all.parts.push_back(sequence());
    }
    if (all.parts.size() == 1) return std::move(all.parts.front());
    letter_.reset();
    return all;
  }

  // abc, up to a bar or the end of the group
  Node sequence() {
    Node all{.kind = Kind::sequence};
    while (!in_.done() && !in_.sees("|") && !in_.sees(")")) all.parts.push_back(repeated());
    return all.parts.size() == 1 ? std::move(all.parts.front()) : all;
  }

  // An item, and how often it comes.
  Node repeated() {
    const std::size_t begin = in_.at();
    Node item = this->item();
    const std::size_t at = in_.at();
    const auto times = quantifier();
    if (!times) return item;
    letter_.reset();
    if (item.kind == Kind::look) fail(at, "a look-ahead cannot be repeated");
    const auto [least, most, is_interval] = *times;
    if (in_.sees("?")) fail(at, fmt::format("\"{}?\" is lazy", in_.since(at)));
    Node repeat{.kind = Kind::repeat, .least = least, .most = most};
    const bool has_plus = in_.takes("+");
    // S25e: {m,n}+ is possessive in one dialect, and a repetition of the interval in the other.
    const bool is_twice = has_plus && is_interval && pattern_.dialect == Dialect::huggingface;
    repeat.is_possessive = has_plus && !is_twice;
    if (repeat.is_possessive && item.kind != Kind::set) {
      fail(at, fmt::format("\"{}\" is possessive over more than one class", in_.since(at)));
    }
    repeat.parts.push_back(std::move(item));
    check_repeat(repeat, begin);
    if (is_twice) {
      Node outer{.kind = Kind::repeat, .least = 1, .most = Node::no_limit};
      outer.parts.push_back(std::move(repeat));
      check_repeat(outer, begin);
      repeat = std::move(outer);
    }
    const std::size_t next = in_.at();
    if (in_.sees("{") || quantifier()) fail(next, "a quantifier of a quantifier");
    return repeat;
  }

  static void check_repeat(const Node& repeat, std::size_t begin) {
    if (repeat.most == Node::no_limit && can_be_empty(repeat.parts.front())) {
      fail(begin, "what is repeated without end can be empty");
    }
  }

  struct Times {
    std::uint32_t least;
    std::uint32_t most;
    bool is_interval;
  };

  std::optional<Times> quantifier() {
    if (in_.takes("?")) return Times{0, 1, false};
    if (in_.takes("*")) return Times{0, Node::no_limit, false};
    if (in_.takes("+")) return Times{1, Node::no_limit, false};
    const std::size_t at = in_.at();
    if (!in_.takes("{")) return std::nullopt;
    const std::optional<std::string_view> inside = in_.take_until('}');
    const auto bad = [&] { fail(at, "\"{\" begins no interval {m}, {m,} or {m,n}"); };
    if (!inside) bad();
    const std::size_t comma = inside->find(',');
    const auto least = number(inside->substr(0, comma));
    if (!least) bad();
    std::optional<std::uint32_t> most = least;
    if (comma != std::string_view::npos) {
      const std::string_view second = inside->substr(comma + 1);
      most = second.empty() ? Node::no_limit : number(second);
    }
    if (!most || *most < *least || *most == 0) bad();
    if (*least > max_interval || (*most > max_interval && *most != Node::no_limit)) {
      fail(at, fmt::format("an interval beyond {}", max_interval), "S25i");
    }
    return Times{*least, *most, true};
  }

  static std::optional<std::uint32_t> number(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size() || digits.empty()) {
      return std::nullopt;
    }
    return std::min(value, Node::no_limit - 1);
  }

  Node item() {
    const std::size_t at = in_.at();
    const std::optional<char> before = std::exchange(letter_, std::nullopt);
    if (in_.sees("[")) return set_node(classes_.bracketed());
    if (in_.takes("(?:")) {
      letter_ = before;
      return group(at);
    }
    if (in_.takes("(?i:")) {
      const bool outer = classes_.ignore_case(true);
      Node inner = group(at);
      classes_.ignore_case(outer);
      letter_.reset();
      return inner;
    }
    if (in_.takes("(?=")) return look(at, true);
    if (in_.takes("(?!")) return look(at, false);
    if (in_.takes("$")) {
      // S25f: the end of the text in one dialect, that of a line in the other.
      if (pattern_.dialect == Dialect::huggingface) {
        fail(at, "\"$\" is the end of a line in this dialect: write \\z", "S25f");
      }
      return {.kind = Kind::look, .at_end = true};
    }
    if (in_.takes("\\z")) return {.kind = Kind::look, .at_end = true};
    for (const auto& [begin, name] : refused) {
      if (in_.sees(begin)) {
        fail(at,
             fmt::format("{} is {}, which the language does not have", utf8::quoted(begin), name));
      }
    }
    if (in_.takes("(")) {
      letter_ = before;
      return group(at);
    }
    for (const std::string_view sign : {"*", "+", "?", "{"}) {
      if (in_.sees(sign)) fail(at, fmt::format("\"{}\" has nothing to repeat", sign));
    }
    ScalarSet set = in_.sees("\\") ? classes_.escaped() : classes_.literal(in_.take(), at);
    if (classes_.ignores_case() && pattern_.dialect == Dialect::huggingface) {
      refuse_ligature(before, set, at);
    }
    return set_node(std::move(set));
  }

  // S25d: in (?i:...), Oniguruma takes two letters that follow each other as one scalar too.
  void refuse_ligature(std::optional<char> before, const ScalarSet& letter, std::size_t at) {
    for (const std::string_view sign : {"?", "*", "+", "{"}) {
      if (in_.sees(sign)) return;
    }
    for (const char c : {'s', 'f', 't', 'i', 'l'}) {
      if (letter.has(static_cast<char32_t>(c))) letter_ = c;
    }
    if (!before || !letter_) return;
    for (const std::string_view both : {"ss", "st", "ff", "fi", "fl"}) {
      if (both[0] == *before && both[1] == *letter_) {
        fail(at, fmt::format("\"{}\" in (?i:...) is also a single scalar in this dialect", both),
             "S25d");
      }
    }
  }

  // The rest of a group, behind its opening.
  Node group(std::size_t at) {
    const Reader::Level level(in_, at);
    Node inner = choice();
    if (!in_.takes(")")) fail(at, "the group is not closed");
    return inner;
  }

  // S25g: the next scalar is in one class, or in none of it.
  Node look(std::size_t at, bool is_wanted) {
    Node inner = group(at);
    if (inner.kind != Kind::set) fail(at, "a look-ahead at more than one class", "S25g");
    return {.kind = Kind::look,
            .set = is_wanted ? std::move(inner.set) : inner.set.complement(),
            .at_end = !is_wanted};
  }

  const Pattern& pattern_;
  Reader in_;
  ClassParser classes_;
  std::optional<char> letter_;  // what comes next follows it: see refuse_ligature()
};

// The classes, look-aheads and empty texts of a tree, with each interval written out; at most
// `limit` + 1. An empty text counts too: (?:){1000} is a thousand of them.
std::size_t positions(const Node& node, std::size_t limit) {
  std::size_t count = 0;
  for (const Node& part : node.parts) count = std::min(count + positions(part, limit), limit + 1);
  count = std::max<std::size_t>(count, 1);
  if (node.kind == Kind::repeat) {
    const std::size_t times =
        std::max<std::size_t>(node.most == Node::no_limit ? node.least : node.most, 1);
    count = std::min(count * times, limit + 1);
  }
  return count;
}

}  // namespace

bool can_be_empty(const Node& node) {
  switch (node.kind) {
    case Kind::set:
      return false;
    case Kind::look:
      return true;
    case Kind::sequence:
      return std::ranges::all_of(node.parts, can_be_empty);
    case Kind::choice:
      return std::ranges::any_of(node.parts, can_be_empty);
    case Kind::repeat:
      return node.least == 0 || can_be_empty(node.parts.front());
  }
  return false;
}

Node parse(const Pattern& pattern) {
  if (pattern.text.size() > max_text) {
    throw PatternError(max_text, fmt::format("longer than {} bytes", max_text), "S25i");
  }
  if (const auto offset = utf8::first_ill_formed(pattern.text)) {
    throw PatternError(*offset, "no well-formed UTF-8", "S25b");
  }
  Node tree = Parser(pattern).parse();
  if (positions(tree, max_positions) > max_positions) {
    throw PatternError(
        0,
        fmt::format("more than {} classes and empty texts, with intervals written out",
                    max_positions),
        "S25i");
  }
  return tree;
}

std::vector<Node> parse_all(std::span<const Split> splits) {
  if (splits.size() > max_patterns) {
    throw ValueError(
        fmt::format("pattern: a sequence of {}, required at most {}", splits.size(), max_patterns),
        "S25i");
  }
  std::vector<Node> trees;
  for (const Split& split : splits) {
    try {
      trees.push_back(parse(split.pattern));
    } catch (const PatternError& error) {
      if (splits.size() == 1) throw;
      throw error.in_sequence(trees.size() + 1);
    }
  }
  return trees;
}

}  // namespace bpetite::pattern
