// Rewrites a pattern for the other dialect (in_dialect). It goes through the text of the pattern
// from left to right, replaces each `$`, and each interval with a plus after it, and copies the
// rest. S25f: the `$` of tiktoken becomes `\z` for huggingface, and the `$` of huggingface becomes
// `(?![^\n])` for tiktoken. For huggingface there are two proposals: the plus is left out, or the
// interval is written out as two alternatives. For tiktoken the interval becomes a repeated group.
#include "pattern/other_dialect.hpp"
#include "core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace bpetite::pattern {
namespace {

// The size of an escape: of \., \n, \pL, \x41, \u0041, \p{L} or \x{41}.
std::size_t escape_size(std::string_view text) {
  const char letter = text[1];
  const bool is_named = letter == 'p' || letter == 'P';
  if (!is_named && letter != 'x' && letter != 'u') return 2;
  if (text[2] == '{') return text.find('}') + 1;
  return is_named ? 3 : letter == 'x' ? 4 : 6;
}

// The size of the first item of a pattern in the language: a class in brackets, an escape, or one
// byte.
std::size_t item_size(std::string_view text) {
  if (text.front() == '\\') return escape_size(text);
  if (text.front() != '[') return 1;
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '[') {
      ++depth;
    } else if (text[at] == ']' && --depth == 0) {
      return at + 1;
    }
  }
  return text.size();  // internal: a pattern in the language closes its brackets
}

struct Interval {
  std::uint32_t least = 0;
  std::optional<std::uint32_t> most;  // nullopt: no limit
  std::size_t size = 0;               // of "{m,n}"
};

std::uint32_t number(std::string_view digits) {
  std::uint32_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// The interval at the beginning, if a plus follows it.
std::optional<Interval> interval_with_plus(std::string_view text) {
  const std::size_t end = text.find('}');
  if (text.empty() || text.front() != '{' || !text.substr(end + 1).starts_with('+')) {
    return std::nullopt;
  }
  const std::string_view inside = text.substr(1, end - 1);
  const std::size_t comma = inside.find(',');
  Interval interval{number(inside.substr(0, comma)), std::nullopt, end + 1};
  if (comma == std::string_view::npos) {
    interval.most = interval.least;
  } else if (comma + 1 < inside.size()) {
    interval.most = number(inside.substr(comma + 1));
  }
  return interval;
}

// S25e "never gives back", written without that quantifier: as many items as possible, or fewer if
// no item follows them.
std::string written_out(std::string_view item, const Interval& interval) {
  if (!interval.most) return fmt::format("{}{{{},}}(?!{})", item, interval.least, item);
  if (*interval.most == interval.least) return fmt::format("{}{{{}}}", item, interval.least);
  const std::string fewer =
      fmt::format("{}{{{},{}}}(?!{})", item, interval.least, *interval.most - 1, item);
  return fmt::format("(?:{}{{{}}}|{})", item, *interval.most, fewer);
}

// How an item with an interval and a plus is written: without the plus, as two alternatives, or as
// a repeated group.
enum class Plus { left_out, written_out, of_the_interval };

// `end` takes the place of each `$`.
std::string rewritten(std::string_view text, Plus plus, std::string_view end) {
  std::string result;
  std::vector<std::size_t> open;  // where the open groups begin
  while (!text.empty()) {
    if (text.front() == '$') {
      result += end;
      text.remove_prefix(1);
      continue;
    }
    std::size_t begin = result.size();
    if (text.front() == '(') open.push_back(begin);
    if (text.front() == ')') {
      begin = open.back();
      open.pop_back();
    }
    std::size_t size = item_size(text);
    while (size < text.size() && utf8::is_continuation(text[size])) ++size;
    result += text.substr(0, size);
    text.remove_prefix(size);
    const auto interval = interval_with_plus(text);
    if (!interval) continue;
    const std::string_view written = text.substr(0, interval->size);
    const std::string item = result.substr(begin);  // a class, a scalar or a group
    result.resize(begin);
    if (plus == Plus::left_out) {
      result.append(item).append(written);
    } else if (plus == Plus::written_out) {
      result += written_out(item, *interval);
    } else {
      result += fmt::format("(?:{}{})+", item, written);
    }
    text.remove_prefix(interval->size + 1);
  }
  return result;
}

}  // namespace

std::vector<std::string> in_dialect(const Pattern& pattern, Dialect dialect) {
  std::vector<std::string> all{pattern.text};
  if (pattern.dialect == dialect) return all;
  if (dialect == Dialect::tiktoken) {
    all.push_back(rewritten(pattern.text, Plus::of_the_interval, R"((?![^\n]))"));
  } else {
    all.push_back(rewritten(pattern.text, Plus::left_out, R"(\z)"));
    all.push_back(rewritten(pattern.text, Plus::written_out, R"(\z)"));
  }
  return all;
}

}  // namespace bpetite::pattern
