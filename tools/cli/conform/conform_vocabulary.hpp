// What `conform run`, `fuzz` and `identify` share for programs that contain their vocabulary.
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

// The program of --impl or --lines.
conform::program::Program asked_program(const Arguments& arguments);

// The exit code of a judgement; 3, with the reason, if the program cannot be driven.
int driven(int (*judge)(const Arguments&), const Arguments& arguments);

// The options that say how to read the file of --tokenizer, or ask a program about it.
inline std::vector<OptionRule> tokenizer_rules() {
  return {
      {"--lines", {"--tokenizer"}},   {"--profile", {"--tokenizer"}},
      {"--pattern", {"--tokenizer"}}, {"--dialect", {"--tokenizer"}},
      {"--unicode", {"--tokenizer"}}, {"--missing-bytes", {"--tokenizer"}},
  };
}

// The first word of the ids of a file's texts: the profile's name, or else that of the file.
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
