// Parses the text of a pattern into a tree (parse), recursively: Parser has a function for each
// level of the grammar. ClassParser turns each class into a set of scalars.
//
//   a|[b-c]+     choice of the set a, and a repeat of the set b c
//
// Syntax outside the language, and patterns beyond the limits, are a PatternError with the byte of
// the fault. parse_all() parses a sequence of patterns; its errors name the pattern, and too long a
// sequence is a ValueError. can_be_empty() says whether a tree can match the empty text.
#include "pattern/parse.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/profile.hpp"
#include "core/utf8.hpp"
#include "pattern/pattern_error.hpp"
#include "pattern/properties.hpp"
#include "pattern/scalar_set.hpp"

namespace bpetite::pattern {
namespace {

[[noreturn]] void fail(std::size_t at, std::string_view what, std::string_view clause = "S25b") {
  throw PatternError(at, what, clause);
}

[[noreturn]] void fail_hyphen(std::size_t at) { fail(at, "a hyphen in a list: write \\-", "S25c"); }

// Reads the text of a pattern from left to right, and knows which byte it is at. The text must be
// well-formed UTF-8, and outlive the reader.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool done() const { return at_ == text_.size(); }
  std::size_t at() const { return at_; }
  bool sees(std::string_view next) const { return text_.substr(at_).starts_with(next); }
  bool takes(std::string_view next) {
    if (!sees(next)) return false;
    at_ += next.size();
    return true;
  }
  char32_t peek() const { return utf8::scalar_at(text_, at_).value; }
  char32_t take() {
    const utf8::Scalar scalar = utf8::scalar_at(text_, at_);
    at_ += scalar.size;
    return scalar.value;
  }
  // Takes everything up to a sign, and the sign. Returns what is before the sign, or nullopt if the
  // sign does not come.
  std::optional<std::string_view> take_until(char sign) {
    const std::size_t end = text_.find(sign, at_);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view found = text_.substr(at_, end - at_);
    at_ = end + 1;
    return found;
  }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }
  void back_to(std::size_t at) { at_ = at; }

  // One level of brackets, as long as this object lives; it begins at `at`. Throws PatternError if
  // there are more than max_depth levels (S25i).
  class Level {
   public:
    Level(Reader& in, std::size_t at);
    ~Level() { --depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    std::size_t& depth_;
  };

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t depth_ = 0;
};

// Reads the classes of a pattern (S25c), and the scalars that stand for themselves (S25d).
//
//   [a-c&&[^b]]   a c        \p{Lu}   the capital letters        \x41   A
class ClassParser {
 public:
  // Reads on where the reader is. Both must outlive it.
  ClassParser(const Pattern& pattern, Reader& in) : pattern_(pattern), in_(in) {}

  // Whether the reader is inside (?i:...). ignore_case() returns the value before the call.
  bool ignores_case() const { return ignores_case_; }
  bool ignore_case(bool ignores) { return std::exchange(ignores_case_, ignores); }

  // Each throws PatternError.
  ScalarSet bracketed();  // [...], with ranges, nested classes, && and ^
  ScalarSet escaped();    // after a backslash: a class, a control character, or a sign
  // A scalar that stands for itself; in (?i:...), all scalars that fold to the same one.
  ScalarSet literal(char32_t scalar, std::size_t at) const;

 private:
  std::optional<ScalarSet> named_class(bool in_brackets);
  ScalarSet braced_property(std::size_t at);
  const ScalarSet& known(const std::string& name, std::size_t at);
  char32_t escaped_scalar();
  char32_t hexadecimal(std::size_t at, std::size_t digits);
  ScalarSet members(std::size_t open);
  bool sees_named_class() const;
  void refuse_range_from_class();
  ScalarSet scalar_or_range(bool is_first);

  const Pattern& pattern_;
  Reader& in_;
  bool ignores_case_ = false;
  std::map<std::string, ScalarSet, std::less<>> known_;  // see known()
};

Reader::Level::Level(Reader& in, std::size_t at) : depth_(in.depth_) {
  if (++depth_ > max_depth) {
    fail(at, fmt::format("more than {} brackets inside each other", max_depth), "S25i");
  }
}

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }

ScalarSet ClassParser::literal(char32_t scalar, std::size_t at) const {
  if (!ignores_case_) return ScalarSet::range(scalar, scalar);
  if (scalar >= 0x80) fail(at, "a scalar beyond ASCII in (?i:...)", "S25d");
  return is_ascii_letter(scalar) ? folded(scalar, pattern_.version)
                                 : ScalarSet::range(scalar, scalar);
}

