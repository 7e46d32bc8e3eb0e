// Parses the lines of strace.
#include "verify/save-faults/system_calls.hpp"

#include <cctype>
#include <cstdlib>
#include <stdexcept>

namespace bpetite::crash {
namespace {

// The bytes of a string like "\x61\x62", without its quotes.
std::string bytes_of(std::string_view quoted) {
  std::string bytes;
  for (std::size_t at = 0; at + 4 <= quoted.size(); at += 4) {
    bytes.push_back(
        static_cast<char>(std::stoi(std::string(quoted.substr(at + 2, 2)), nullptr, 16)));
  }
  return bytes;
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<SystemCall> parse_call(std::string_view line) {
  const std::size_t open = line.find('(');
  if (open == std::string_view::npos || std::isalpha(static_cast<unsigned char>(line[0])) == 0) {
    return std::nullopt;
  }
  SystemCall call{std::string(line.substr(0, open)), {}, 0};

  // A comma ends an argument, unless it is inside braces, brackets or parentheses. Strings are in
  // hexadecimal, so they contain no comma and no quote.
  int depth = 0;
  std::string_view rest = line.substr(open + 1);
  std::size_t begin = 0;
  std::size_t at = 0;
  for (; at < rest.size() && depth >= 0; ++at) {
    const char c = rest[at];
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth > 0 || (depth == 0 && c != ',')) continue;
    const std::string_view argument = trimmed(rest.substr(begin, at - begin));
    begin = at + 1;
    if (argument.starts_with('"') && argument.ends_with("...")) {
      throw std::runtime_error("a string that strace has cut short, in " + call.name);
    }
    if (argument.starts_with('"')) {
      call.arguments.push_back(bytes_of(argument.substr(1, argument.size() - 2)));
    } else if (!argument.empty()) {
      call.arguments.emplace_back(argument);
    }
  }

  const std::size_t equals = rest.find("= ", at);
  if (equals == std::string_view::npos) return std::nullopt;  // the process ended during the call
  call.result = std::strtol(std::string(rest.substr(equals + 2)).c_str(), nullptr, 0);
  return call;
}

}  // namespace bpetite::crash
