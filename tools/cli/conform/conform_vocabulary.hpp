// Declares what the commands for programs with their own vocabulary share: `conform run`, `fuzz`,
// `identify`, `list` and `explain` with --tokenizer, and `conform run --profiles`. It has the
// options --lines and --builtin, the rules for options, the program to ask (`asked_program`), the
// exit code if that program cannot be driven (`driven`), the name with which the ids of texts begin
// (`vectors_name`), and the functions that run these commands except `identify`.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "conform/program/program.hpp"
#include "conform/program/session.hpp"
#include "core/table.hpp"

namespace bpetite::cli {

inline constexpr Option lines_option{
    "--lines", "COMMAND", "A program without the protocol: a JSON string a line, then ids a line"};
inline constexpr Option builtin_name_option{
    "--builtin", "NAME", "What a program with the operation load calls its vocabulary"};

// The program that --impl or --lines names.
conform::program::Program asked_program(const Arguments& arguments);

// Calls `judge` and returns its exit code. If the program cannot be driven, writes the reason and
// returns 3.
int driven(int (*judge)(const Arguments&), const Arguments& arguments);

// The rules for options that say how to read the file of --tokenizer, or that use it.
inline std::vector<OptionRule> tokenizer_rules() {
  return {
      {"--lines", {"--tokenizer"}},   {"--profile", {"--tokenizer"}},
      {"--pattern", {"--tokenizer"}}, {"--dialect", {"--tokenizer"}},
      {"--unicode", {"--tokenizer"}}, {"--missing-bytes", {"--tokenizer"}},
  };
}

// The first word of the ids of a vocabulary's texts: the name of the profile, or else that of the
// file.
std::string vectors_name(const Table& table, const std::string& path);

// `conform list --tokenizer FILE` and `conform explain ID --tokenizer FILE`.
int list_vocabulary(const Arguments& arguments);
int explain_vocabulary(const Arguments& arguments);

// `conform run --profiles`.
int run_profiles(const Arguments& arguments);

// `conform run --tokenizer FILE` and `conform fuzz --tokenizer FILE`.
int run_vocabulary(const Arguments& arguments);
int fuzz_vocabulary(const Arguments& arguments);

}  // namespace bpetite::cli
