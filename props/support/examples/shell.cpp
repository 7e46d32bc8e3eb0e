// Runs the commands of a shell example one at a time. Each command has its own shell.
#include "support/examples/shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "support/examples/values.hpp"
#include "support/programs/process.hpp"

namespace bpetite::test {
namespace {

namespace fs = std::filesystem;

struct Command {
  std::string text;
  std::vector<std::string> out;
  std::vector<std::string> err;
  int code = 0;
};

std::vector<Command> parse(const std::vector<std::string>& lines) {
  std::vector<Command> commands;
  for (const std::string& line : lines) {
    if (line.starts_with("$ ")) {
      commands.push_back({line.substr(2), {}, {}, 0});
    } else if (commands.empty()) {
      throw std::runtime_error("a shell example begins with a command");
    } else if (line.starts_with("! ")) {
      commands.back().err.push_back(line.substr(2));
    } else if (line.starts_with("? ")) {
      std::from_chars(line.data() + 2, line.data() + line.size(), commands.back().code);
    } else {
      commands.back().out.push_back(line);
    }
  }
  return commands;
}

// "elapsed_ms":12.34 becomes "elapsed_ms":*
std::string without_times(std::string line) {
  constexpr std::string_view key = "\"elapsed_ms\":";
  if (const std::size_t at = line.find(key); at != std::string::npos) {
    const std::size_t first = at + key.size();
    const std::size_t last = std::min(line.find_first_not_of("0123456789.", first), line.size());
    if (last > first) {
      line.replace(first, last - first, "*");
    }
  }
  return line;
}

// Whether the lines equal the wanted lines, in which `...` stands for any number of lines. This is
// the usual algorithm for a wildcard: on a difference, return to the last `...` and let it take one
// line more.
bool matches(const std::vector<std::string>& wanted, const std::vector<std::string>& lines) {
  std::size_t w = 0;
  std::size_t l = 0;
  std::optional<std::pair<std::size_t, std::size_t>> retry;
  while (l < lines.size()) {
    if (w < wanted.size() && wanted[w] == "...") {
      retry = {++w, l};
    } else if (w < wanted.size() && wanted[w] == without_times(lines[l])) {
      ++w;
      ++l;
    } else if (retry) {
      w = retry->first;
      l = ++retry->second;
    } else {
      return false;
    }
  }
  while (w < wanted.size() && wanted[w] == "...") {
    ++w;
  }
  return w == wanted.size();
}

// Whether all wanted lines occur in `lines`, in the same order.
bool stand_among(const std::vector<std::string>& wanted, const std::vector<std::string>& lines) {
  std::size_t found = 0;
  for (const std::string& line : lines) {
    if (found < wanted.size() && wanted[found] == line) {
      ++found;
    }
  }
  return found == wanted.size();
}

std::optional<std::string> fault_of(const Command& command, const fs::path& directory) {
  const Finished done = run_shell(command.text, {.directory = directory});
  if (done.code == command.code && matches(command.out, lines_of(done.out)) &&
      stand_among(command.err, lines_of(done.err))) {
    return std::nullopt;
  }
  return fmt::format("$ {}\n  want exit code {}, got {}; standard output:\n{}  standard error:\n{}",
                     command.text, command.code, done.code, done.out, done.err);
}

}  // namespace

std::optional<std::string> shell_fault(const std::vector<std::string>& lines,
                                       const fs::path& directory) {
  for (const Command& command : parse(lines)) {
    if (auto fault = fault_of(command, directory)) {
      return fault;
    }
  }
  return std::nullopt;
}

}  // namespace bpetite::test
