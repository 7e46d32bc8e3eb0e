// bpetite patterns list: writes a line for each profile (S25n): its name, the dialect and the
// Unicode version of its first pattern, and how many patterns it has.
//
//   cl100k	tiktoken	16.0.0	1
#include <string>

#include <fmt/format.h>

#include "cli/commands/patterns/patterns.hpp"
#include "cli/terminal/output.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::cli {
namespace {

int run_patterns_list(const Arguments&) {
  std::string lines;
  for (const Profile* const profile : profiles::all()) {
    const Pattern& first = profile->splits.front().pattern;
    lines += fmt::format("{}\t{}\t{}\t{}\n", profile->name, name(first.dialect),
                         unicode::name(first.version), profile->splits.size());
  }
  write_result(lines);
  return 0;
}

}  // namespace

Command patterns_list_command() {
  return {
      "list",
      "List the profiles: name, dialect, Unicode version, number of patterns.",
      {},
      "Writes a line for each, with tabs between the columns.\n\n"
      "Example:\n"
      "  bpetite patterns list | cut -f 1",
      run_patterns_list,
  };
}

}  // namespace bpetite::cli