// A class by its name: \p{L} \P{L} \s \S \d \D \w \W. Returns nullopt for any other escape.
std::optional<ScalarSet> ClassParser::named_class(bool in_brackets) {
  const char* const word = in_brackets ? "[w]" : "w";
  const std::size_t at = in_.at();
  if (in_.takes("\\s")) return known("s", at);
  if (in_.takes("\\S")) return known("s", at).complement();
  if (in_.takes("\\d")) return known("d", at);
  if (in_.takes("\\D")) return known("d", at).complement();
  if (in_.takes("\\w")) return known(word, at);
  if (in_.takes("\\W")) return known(word, at).complement();
  if (in_.takes("\\p")) return braced_property(at);
  if (in_.takes("\\P")) return braced_property(at).complement();
  return std::nullopt;
}

bool ClassParser::sees_named_class() const {
  return std::ranges::any_of(
      std::to_array({"\\s", "\\S", "\\d", "\\D", "\\w", "\\W", "\\p", "\\P"}),
      [&](std::string_view name) { return in_.sees(name); });
}

// {L}, or a single letter: \pL.
ScalarSet ClassParser::braced_property(std::size_t at) {
  std::string name;
  if (in_.takes("{")) {
    const std::optional<std::string_view> inside = in_.take_until('}');
    if (!inside) fail(at, "the name of the class is not closed", "S25c");
    name = *inside;
  } else if (pattern_.dialect == Dialect::huggingface) {
    fail(at, "a class is named in braces in this dialect: \\p{L}", "S25c");
  } else if (!in_.done()) {
    utf8::append(name, in_.take());
  }
  return known("p" + name, at);
}

// The class of a name: s, d, w, [w], or p and the name of a property. Each is made once, since a
// pattern may name it thousands of times.
const ScalarSet& ClassParser::known(const std::string& name, std::size_t at) {
  const auto found = known_.find(name);
  if (found != known_.end()) return found->second;
  std::optional<ScalarSet> set = name == "s"   ? white_space()
                                 : name == "d" ? digits(pattern_.version)
                                 : name == "w" ? word_scalars(pattern_.dialect, pattern_.version)
                                 : name == "[w]"
                                     ? word_scalars_in_brackets(pattern_.dialect, pattern_.version)
                                     : property(std::string_view(name).substr(1), pattern_.version);
  if (!set) fail(at, fmt::format("{} names no class", utf8::quoted(in_.since(at))), "S25c");
  return known_.emplace(name, *std::move(set)).first->second;
}

ScalarSet ClassParser::escaped() {
  const std::size_t at = in_.at();
  if (auto set = named_class(false)) {
    if (ignores_case_) fail(at, "a class in (?i:...)", "S25d");
    return *std::move(set);
  }
  if (pattern_.dialect == Dialect::tiktoken && (in_.sees("\\<") || in_.sees("\\>"))) {
    fail(at, "the beginning or end of a word, which the language does not have");
  }
  return literal(escaped_scalar(), at);
}

char32_t ClassParser::escaped_scalar() {
  const std::size_t at = in_.at();
  in_.takes("\\");
  if (in_.done()) fail(at, "a backslash at the end");
  const char32_t c = in_.take();
  switch (c) {
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'f':
      return '\f';
    case 'v':
      return '\v';
    case 'x':
    case 'u':
      return hexadecimal(at, c == 'x' ? 2 : 4);
    default:
      break;
  }
  if (is_ascii_digit(c)) fail(at, "a back-reference, which the language does not have");
  if (is_ascii_letter(c) || c >= 0x80) {
    fail(at, fmt::format("{} is not an escape of the language", utf8::quoted(in_.since(at))));
  }
  return c;
}

