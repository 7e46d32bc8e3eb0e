// bpetite completion: writes a script with which a shell (bash, zsh or fish) completes the words of
// a command line: subcommands, options and values (FR-32l).
//
//   $ source <(bpetite completion bash)
//   $ bpetite enc<TAB>                       becomes   bpetite encode
//
// The three scripts are made from the same data as the help. The name of a value says what it is:
// PATH is a file, DIR a directory, PROFILE the name of a profile, VERSION a version of Unicode, and
// json|u16 is one of these two words.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/terminal/output.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::cli {
namespace {

// A command with the words that lead to it: {"conform", "run"}.
struct Place {
  std::vector<std::string_view> words;
  Command command;

  std::string path() const { return fmt::format("{}", fmt::join(words, " ")); }
};

// The program and all commands below it.
std::vector<Place> all_places() {
  std::vector<Place> places = {{{}, bpetite_program()}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Place place = places[i];
    for (const Command& command : place.command.subcommands) {
      places.push_back({place.words, command});
      places.back().words.push_back(command.name);
      std::erase_if(places.back().command.options,
                    [](const Option& option) { return !option.instead.empty(); });
    }
  }
  return places;
}

enum class Values { any, files, directories, words };

bool is_positional(const Option& option) { return !option.name.starts_with("--"); }

Values values_of(const Option& option) {
  const std::string_view name = option.value_name;
  const auto begins = [name](std::string_view start) { return name.starts_with(start); };
  const bool has_words = std::ranges::any_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  if (has_words || begins("PROFILE") || name == "VERSION") return Values::words;
  if (begins("DIR")) return Values::directories;
  if (name == "PATH" || name == "FILE" || begins("COUNTS") || name.ends_with("REPORT")) {
    return Values::files;
  }
  return Values::any;
}

// The words that are possible values of an option, with spaces between them.
std::string words_of_values(const Option& option) {
  std::vector<std::string_view> words;
  if (option.value_name == "VERSION") {
    for (const unicode::Version version : unicode::versions)
      words.push_back(unicode::name(version));
  } else if (option.value_name.starts_with("PROFILE")) {
    for (const Profile* profile : profiles::all()) words.push_back(profile->name);
  } else {
    std::string joined(option.value_name);
    std::ranges::replace(joined, '|', ' ');
    return joined;
  }
  return fmt::format("{}", fmt::join(words, " "));
}

// The names of a command's options, or of its subcommands.
std::vector<std::string_view> option_names(const Command& command) {
  std::vector<std::string_view> names = {"--help"};
  for (const Option& option : command.options) {
    if (!is_positional(option)) names.push_back(option.name);
  }
  return names;
}

std::vector<std::string_view> subcommand_names(const Command& command) {
  std::vector<std::string_view> names;
  for (const Command& subcommand : command.subcommands) names.push_back(subcommand.name);
  return names;
}

// --- bash ---

// How bash completes the value of an option: `words='...'`, `files=-f`, `files=-d`.
std::string bash_action(const Option& option) {
  switch (values_of(option)) {
    case Values::words:
      return fmt::format("words+=' {}'", words_of_values(option));
    case Values::files:
      return "files=-f";
    case Values::directories:
      return "files=-d";
    case Values::any:
      break;
  }
  return ":";
}

std::string for_bash() {
  std::string paths;
  std::string values;
  std::string words;
  for (const Place& place : all_places()) {
    const std::string path = place.words.empty() ? "" : " " + place.path();
    if (!path.empty()) paths += fmt::format("{}'{}'", paths.empty() ? "" : " | ", path);
    std::string own = fmt::format("words='{} {}'", fmt::join(subcommand_names(place.command), " "),
                                  fmt::join(option_names(place.command), " "));
    for (const Option& option : place.command.options) {
      if (is_positional(option)) {
        own += "; " + bash_action(option);
      } else if (!option.is_flag()) {
        values += fmt::format("    '{} {}') {} ;;\n", path, option.name, bash_action(option));
      }
    }
    words += fmt::format("        '{}') {} ;;\n", path, own);
  }
  return fmt::format(
      R"script(# Completion of bpetite for bash, written by `bpetite completion bash`.
_bpetite() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}
  local command='' words='' files='' i

  # bash cuts --option=value into three words.
  if [[ $word == '=' ]]; then
    word=''
  elif [[ $before == '=' ]]; then
    before=${{COMP_WORDS[COMP_CWORD - 2]}}
  fi

  for ((i = 1; i < COMP_CWORD; ++i)); do
    case "$command ${{COMP_WORDS[i]}}" in
      {paths})
        command+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done

  case "$command $before" in
{values}    *)
      case "$command" in
{words}      esac ;;
  esac

  COMPREPLY=()
  [[ -z $words ]] || mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  if [[ -n $files && $word != -* ]]; then
    compopt -o filenames 2> /dev/null
    mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen "$files" -- "$word")
  fi
}}
complete -F _bpetite bpetite
)script",
      fmt::arg("paths", paths), fmt::arg("values", values), fmt::arg("words", words));
}

// --- zsh ---

// The text in single quotes, without characters that have a meaning for _arguments.
std::string zsh_quoted(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      if (c == ':' || c == '[' || c == ']' || c == '\\') quoted += '\\';
      quoted += c;
    }
  }
  return quoted;
}

std::string zsh_action(const Option& option) {
  switch (values_of(option)) {
    case Values::words:
      return fmt::format("({})", words_of_values(option));
    case Values::files:
      return "_files";
    case Values::directories:
      return "_files -/";
    case Values::any:
      break;
  }
  return " ";
}

