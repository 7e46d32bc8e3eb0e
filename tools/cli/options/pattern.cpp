// Reads the patterns of --pattern (a text, or a file after @), with --dialect and --unicode. A
// version of Unicode may also be given for the patterns of a file. Refuses options that do not go
// together, such as --dialect without a pattern. If a pattern is wrong, shows the place of the
// error with a caret.
#include "cli/options/pattern.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "cli/options/input.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/readable.hpp"
#include "core/utf8.hpp"
#include "core/wording/shown.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"

namespace bpetite::cli {
namespace {

// The value itself. If it begins with @, the content of a file or of standard input, without a
// final line feed.
std::string text_of(const std::string& value) {
  if (!value.starts_with('@')) return value;
  std::string text = read_document(value.substr(1));
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

// Shows the part of a pattern around a place, and a caret under the place.
//
//   a(?<=b)c
//    ^
std::string with_caret(std::string_view pattern, std::size_t place) {
  constexpr std::size_t most_before = 60;
  constexpr std::size_t most = 90;
  std::size_t begin = place > most_before ? place - most_before : 0;
  const auto is_inside = [&](std::size_t at) {
    return at < pattern.size() && utf8::is_continuation(pattern[at]);
  };
  while (begin < place && is_inside(begin)) ++begin;
  std::size_t end = std::min(begin + most, pattern.size());
  while (is_inside(end)) ++end;
  const std::string before = bpetite::shown(pattern.substr(begin, place - begin));
  return fmt::format("  {}{}\n  {}^\n", before, bpetite::shown(pattern.substr(place, end - place)),
                     std::string(columns_of(before), ' '));
}

// Checks a pattern. If it is wrong, shows the place of the mistake before the error.
void check(const Pattern& pattern) {
  try {
    pattern::parse(pattern);
  } catch (const pattern::PatternError& error) {
    write_note(with_caret(pattern.text, std::min(error.offset(), pattern.text.size())));
    throw;
  }
}

}  // namespace

Dialect dialect_named(std::string_view place, std::string_view given) {
  std::vector<std::string_view> names;
  for (const Dialect dialect : dialects) {
    if (name(dialect) == given) return dialect;
    names.push_back(name(dialect));
  }
  throw UsageError(fmt::format("{}: --dialect: {} is none of {}{}", place, utf8::quoted(given),
                               fmt::join(names, ", "), did_you_mean(given, names)));
}

unicode::Version version_named(std::string_view place, std::string_view given) {
  std::vector<std::string_view> names;
  for (const unicode::Version version : unicode::versions) {
    if (unicode::name(version) == given) return version;
    names.push_back(unicode::name(version));
  }
  throw UsageError(fmt::format("{}: --unicode: {} is none of {}", place, utf8::quoted(given),
                               fmt::join(names, ", ")));
}

Split split_of(const std::string& value, Dialect dialect, unicode::Version version) {
  Split split{{text_of(value), dialect, version}, Behaviour::isolated};
  check(split.pattern);
  return split;
}

unicode::Version version_argument(const Arguments& arguments) {
  const auto given = arguments.value("--unicode");
  return given ? version_named(arguments.command(), *given) : unicode::pinned;
}

std::optional<std::vector<Split>> splits_argument(const Arguments& arguments,
                                                  bool unicode_is_of_file) {
  const std::vector<std::string> given = arguments.values("--pattern");
  const Dialect dialect =
      dialect_named(arguments.command(), arguments.value("--dialect").value_or("tiktoken"));
  const unicode::Version version = version_argument(arguments);
  if (given.empty()) {
    for (const std::string_view option : {"--dialect", "--unicode"}) {
      const bool is_refused = option == "--dialect" || !unicode_is_of_file;
      if (is_refused && arguments.given(option)) {
        throw UsageError(fmt::format("{}: {} needs --pattern", arguments.command(), option));
      }
    }
    return std::nullopt;
  }
  if (arguments.given("--profile")) {
    throw UsageError(
        fmt::format("{}: --pattern and --profile cannot both be given", arguments.command()));
  }
  std::vector<Split> splits;
  for (const std::string& value : given) splits.push_back(split_of(value, dialect, version));
  return splits;
}

}  // namespace bpetite::cli
