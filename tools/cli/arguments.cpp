// From argv to options and their values.
#include "cli/arguments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace bpetite::cli {
namespace {

constexpr std::array<std::string_view, 9> flags = {"--force", "--json",    "--reference",
                                                   "--help",  "--version", "--update",
                                                   "--all",   "--stress",  "--process-per-vector"};

bool is_option(std::string_view argument) { return argument.starts_with("--") || argument == "-h"; }

}  // namespace

std::vector<std::string> plain_arguments(std::span<const char* const> arguments) {
  std::vector<std::string> plain;
  std::size_t at = 0;
  while (at < arguments.size()) {
    const std::string_view argument = arguments[at++];

    // Words that are no options, flags, and all that follows `--` stand for themselves.
    if (argument == "--") {
      plain.insert(plain.end(), arguments.begin() + static_cast<std::ptrdiff_t>(at) - 1,
                   arguments.end());
      break;
    }
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    const bool is_flag = argument == "-h" || std::ranges::find(flags, name) != flags.end();
    if (is_flag && equals != std::string_view::npos) {
      throw UsageError(fmt::format("{} takes no value", name));
    }
    if (is_flag || !is_option(argument)) {
      plain.emplace_back(argument);
      continue;
    }

    // --ids takes every word up to the next option. NUL ends each: no argument can hold one.
    plain.emplace_back(name);
    if (name == "--ids") {
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

    // Any other option takes one value, whatever it looks like.
    if (equals != std::string_view::npos) {
      plain.emplace_back(argument.substr(equals + 1));
    } else if (at < arguments.size()) {
      plain.emplace_back(arguments[at++]);
    }
  }
  return plain;
}

CLI::Option* add_value(CLI::App& app, const std::string& name, const std::string& value_name,
                       const std::string& description) {
  return app.add_option(name, CLI::callback_t{}, description)->type_name(value_name);
}

CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& description) {
  return app.add_flag(name, description);
}

bool given(const CLI::App& app, const std::string& name) { return app.count(name) > 0; }

std::optional<std::string> value(const CLI::App& app, const std::string& name) {
  if (!given(app, name)) {
    return std::nullopt;
  }
  return app.get_option(name)->results().front();
}

std::string required_value(const CLI::App& app, const std::string& name) {
  return app.get_option(name)->results().at(0);
}

std::vector<std::string> values(const CLI::App& app, const std::string& name) {
  return app.get_option(name)->results();
}

std::vector<std::string> words(const CLI::App& app, const std::string& name) {
  std::vector<std::string> result;
  std::string_view joined = app.get_option(name)->results().at(0);
  while (!joined.empty()) {
    const std::size_t end = joined.find('\0');
    result.emplace_back(joined.substr(0, end));
    joined.remove_prefix(end + 1);
  }
  return result;
}

void require_one_of(const CLI::App& app, const std::string& first, const std::string& second) {
  if (given(app, first) == given(app, second)) {
    throw UsageError(fmt::format("{}: either {} or {} is required{}", app.get_name(), first, second,
                                 given(app, first) ? ", not both" : ""));
  }
}

}  // namespace bpetite::cli