// \x41, \x{1F600}, \u0041: as many digits as the letter requires, or up to eight in braces.
char32_t ClassParser::hexadecimal(std::size_t at, std::size_t digits) {
  std::string given;
  const bool has_bytes = pattern_.dialect == Dialect::huggingface;
  if (in_.takes("{")) {
    if (has_bytes && digits == 4) fail(at, "no braces behind \\u in this dialect: write \\x{...}");
    given = in_.take_until('}').value_or("");
  } else {
    while (given.size() < digits && !in_.done() && in_.peek() < 0x80) {
      given.push_back(static_cast<char>(in_.take()));
    }
    if (given.size() < digits) given.clear();
  }
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), value, 16);
  if (error != std::errc() || end != given.data() + given.size() || given.size() > 8 ||
      value >= utf8::end_of_scalars || utf8::is_surrogate(value)) {
    fail(at, fmt::format("{} is not a scalar", utf8::quoted(in_.since(at))));
  }
  if (has_bytes && value >= 0x80 && in_.since(at).size() == 4) {
    fail(at, fmt::format("{} is a byte in this dialect: write \\x{{{:x}}}", in_.since(at), value));
  }
  return value;
}

ScalarSet ClassParser::bracketed() {
  const std::size_t at = in_.at();
  const Reader::Level level(in_, at);
  in_.takes("[");
  const bool is_negated = in_.takes("^");
  ScalarSet set = members(at);
  while (in_.sees("&&")) {
    if (ignores_case_) fail(in_.at(), "\"&&\" in (?i:...)", "S25d");
    in_.takes("&&");
    set = set.within(members(at));
  }
  in_.takes("]");
  return is_negated ? set.complement() : set;
}

// The members up to && or the closing bracket.
ScalarSet ClassParser::members(std::size_t open) {
  std::vector<ScalarRange> ranges;
  const auto add = [&](const ScalarSet& set) {
    ranges.insert(ranges.end(), set.ranges().begin(), set.ranges().end());
  };
  bool is_first = true;
  while (!in_.sees("]") && !in_.sees("&&")) {
    const std::size_t at = in_.at();
    if (in_.done()) fail(open, "the class is not closed", "S25c");
    if (in_.sees("[:")) fail(at, "a class of POSIX, which the language does not have", "S25c");
    if (in_.sees("--") || in_.sees("~~")) {
      fail(at, "an operator of classes that the language does not have", "S25c");
    }
    if (in_.sees("[")) {
      // Oniguruma finds ß in (?i:[[^a]]), and so matches ss too.
      if (ignores_case_) fail(at, "a list inside a list in (?i:...)", "S25d");
      const bool is_negated = in_.sees("[^");
      const ScalarSet inside = bracketed();
      // Oniguruma takes some of these for ASCII, or for what is beyond it.
      if (is_negated && inside.empty()) {
        fail(at, "a list inside a list that leaves no scalar", "S25c");
      }
      add(inside);
    } else if (auto set = named_class(true)) {
      if (ignores_case_) fail(at, "a class in (?i:...)", "S25d");
      add(*set);
      refuse_range_from_class();
    } else {
      add(scalar_or_range(is_first));
    }
    is_first = false;
  }
  if (is_first) fail(open, "a class without members", "S25c");
  return ScalarSet(std::move(ranges));
}

// Refuses \d-x, whose meaning is not clear.
void ClassParser::refuse_range_from_class() {
  const std::size_t at = in_.at();
  if (in_.takes("-") && !in_.sees("]")) fail_hyphen(at);
  in_.back_to(at);
}

ScalarSet ClassParser::scalar_or_range(bool is_first) {
  const std::size_t at = in_.at();
  // A hyphen stands for itself at the beginning and at the end.
  if (in_.sees("-") && !is_first) {
    in_.take();
    if (!in_.sees("]")) fail_hyphen(at);
    return literal('-', at);
  }
  const char32_t first = in_.sees("\\") ? escaped_scalar() : in_.take();
  const std::size_t hyphen = in_.at();
  if (!in_.takes("-") || in_.sees("]") || in_.sees("-")) {
    in_.back_to(hyphen);
    return literal(first, at);
  }
  const bool has_end = !in_.done() && !in_.sees("[") && !in_.sees("&&") && !sees_named_class();
  if (!has_end) fail_hyphen(hyphen);
  const char32_t last = in_.sees("\\") ? escaped_scalar() : in_.take();
  if (last < first) fail(at, "a range whose end comes before its beginning", "S25c");
  if (ignores_case_) fail(at, "a range in (?i:...)", "S25d");
  return ScalarSet::range(first, last);
}

using Kind = Node::Kind;

Node set_node(ScalarSet set) { return {.kind = Kind::set, .set = std::move(set)}; }

