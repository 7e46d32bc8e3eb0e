#include "pattern/class_parser.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/utf8.hpp"
#include "pattern/properties.hpp"

namespace bpetite::pattern {
namespace {

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }

}  // namespace

ScalarSet ClassParser::literal(char32_t scalar, std::size_t at) const {
  if (!ignores_case_) return ScalarSet::range(scalar, scalar);
  if (scalar >= 0x80) fail(at, "a scalar beyond ASCII in (?i:...)", "S25d");
  return is_ascii_letter(scalar) ? folded(scalar, pattern_.version)
                                 : ScalarSet::range(scalar, scalar);
}

// A class by its name: \p{L} \P{L} \s \S \d \D \w \W. Nothing for any other escape.
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

// {L}, or a single letter: \pL.
ScalarSet ClassParser::braced_property(std::size_t at) {
  std::string name;
  if (in_.takes("{")) {
    const std::optional<std::string_view> inside = in_.take_until('}');
    if (!inside) fail(at, "the name of the class is not closed");
    name = *inside;
  } else if (pattern_.dialect == Dialect::huggingface) {
    fail(at, "a class is named in braces in this dialect: \\p{L}");
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
    fail(at, fmt::format("{} is no escape of the language", utf8::quoted(in_.since(at))));
  }
  return c;
}

// \x41, \x{1F600}, \u0041: as many digits as the letter wants, or any number in braces.
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
  const bool is_surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (given.empty() || error != std::errc() || end != given.data() + given.size() ||
      value > 0x10FFFF || is_surrogate) {
    fail(at, fmt::format("{} is no scalar", utf8::quoted(in_.since(at))));
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
  while (in_.takes("&&")) set = set.within(members(at));
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
    if (in_.done()) fail(open, "the class is not closed");
    if (in_.sees("[:")) fail(at, "a class of POSIX, which the language does not have");
    if (in_.sees("--") || in_.sees("~~")) {
      fail(at, "an operator of classes that the language does not have");
    }
    if (in_.sees("[")) {
      add(bracketed());
    } else if (auto set = named_class(true)) {
      if (ignores_case_) fail(at, "a class in (?i:...)", "S25d");
      add(*set);
      refuse_range_from_class();
    } else {
      add(scalar_or_range(is_first));
    }
    is_first = false;
  }
  if (is_first) fail(open, "a class without members");
  return ScalarSet(std::move(ranges));
}

// \d-x: it cannot be told what is meant.
void ClassParser::refuse_range_from_class() {
  const std::size_t at = in_.at();
  if (in_.takes("-") && !in_.sees("]")) fail(at, "a range that begins with a class");
  in_.back_to(at);
}

ScalarSet ClassParser::scalar_or_range(bool is_first) {
  const std::size_t at = in_.at();
  // A hyphen is itself at the beginning and at the end.
  if (in_.sees("-") && !is_first) {
    in_.take();
    if (!in_.sees("]")) fail(at, "a hyphen in a class: write \\-");
    return literal('-', at);
  }
  const char32_t first = in_.sees("\\") ? escaped_scalar() : in_.take();
  const std::size_t hyphen = in_.at();
  if (!in_.takes("-") || in_.sees("]") || in_.sees("-")) {
    in_.back_to(hyphen);
    return literal(first, at);
  }
  if (in_.done()) fail(at, "the range has no end");
  if (in_.sees("[") || in_.sees("&&")) fail(at, "the range has no end");
  const std::size_t end = in_.at();
  if (named_class(true)) fail(end, "a range that ends with a class");
  const char32_t last = in_.sees("\\") ? escaped_scalar() : in_.take();
  if (last < first) fail(at, "a range whose end comes before its beginning");
  if (ignores_case_) fail(at, "a range in (?i:...)", "S25d");
  return ScalarSet::range(first, last);
}

}  // namespace bpetite::pattern
