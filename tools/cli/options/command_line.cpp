// Parses the command line with CLI11: finds the subcommand, its options and values, and the help to
// show. Before that, brings the arguments into a form that CLI11 reads correctly. Reports wrong
// usage, for example an unknown command or option with the nearest name, a removed option, options
// that exclude or need each other, and standard input for two files. Only this file includes CLI11,
// whose header takes longer to compile than all other code.
#include "cli/options/command_line.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include "cli/options/suggestion.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

bool is_option(std::string_view argument) { return argument.starts_with("--") || argument == "-h"; }

// The option of the command with this name, or nullptr.
const Option* option_named(const Command& command, std::string_view name) {
  static constexpr Option help{"--help", "", ""};
  if (name == "--help" || name == "-h") {
    return &help;
  }
  const auto found = std::ranges::find(command.options, name, &Option::name);
  return found == command.options.end() ? nullptr : &*found;
}

// An option as it was written, or in quotes if it cannot be the name of an option.
std::string shown_option(std::string_view name) {
  const std::string quoted = utf8::quoted(name);
  return quoted.size() == name.size() + 2 ? std::string(name) : quoted;
}

// FR-33b "the nearest one is named".
UsageError unknown_option(const Command& command, std::string_view name, std::string_view place) {
  std::vector<std::string_view> known = {"--help"};
  for (const Option& option : command.options) {
    if (is_option(option.name) && option.instead.empty()) known.push_back(option.name);
  }
  return UsageError(
      fmt::format("{}unknown option {}{}", place, shown_option(name), did_you_mean(name, known)));
}

// The subcommand with this name. Throws UsageError if the command does not have it.
const Command& subcommand_named(const Command& command, std::string_view name,
                                std::string_view place) {
  const auto found = std::ranges::find(command.subcommands, name, &Command::name);
  if (found != command.subcommands.end()) return *found;
  std::vector<std::string_view> known;
  for (const Command& subcommand : command.subcommands) known.push_back(subcommand.name);
  throw UsageError(
      fmt::format("{}{} is not a command{}", place, utf8::quoted(name), did_you_mean(name, known)));
}

void declare(CLI::App& app, const Option& option) {
  const std::string name(option.name);
  const std::string description(option.description);
  if (option.is_flag()) {
    app.add_flag(name, description);
    return;
  }
  CLI::Option* declared = app.add_option(name, CLI::callback_t{}, description);
  declared->type_name(std::string(option.value_name));
  declared->required(option.count == Count::once || option.count == Count::at_least_once);
  if (option.count == Count::any || option.count == Count::at_least_once) {
    declared->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    if (!is_option(option.name)) {
      declared->expected(-1)->allow_extra_args();
    }
  }
}

void declare(CLI::App& app, const Command& command) {
  app.description(std::string(command.description));
  app.footer(std::string(command.footer));
  for (const Option& option : command.options) {
    if (option.instead.empty()) declare(app, option);
  }
  for (const Command& subcommand : command.subcommands) {
    declare(*app.add_subcommand(std::string(subcommand.name)), subcommand);
  }
  if (!command.subcommands.empty()) {
    app.require_subcommand(command.run == nullptr ? 1 : 0, 1);
  }
}

std::vector<std::string> words_of(std::string_view joined) {
  std::vector<std::string> words;
  while (!joined.empty()) {
    const std::size_t end = joined.find('\0');
    words.emplace_back(joined.substr(0, end));
    joined.remove_prefix(end + 1);
  }
  return words;
}

// Throws UsageError if two options exclude each other, or if an option that another one needs is
// missing.
void check_rules(const Command& command, const Arguments& arguments) {
  const auto is_given = [&](std::string_view option) { return arguments.given(option); };
  for (const auto& [option, needs, excludes] : command.rules) {
    if (!is_given(option)) continue;
    if (!needs.empty() && std::ranges::none_of(needs, is_given)) {
      throw UsageError(
          fmt::format("{}: {} needs {}", arguments.command(), option, fmt::join(needs, " or ")));
    }
    if (const auto other = std::ranges::find_if(excludes, is_given); other != excludes.end()) {
      throw UsageError(fmt::format("{}: {} is not for {}", arguments.command(), *other, option));
    }
  }
}

// UsageError if standard input is given for two files: the second reader would find nothing. The
// help of an option says whether its file may be standard input, which is `-`, or `@-` for a
// pattern.
void check_standard_input(const Command& command, const Arguments& arguments) {
  std::ptrdiff_t uses = 0;
  for (const Option& option : command.options) {
    if (option.description.find("standard input") == std::string_view::npos) continue;
    const std::vector<std::string> values = arguments.values(option.name);
    uses += std::ranges::count(values, "-") + std::ranges::count(values, "@-");
  }
  if (uses > 1) {
    throw UsageError(fmt::format("{}: only one file can be standard input", arguments.command()));
  }
}

// The deepest subcommand that CLI11 has found.
struct Chosen {
  const Command* command;
  const CLI::App* app;
  std::string place;  // for messages: "shards plan: "; empty for the program itself
};

