// Finds the examples in a chapter, runs them, and compares each result with the expected fields. A
// shell example is a list of commands, each with its own shell, and the output that they must
// print.
//
//   $ bpetite decode --model abab.json --ids 70000
//   ! bpetite: KeyError: decode: ids[0]: unknown token id 70000 [FR-22, chapter 6]
//   ? 1
//
// A line with `$` is a command, with `!` a line that it writes to standard error, with `?` its exit
// code (0 if there is no such line). The lines without a mark are its exact standard output. A line
// `...` stands for any number of lines, and `"elapsed_ms":*` for any number of milliseconds.
#include "support/examples/examples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/examples/fields.hpp"
#include "support/examples/operations.hpp"
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
// the usual algorithm for a wildcard: after a difference, it returns to the last `...`, which takes
// one line more.
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

// Runs the commands in `directory`, with the program `bpetite` on the PATH. Returns nullopt if all
// print what is expected, else a report on the first that does not. Throws std::runtime_error for a
// block that does not begin with a command.
std::optional<std::string> shell_fault(const std::vector<std::string>& lines,
                                       const fs::path& directory) {
  for (const Command& command : parse(lines)) {
    if (auto fault = fault_of(command, directory)) {
      return fault;
    }
  }
  return std::nullopt;
}

constexpr std::string_view fence = "```";
constexpr std::string_view example_fence = "```example ";

// The id in "### FR-10b  A tie ...". Empty for any other heading, which ends the clause before it.
std::string clause_of_heading(std::string_view line) {
  constexpr std::string_view clause_heading = "### ";
  if (!line.starts_with(clause_heading)) {
    return "";
  }
  line.remove_prefix(clause_heading.size());
  return std::string(line.substr(0, line.find(' ')));
}

// Whether every string of `wanted` occurs in the string `given`.
bool contains_all(const json::Value& given, const json::Value& wanted) {
  for (const json::Value& part : as_array(wanted)) {
    if (as_string(given).find(as_string(part)) == std::string::npos) {
      return false;
    }
  }
  return true;
}

// The fields `says` and `contains` list parts of a longer text. All others are compared whole.
bool agrees(const std::string& key, const json::Value& given, const json::Value& wanted) {
  if (key == "says" || key == "contains") {
    return contains_all(given, wanted);
  }
  return text_of(given) == text_of(wanted);
}

// The first difference between the outcome and the expected fields, which are the fields that the
// operation did not take as inputs.
std::optional<std::string> compare(const json::Object& outcome, const json::Object& expected) {
  if (expected.empty()) {
    return "the example expects nothing";
  }
  const bool failed = json::find(outcome, "error") != nullptr;
  for (const auto& [key, wanted] : expected) {
    const json::Value* given = json::find(outcome, key);
    if (given == nullptr) {
      return fmt::format("{}: want {}, but there is no such result{}", key, text_of(wanted),
                         failed ? ", only " + text_of(json::Value{outcome}) : "");
    }
    if (!agrees(key, *given, wanted)) {
      return fmt::format("{}: want {}, got {}", key, text_of(wanted), text_of(*given));
    }
  }
  // An example that fails has to say that it expects an error.
  if (failed && json::find(expected, "error") == nullptr) {
    return "an error that the example does not expect: " + text_of(json::Value{outcome});
  }
  return std::nullopt;
}

}  // namespace

std::string place(const Example& example) {
  return fmt::format("{}:{}", example.file, example.line);
}

std::vector<Example> read_examples(std::string_view text, const std::string& file) {
  std::vector<Example> examples;
  std::string clause;
  bool fenced = false;   // inside any ``` block
  bool example = false;  // inside one that is an example

  std::size_t number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (line.starts_with(fence)) {
      example = !fenced && line.starts_with(example_fence);
      fenced = !fenced;
      if (example) {
        const bool is_next = !examples.empty() && examples.back().clause == clause;
        examples.push_back({line.substr(example_fence.size()),
                            clause,
                            file,
                            number,
                            {},
                            is_next ? examples.back().number + 1 : 1});
      }
    } else if (example) {
      examples.back().lines.push_back(line);
    } else if (!fenced && line.starts_with('#')) {
      clause = clause_of_heading(line);
    }
  }
  if (fenced) {
    throw std::runtime_error(file + ": a block has no closing ```");
  }
  return examples;
}

std::optional<std::string> fault_of(const Example& example,
                                    const std::filesystem::path& directory) {
  try {
    if (example.operation == "shell") {
      return shell_fault(example.lines, directory);
    }
    Fields fields(example.lines);
    const json::Object outcome = run_operation(example.operation, fields);
    return compare(outcome, fields.remaining());
  } catch (const std::exception& fault) {  // the example itself is malformed
    return fault.what();
  }
}

}  // namespace bpetite::test
