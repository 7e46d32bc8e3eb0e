// Finds the examples in a chapter, runs them, and compares each result with the expected fields.
#include "support/examples/examples.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "support/examples/fields.hpp"
#include "support/examples/operations.hpp"
#include "support/examples/shell.hpp"

namespace bpetite::test {
namespace {

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
        examples.push_back({line.substr(example_fence.size()), clause, file, number, {}});
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