// Syntax that is outside the language, by its beginning (S25b).
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
    return all.parts.size() == 1 ? std::move(all.parts.front()) : all;
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
    if (!is_once(*times)) letter_.reset();
    if (can_be_empty(item)) fail(begin, "what is repeated can be empty");
    const auto [least, most, is_interval] = *times;
    Node repeat{.kind = Kind::repeat, .least = least, .most = most};
    const bool has_plus = in_.takes("+");
    if (in_.sees("?")) fail(at, fmt::format("\"{}?\" is lazy", in_.since(at)));
    // S25e: {m,n}+ is possessive in one dialect, and a repetition of the interval in the other.
    const bool is_twice = has_plus && is_interval && pattern_.dialect == Dialect::huggingface;
    repeat.is_possessive = has_plus && !is_twice;
    if (repeat.is_possessive && item.kind != Kind::set) {
      fail(at, fmt::format("\"{}\" is possessive over more than one class", in_.since(at)), "S25e");
    }
    repeat.parts.push_back(std::move(item));
    if (is_twice) {
      if (can_be_empty(repeat)) fail(begin, "what is repeated can be empty");
      Node outer{.kind = Kind::repeat, .least = 1, .most = Node::no_limit};
      outer.parts.push_back(std::move(repeat));
      repeat = std::move(outer);
    }
    const std::size_t next = in_.at();
    if (in_.sees("{") || quantifier()) fail(next, "a quantifier of a quantifier");
    return repeat;
  }

  struct Times {
    std::uint32_t least;
    std::uint32_t most;
    bool is_interval;
  };

  // Whether a quantifier that has just been read is {1}, which Oniguruma leaves out.
  bool is_once(const Times& times) const {
    return times.least == 1 && times.most == 1 && !in_.sees("+");
  }

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
    if (!most || *most < *least) bad();
    if (*most == 0) fail(at, "an interval of no times");
    if (*least > max_interval || (*most > max_interval && *most != Node::no_limit)) {
      fail(at, fmt::format("an interval beyond {}", max_interval), "S25i");
    }
    return Times{*least, *most, true};
  }

  static std::optional<std::uint32_t> number(std::string_view digits) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (end != digits.data() + digits.size() || digits.empty()) return std::nullopt;
    if (error == std::errc::result_out_of_range) return Node::no_limit - 1;
    return std::min(value, Node::no_limit - 1);
  }

  Node item() {
    const std::size_t at = in_.at();
    // S25d: only the brackets of such groups may stand between two letters that are neighbours.
    if (in_.takes("(?:") || (!in_.sees("(?") && in_.takes("("))) return group(at);
    const std::optional<char> before = std::exchange(letter_, std::nullopt);
    if (in_.sees("[")) return set_node(classes_.bracketed());
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
      // S25f: the end of the text, and in one dialect also that of a line.
      const bool also_of_lines = pattern_.dialect == Dialect::huggingface;
      return {.kind = Kind::look,
              .set = also_of_lines ? ScalarSet::range('\n', '\n') : ScalarSet(),
              .at_end = true};
    }
    if (in_.takes("\\z")) return {.kind = Kind::look, .at_end = true};
    for (const auto& [begin, name] : refused) {
      if (in_.sees(begin)) {
        fail(at,
             fmt::format("{} is {}, which the language does not have", utf8::quoted(begin), name));
      }
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

  // S25d: in (?i:...), Oniguruma also matches one scalar, as ß, with two letters that follow each
  // other, as ss.
  void refuse_ligature(std::optional<char> before, const ScalarSet& letter, std::size_t at) {
    const std::size_t end = in_.at();
    const std::optional<Times> times = quantifier();
    const bool is_repeated = times && !is_once(*times);
    in_.back_to(end);
    if (is_repeated) return;
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

  // The rest of a group, after its opening.
  Node group(std::size_t at) {
    const Reader::Level level(in_, at);
    Node inner = choice();
    if (!in_.takes(")")) fail(at, "the group is not closed");
    return inner;
  }

  // S25g: the next scalar is in a class, or is not in it.
  Node look(std::size_t at, bool is_wanted) {
    Node inner = group(at);
    letter_.reset();
    if (inner.kind != Kind::set) fail(at, "a look-ahead at more than one class", "S25g");
    return {.kind = Kind::look,
            .set = is_wanted ? std::move(inner.set) : inner.set.complement(),
            .at_end = !is_wanted};
  }

  const Pattern& pattern_;
  Reader in_;
  ClassParser classes_;
  std::optional<char> letter_;  // the letter before the next item: see refuse_ligature()
};

// Counts the classes, look-aheads and empty texts of a tree, with each interval written out, up to
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
