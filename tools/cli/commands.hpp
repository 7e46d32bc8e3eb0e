// The subcommands. Each declares its options, and runs when the command line is known to be right.
//
//   bpetite encode --model tokenizer.json --text "ab"
//           declare_encode(app)  says that there are --model, --text, ...
//           run_encode(app)      reads their values, does the work, writes the result
//
// A run that fails throws: UsageError for exit code 2, any other error for exit code 1 (FR-33).
#pragma once

#include <CLI/CLI.hpp>

namespace bpetite::cli {

void declare_train(CLI::App& app);
void run_train(const CLI::App& app);

void declare_encode(CLI::App& app);
void run_encode(const CLI::App& app);

void declare_decode(CLI::App& app);
void run_decode(const CLI::App& app);

void declare_validate(CLI::App& app);
void run_validate(const CLI::App& app);

void declare_pretokenize(CLI::App& app);
void run_pretokenize(const CLI::App& app);

void declare_explain(CLI::App& app);
void run_explain(const CLI::App& app);

void declare_serve(CLI::App& app);
void run_serve(const CLI::App& app);

// conform alone has exit codes of its own, 1 to 4; its result is written by then.
struct ExitCode {
  int code = 0;
};
void declare_conform(CLI::App& app);
void run_conform(const CLI::App& app);

}  // namespace bpetite::cli