Chosen chosen_in(const Command& program, const CLI::App& parsed) {
  Chosen chosen{&program, &parsed, ""};
  std::string names;
  while (!chosen.app->get_subcommands().empty()) {
    chosen.app = chosen.app->get_subcommands()[0];
    chosen.command =
        &*std::ranges::find(chosen.command->subcommands, chosen.app->get_name(), &Command::name);
    names += fmt::format("{}{}", names.empty() ? "" : " ", chosen.command->name);
    chosen.place = names + ": ";
  }
  return chosen;
}

// The command that was chosen, and its arguments.
Request request_of(const Command& program, const CLI::App& parsed) {
  const auto [command, app, place] = chosen_in(program, parsed);
  // get_option(name) is not used: it is noexcept and copies names, so it ends the process if there
  // is no memory.
  Given given;
  for (const CLI::Option* found : app->get_options()) {
    const auto option = std::ranges::find(command->options, found->get_name(), &Option::name);
    if (option == command->options.end() || found->count() == 0) continue;
    const std::vector<std::string> results = found->results();
    given[found->get_name()] = option->count == Count::words ? words_of(results.at(0)) : results;
  }
  Request request{command, Arguments(app->get_name(), std::move(given))};
  check_rules(*command, request.arguments);
  check_standard_input(*command, request.arguments);
  return request;
}

// The message of CLI11. We write our own for a surplus word and for a missing subcommand, because
// CLI11 describes the first badly, and does not name the commands that there are.
UsageError usage_error(const Command& program, const CLI::App& app, const CLI::ParseError& error) {
  const Chosen chosen = chosen_in(program, app);
  const std::vector<std::string> surplus = app.remaining(true);
  if (surplus.empty() && !chosen.command->subcommands.empty()) {
    return missing_subcommand(*chosen.command, chosen.place);
  }
  return UsageError(fmt::format(
      "{}{}", chosen.place,
      surplus.empty() ? error.what() : utf8::quoted(surplus[0]) + " is not expected here"));
}

}  // namespace

std::vector<std::string> plain_arguments(const Command& program,
                                         std::span<const char* const> arguments) {
  const Command* command = &program;
  std::string place;  // the commands so far, for messages: "conform run: "
  std::vector<std::string> plain;
  std::size_t at = 0;
  while (at < arguments.size()) {
    const std::string_view argument = arguments[at++];

    // All words after `--` are kept as they are. A word that is not an option is kept, too. It may
    // be the subcommand whose options come next.
    if (argument == "--") {
      plain.insert(plain.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at) - 1,
                   arguments.end());
      break;
    }
    if (!is_option(argument)) {
      if (!command->subcommands.empty()) {
        command = &subcommand_named(*command, argument, place);
        place = fmt::format("{}{}: ", place.empty() ? "" : place.substr(0, place.size() - 2) + " ",
                            argument);
      }
      plain.emplace_back(argument);
      continue;
    }

    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const Option* option = option_named(*command, name);
    if (option == nullptr) throw unknown_option(*command, name, place);
    if (!option->instead.empty()) {
      throw UsageError(fmt::format("{}{} is gone: {} does its work", place, name, option->instead));
    }
    plain.emplace_back(name);
    if (option->is_flag()) {
      if (equals != std::string_view::npos) {
        throw UsageError(fmt::format("{} takes no value", name));
      }
      continue;
    }

    // Takes every word up to the next option. Each is ended by NUL, which no argument can contain.
    if (option->count == Count::words) {
      std::string joined;
      if (equals != std::string_view::npos) {
        joined.append(argument.substr(equals + 1)).push_back('\0');
      }
      while (at < arguments.size() && !is_option(arguments[at])) {
        joined.append(arguments[at++]).push_back('\0');
      }
      plain.push_back(joined);
      continue;
    }

    // Any other option takes one value, also if the value looks like an option.
    if (equals != std::string_view::npos) {
      plain.emplace_back(argument.substr(equals + 1));
    } else if (at < arguments.size()) {
      plain.emplace_back(arguments[at++]);
    }
  }
  return plain;
}

UsageError missing_subcommand(const Command& command, std::string_view place) {
  std::string names;
  for (const Command& subcommand : command.subcommands) {
    if (!names.empty()) names += &subcommand == &command.subcommands.back() ? " or " : ", ";
    names += subcommand.name;
  }
  return UsageError(fmt::format("{}a subcommand is required: {}", place, names));
}

Request parse(const Command& program, std::span<const char* const> arguments) {
  CLI::App app;
  app.name(std::string(program.name));
  app.set_help_flag("-h,--help", "Show this help");
  app.get_formatter()->column_width(30);
  app.get_formatter()->label("REQUIRED", "(required)");
  declare(app, program);

  std::vector<std::string> plain = plain_arguments(program, arguments);
  std::ranges::reverse(plain);  // CLI11 reads them from the back
  try {
    app.parse(std::move(plain));
  } catch (const CLI::CallForHelp&) {
    return {&program, Arguments("", {}), app.help()};
  } catch (const CLI::ParseError& error) {
    throw usage_error(program, app, error);
  }
  return request_of(program, app);
}

}  // namespace bpetite::cli
