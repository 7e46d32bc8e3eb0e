// bpetite conform: judges the tokenizer of another program. This file has the list of its
// subcommands, and reads the options that they share: --vectors (the suite), --level and --only
// (which vectors), and options that are a number or seconds.
#include "cli/conform/conform.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/input.hpp"

namespace bpetite::cli {
Command conform_command() {
  return {
      "conform",
      "Judge an implementation by the conformance vectors.",
      {},
      "Exit code: 0 as expected, 1 an unexpected failure or pass, 2 wrong usage, 3 the program\n"
      "could not be driven, 4 the suite itself is at fault (or a file of --vectors, or a "
      "--case).\n\n"
      "Example:\n"
      "  bpetite conform smoke --impl ./my-harness\n"
      "  bpetite conform run --impl ./my-harness --report report.json",
      nullptr,
      {
          conform_run_command(),
          conform_smoke_command(),
          conform_fuzz_command(),
          conform_identify_command(),
          conform_list_command(),
          conform_explain_command(),
          conform_requests_command(),
          conform_compare_command(),
          conform_matrix_command(),
          conform_export_command(),
          conform_export_model_command(),
          conform_lines_command(),
          conform_lint_command(),
      },
  };
}

conform::suite::Suite suite_for(const Arguments& arguments) {
  if (!arguments.given("--vectors")) {
    return conform::suite::embedded_suite();
  }
  conform::suite::Files groups;
  for (const std::string& path : arguments.values("--vectors")) {
    const std::string group = std::filesystem::path(path).stem().string();
    if (!groups.emplace(group, read_document(path)).second) {
      throw UsageError(
          fmt::format("{}: --vectors: two files are called {}", arguments.command(), group));
    }
  }
  return conform::suite::suite_with(groups);
}

void read_selection(const Arguments& arguments, conform::judge::RunOptions& options) {
  options.only = arguments.value("--only").value_or("");
  if (!arguments.given("--level")) {
    return;
  }
  for (const std::string& level : arguments.values("--level")) {
    const auto found = std::ranges::find(conform::suite::level_names, level);
    if (found == conform::suite::level_names.end()) {
      throw UsageError(
          fmt::format("{}: --level {}: there are L0 to L6", arguments.command(), level));
    }
    options.levels.insert(
        static_cast<conform::suite::Level>(found - conform::suite::level_names.begin()));
  }
}

std::uint64_t number_of(const Arguments& arguments, const std::string& name, std::uint64_t fallback,
                        std::uint64_t least, std::uint64_t most) {
  const auto text = arguments.value(name);
  if (!text) {
    return fallback;
  }
  std::uint64_t number = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most) {
    throw UsageError(fmt::format("{}: {} {}: a number from {} to {} is required",
                                 arguments.command(), name, *text, least, most));
  }
  return number;
}

conform::program::Duration seconds_of(const Arguments& arguments, const std::string& name,
                                      conform::program::Duration fallback) {
  const auto text = arguments.value(name);
  if (!text) {
    return fallback;
  }
  double seconds = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, seconds);
  if (error != std::errc() || stop != end || !(seconds >= 0.001 && seconds <= 86400)) {
    throw UsageError(
        fmt::format("{}: {} {}: seconds are required", arguments.command(), name, *text));
  }
  return conform::program::Duration(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace bpetite::cli
