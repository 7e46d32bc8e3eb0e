// The files that `conform run` writes beside its text, and its list of known failures.
#pragma once

#include <optional>

#include "cli/command.hpp"
#include "cli/options/arguments.hpp"
#include "conform/report/known_failures.hpp"
#include "conform/report/report.hpp"

namespace bpetite::cli {

// Nobody waits for a run whose report has nowhere to go (S24).
void check_destinations(const Arguments& arguments);
void write_reports(const Arguments& arguments, const conform::report::Report& report);

// The list of known failures, or nullopt. A list that is to be written need not exist yet.
std::optional<conform::report::KnownFailures> read_known(const Arguments& arguments);

// Applies that list, or rewrites it, and computes the verdicts anew.
void settle_known(const Arguments& arguments, conform::report::KnownFailures known,
                  conform::report::Report& report);

}  // namespace bpetite::cli
