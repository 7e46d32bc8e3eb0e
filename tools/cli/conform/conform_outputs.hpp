// Declares functions for the files of `conform run`: write its reports, check before the run that
// they can be written, read its list of known failures (--known), and apply or update that list.
#pragma once

#include <optional>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "conform/report/known_failures.hpp"
#include "conform/report/report.hpp"

namespace bpetite::cli {

// Tests before a run whether its reports can be written (S24).
void check_destinations(const Arguments& arguments);
void write_reports(const Arguments& arguments, const conform::report::Report& report);

// The list of known failures, or nullopt without --known. With --update, the file need not exist
// yet.
std::optional<conform::report::KnownFailures> read_known(const Arguments& arguments);

// Applies the list, or rewrites it, and computes the verdicts again.
void settle_known(const Arguments& arguments, conform::report::KnownFailures known,
                  conform::report::Report& report);

}  // namespace bpetite::cli