// The specification of an option for _arguments.
std::string zsh_option(const Option& option) {
  const std::string value = fmt::format("{}:{}", zsh_quoted(option.value_name), zsh_action(option));
  const bool is_repeated = option.count == Count::any || option.count == Count::at_least_once;
  if (is_positional(option)) return fmt::format("'{}:{}'", is_repeated ? "*" : "", value);
  const std::string name = fmt::format("{}{}{}[{}]", is_repeated ? "*" : "", option.name,
                                       option.is_flag() ? "" : "=", zsh_quoted(option.description));
  return option.is_flag() ? fmt::format("'{}'", name) : fmt::format("'{}:{}'", name, value);
}

// The function that completes a command: its options, and its subcommands by functions of their
// own.
std::string zsh_function(const Place& place) {
  const std::string name =
      fmt::format("_bpetite{}{}", place.words.empty() ? "" : "_", fmt::join(place.words, "_"));
  std::string specifications = "'(- *)--help[Show this help]'";
  for (const Option& option : place.command.options) {
    specifications += " \\\n    " + zsh_option(option);
  }
  if (place.command.subcommands.empty()) {
    return fmt::format("{}() {{\n  _arguments {}\n}}\n\n", name, specifications);
  }
  std::string commands;
  std::string cases;
  for (const Command& command : place.command.subcommands) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_quoted(command.description));
    cases += fmt::format("    {0}) {1}_{0} ;;\n", command.name, name);
  }
  return fmt::format(
      R"script({name}() {{
  local curcontext=$curcontext state line
  local -a commands=(
{commands}  )
  _arguments -C {specifications} \
    '1:command:->command' '*::argument:->argument'
  [[ $state == command ]] && _describe command commands
  [[ $state == argument ]] && case $line[1] in
{cases}  esac
}}

)script",
      fmt::arg("name", name), fmt::arg("commands", commands),
      fmt::arg("specifications", specifications), fmt::arg("cases", cases));
}

std::string for_zsh() {
  std::string script = "#compdef bpetite\n# Written by `bpetite completion zsh`.\n\n";
  for (const Place& place : all_places()) script += zsh_function(place);
  return script +
         "if [[ $funcstack[1] == _bpetite ]]; then\n  _bpetite \"$@\"\nelse\n"
         "  compdef _bpetite bpetite\nfi\n";
}

// --- fish ---

std::string fish_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_values(const Option& option) {
  switch (values_of(option)) {
    case Values::words:
      return fmt::format(" -x -a {}", fish_quoted(words_of_values(option)));
    case Values::files:
      return " -r -F";
    case Values::directories:
      return " -x -a '(__fish_complete_directories)'";
    case Values::any:
      break;
  }
  return " -x";
}

std::string for_fish() {
  std::string script =
      R"script(# Completion of bpetite for fish, written by `bpetite completion fish`.

# Whether the command line begins with these commands.
function __bpetite_at
    set -l words (commandline -opc)
    set -e words[1]
    set -l size (count $argv)
    test (count $words) -ge $size; and test "$words[1..$size]" = "$argv"
end

complete -c bpetite -f
)script";
  for (const Place& place : all_places()) {
    // A command with subcommands is completed only before one of them is chosen.
    std::vector<std::string> conditions;
    if (!place.words.empty()) conditions.push_back("__bpetite_at " + place.path());
    if (!place.command.subcommands.empty()) {
      conditions.push_back(
          fmt::format("test (count (commandline -opc)) -eq {}", place.words.size() + 1));
    }
    const std::string begin =
        fmt::format("complete -c bpetite -n '{}'", fmt::join(conditions, "; and "));
    for (const Command& command : place.command.subcommands) {
      script +=
          fmt::format("{} -a {} -d {}\n", begin, command.name, fish_quoted(command.description));
    }
    script += fmt::format("{} -l help -d 'Show this help'\n", begin);
    for (const Option& option : place.command.options) {
      const std::string values = option.is_flag() ? "" : fish_values(option);
      if (!is_positional(option)) {
        script += fmt::format("{} -l {}{} -d {}\n", begin, option.name.substr(2), values,
                              fish_quoted(option.description));
      } else if (values.find(" -a ") != std::string::npos) {
        script += fmt::format("{}{}\n", begin, values);
      } else if (values_of(option) == Values::files) {
        script += fmt::format("{} -F\n", begin);
      }
    }
  }
  return script;
}

int run_completion(const Arguments& arguments) {
  const std::string& shell = arguments.required("shell");
  if (shell == "bash") {
    write_result(for_bash());
  } else if (shell == "zsh") {
    write_result(for_zsh());
  } else if (shell == "fish") {
    write_result(for_fish());
  } else {
    throw UsageError(fmt::format("completion: {} is not a shell that has one: bash, zsh or fish",
                                 utf8::quoted(shell)));
  }
  return 0;
}

}  // namespace

Command completion_command() {
  return {
      "completion",
      "Write the script by which a shell completes command lines of bpetite.",
      {
          {"shell", "bash|zsh|fish", "The shell", Count::once},
      },
      "An installed program brings all three scripts with it.\n\n"
      "Example:\n"
      "  source <(bpetite completion bash)\n"
      "  bpetite completion fish > ~/.config/fish/completions/bpetite.fish",
      run_completion,
  };
}

}  // namespace bpetite::cli
