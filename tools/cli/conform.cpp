// bpetite conform: a verdict on a stranger's tokenizer. The table of its subcommands, and what they
// share.
#include "cli/conform.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/commands.hpp"

namespace bpetite::cli {
namespace {

struct ConformCommand {
  const char* name;
  void (*declare)(CLI::App&);
  int (*run)(const CLI::App&);
};

constexpr std::array<ConformCommand, 9> commands = {{
    {"run", declare_conform_run, run_conform_run},
    {"smoke", declare_conform_smoke, run_conform_smoke},
    {"list", declare_conform_list, run_conform_list},
    {"explain", declare_conform_explain, run_conform_explain},
    {"requests", declare_conform_requests, run_conform_requests},
    {"compare", declare_conform_compare, run_conform_compare},
    {"matrix", declare_conform_matrix, run_conform_matrix},
    {"export", declare_conform_export, run_conform_export},
    {"lint", declare_conform_lint, run_conform_lint},
}};

}  // namespace

void declare_conform(CLI::App& app) {
  app.description("Judge an implementation by the conformance vectors.");
  for (const ConformCommand& command : commands) {
    command.declare(*app.add_subcommand(command.name));
  }
  app.require_subcommand(1);
  app.footer(
      "Exit code: 0 as expected, 1 an unexpected failure or pass, 2 wrong usage, 3 the program\n"
      "could not be driven, 4 the suite itself is at fault.\n\n"
      "Example:\n"
      "  bpetite conform smoke --impl ./my-harness\n"
      "  bpetite conform run --impl ./my-harness --report report.json");
}

void run_conform(const CLI::App& app) {
  const CLI::App& chosen = *app.get_subcommands().at(0);
  const int code =
      std::ranges::find(commands, chosen.get_name(), &ConformCommand::name)->run(chosen);
  if (code != 0) {
    throw ExitCode{code};
  }
}

void add_selection(CLI::App& app) {
  add_value(app, "--level", "L", "Only this level, L0 to L5; may be repeated")->take_all();
  add_value(app, "--only", "ID", "Only this vector, or with ID* all that begin so");
}

void read_selection(const CLI::App& app, conform::RunOptions& options) {
  options.only = value(app, "--only").value_or("");
  if (!given(app, "--level")) {
    return;
  }
  for (const std::string& level : values(app, "--level")) {
    const auto found = std::ranges::find(conform::level_names, level);
    if (found == conform::level_names.end()) {
      throw UsageError(fmt::format("{}: --level {}: there are L0 to L5", app.get_name(), level));
    }
    options.levels.insert(static_cast<conform::Level>(found - conform::level_names.begin()));
  }
}

std::uint64_t number_of(const CLI::App& app, const std::string& name, std::uint64_t fallback,
                        std::uint64_t least, std::uint64_t most) {
  const auto text = value(app, name);
  if (!text) {
    return fallback;
  }
  std::uint64_t number = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, number);
  if (error != std::errc() || stop != end || number < least || number > most) {
    throw UsageError(fmt::format("{}: {} {}: a number from {} to {} is required", app.get_name(),
                                 name, *text, least, most));
  }
  return number;
}

conform::Duration seconds_of(const CLI::App& app, const std::string& name,
                             conform::Duration fallback) {
  const auto text = value(app, name);
  if (!text) {
    return fallback;
  }
  double seconds = 0;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, seconds);
  if (error != std::errc() || stop != end || !(seconds >= 0.001 && seconds <= 86400)) {
    throw UsageError(fmt::format("{}: {} {}: seconds are required", app.get_name(), name, *text));
  }
  return conform::Duration(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace bpetite::cli
