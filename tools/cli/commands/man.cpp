// bpetite man: writes the manual page of the program, in roff (FR-32l).
//
//   $ bpetite man | man -l -
//
// The page is made from the same data as the help: a section for each subcommand, with its options,
// and the exit codes.
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/terminal/output.hpp"

namespace bpetite::cli {
namespace {

// Escapes a text so that roff shows it unchanged: no line begins a request, and - stays the ASCII
// character.
std::string plain(std::string_view text) {
  std::string result;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) result += "\\&";
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else {
      result += c;
    }
    begins_line = c == '\n';
  }
  return result;
}

// "[--format FORMAT]", "PATH".
std::string synopsis_of(const Option& option) {
  const bool is_required = option.count == Count::once || option.count == Count::at_least_once;
  std::string text =
      option.name.starts_with("--") ? fmt::format("\\fB{}\\fR", plain(option.name)) : std::string();
  if (!option.is_flag()) {
    text += fmt::format("{}\\fI{}\\fR", text.empty() ? "" : " ", plain(option.value_name));
  }
  return is_required ? text : fmt::format("[{}]", text);
}

std::string section_of(const std::string& path, const Command& command) {
  std::string page = fmt::format(".SS {}\n{}\n", plain(path), plain(command.description));
  if (!command.options.empty()) page += fmt::format(".PP\n\\fB{}\\fR", plain(path));
  for (const Option& option : command.options) {
    if (option.instead.empty()) page += "\n" + synopsis_of(option);
  }
  page += "\n";
  for (const Option& option : command.options) {
    if (!option.instead.empty()) continue;
    const std::string name(option.name.starts_with("--") ? option.name : option.value_name);
    page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", plain(name), plain(option.description));
  }
  if (!command.footer.empty()) page += fmt::format(".PP\n.nf\n{}\n.fi\n", plain(command.footer));
  for (const Command& subcommand : command.subcommands) {
    page += section_of(fmt::format("{} {}", path, subcommand.name), subcommand);
  }
  return page;
}

int run_man(const Arguments&) {
  const Command program = bpetite_program();
  std::string page = fmt::format(
      R"roff(.\" Written by `bpetite man`.
.TH BPETITE 1 "" "bpetite {}" "User Commands"
.SH NAME
bpetite \- byte\-level BPE: train a tokenizer, encode, decode, and judge other tokenizers
.SH SYNOPSIS
.B bpetite
\fICOMMAND\fR [\fIOPTIONS\fR]
.br
.B bpetite
[\fICOMMAND\fR] \fB\-\-help\fR
.SH DESCRIPTION
A file name may be \fB\-\fR, which is standard input.
Results go to standard output, errors and progress to standard error.
An error ends with the clause of the specification that the input violates:
\fBbpetite spec\fR \fICLAUSE\fR shows it.
.SH COMMANDS
)roff",
      BPETITE_VERSION);
  for (const Command& command : program.subcommands) {
    page += section_of(fmt::format("bpetite {}", command.name), command);
  }
  page += R"roff(.SH EXIT STATUS
.TP
.B 0
The command succeeded.
.TP
.B 1
It failed; one line on standard error says why.
\fBpatterns compare\fR: the patterns differ.
.TP
.B 2
Wrong usage. \fBpatterns compare\fR: an error.
.TP
.B 3
\fBconform\fR: the program under test could not be run.
\fBpatterns compare\fR: undecided.
.TP
.B 4
\fBconform\fR: the suite itself is faulty.
)roff";
  write_result(page);
  return 0;
}

}  // namespace

Command man_command() {
  return {
      "man",
      "Write the manual page of bpetite.",
      {},
      "Example:\n"
      "  bpetite man | man -l -",
      run_man,
  };
}

}  // namespace bpetite::cli
