// The subcommands of `bpetite conform`. Each declares its options and gives its exit code:
// 0 as expected, 1 an unexpected failure or pass, 2 wrong usage, 3 the program could not be driven,
// 4 the suite itself is at fault.
#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "conform/run.hpp"

namespace bpetite::cli {

void declare_conform_run(CLI::App& app);
int run_conform_run(const CLI::App& app);

void declare_conform_requests(CLI::App& app);
int run_conform_requests(const CLI::App& app);

void declare_conform_list(CLI::App& app);
int run_conform_list(const CLI::App& app);

void declare_conform_explain(CLI::App& app);
int run_conform_explain(const CLI::App& app);

void declare_conform_compare(CLI::App& app);
int run_conform_compare(const CLI::App& app);

void declare_conform_matrix(CLI::App& app);
int run_conform_matrix(const CLI::App& app);

void declare_conform_lint(CLI::App& app);
int run_conform_lint(const CLI::App& app);

void declare_conform_smoke(CLI::App& app);
int run_conform_smoke(const CLI::App& app);

void declare_conform_export(CLI::App& app);
int run_conform_export(const CLI::App& app);

// --level and --only, which several of them share.
void add_selection(CLI::App& app);
void read_selection(const CLI::App& app, conform::RunOptions& options);

// The number that an option holds. UsageError unless it is one between `least` and `most`.
std::uint64_t number_of(const CLI::App& app, const std::string& name, std::uint64_t fallback,
                        std::uint64_t least, std::uint64_t most);
// Seconds, with a fraction: "0.5".
conform::Duration seconds_of(const CLI::App& app, const std::string& name,
                             conform::Duration fallback);

}  // namespace bpetite::cli
