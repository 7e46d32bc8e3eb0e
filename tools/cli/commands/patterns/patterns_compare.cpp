// bpetite patterns compare: decides whether two patterns cut every text in the same way (S25o,
// S25p). If not, writes a shortest text that they cut differently, with the chunks of both.
//
//   {"same":false,"text":"\n ","a":["\n "],"b":["\n"," "]}
//
// A side is a profile, or @FILE with a pattern. --dialect sets the dialect of a file, and --unicode
// the version of Unicode of a side. The exit code is 0 if both cut in the same way, 1 if not, 2
// after an error, and 3 if it is undecided.
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/backend.hpp"
#include "cli/commands/patterns/patterns.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "engine/compare/compare.hpp"

namespace bpetite::cli {
namespace {

enum : int { is_same = 0, is_different = 1, is_trouble = 2, is_undecided = 3 };

// The values of an option for A and B. If it is given once, the value is for both.
std::array<std::optional<std::string>, 2> pair_of(const Arguments& arguments,
                                                  std::string_view option) {
  const std::vector<std::string> given = arguments.values(option);
  if (given.empty()) return {};
  if (given.size() > 2) {
    throw UsageError(fmt::format("{}: {}: given {} times, at most 2 (of A and of B)",
                                 arguments.command(), option, given.size()));
  }
  return {given.front(), given.back()};
}

// The two sides A and B, as profiles.
std::array<Profile, 2> sides_of(const Arguments& arguments) {
  const auto dialects = pair_of(arguments, "--dialect");
  const auto versions = pair_of(arguments, "--unicode");
  const std::array names = {arguments.required("a"), arguments.required("b")};
  const bool has_file = names[0].starts_with('@') || names[1].starts_with('@');
  if (dialects[0] && !has_file) {
    throw UsageError(fmt::format("{}: --dialect needs a pattern in a file: a profile has its own",
                                 arguments.command()));
  }
  std::array<Profile, 2> sides;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    const unicode::Version version =
        versions[i] ? version_named(arguments.command(), *versions[i]) : unicode::pinned;
    const Dialect dialect =
        dialects[i] ? dialect_named(arguments.command(), *dialects[i]) : Dialect::tiktoken;
    if (names[i].starts_with('@')) {
      sides[i].splits = {split_of(names[i], dialect, version)};
    } else {
      sides[i] = profile_named(arguments.command(), names[i]);
      const Dialect own = sides[i].splits.front().pattern.dialect;
      if (dialects[0] != dialects[1] && dialect != own) {
        throw UsageError(fmt::format("{}: --dialect: the profile {} has the dialect {}",
                                     arguments.command(), names[i], name(own)));
      }
      if (versions[i]) sides[i] = with_version(sides[i], version);
    }
  }
  return sides;
}

std::string in_json(std::string_view text, const Profile& profile) {
  std::vector<std::string> chunks;
  for (const std::string_view chunk : backend::pretokenize(text, profile)) {
    chunks.push_back(json::quoted(chunk));
  }
  return fmt::format("[{}]", fmt::join(chunks, ","));
}

int compare_both(const Arguments& arguments) {
  const auto [a, b] = sides_of(arguments);
  const auto comparison = engine::compare::compare(a.splits, b.splits);
  if (!comparison.is_same) {
    write_result(fmt::format(R"({{"same":null,"reason":{},"searched":{}}})"
                             "\n",
                             json::quoted(comparison.reason), comparison.searched));
    return is_undecided;
  }
  if (*comparison.is_same) {
    write_result("{\"same\":true}\n");
    return is_same;
  }
  write_result(fmt::format(R"({{"same":false,"text":{},"a":{},"b":{}}})"
                           "\n",
                           json::quoted(comparison.text), in_json(comparison.text, a),
                           in_json(comparison.text, b)));
  return is_different;
}

// An error must not have the exit code of "different".
int run_patterns_compare(const Arguments& arguments) {
  try {
    return compare_both(arguments);
  } catch (const Error& error) {
    write_error(error);
    return is_trouble;
  }
}

}  // namespace

Command patterns_compare_command() {
  return {
      "compare",
      "Decide whether two patterns cut every text in the same way; if not, show a shortest text.",
      {
          {"a", "PROFILE_A",
           "A profile, or @FILE: the content of a file (@- is standard input) is the pattern",
           Count::once},
          {"b", "PROFILE_B", "The other, a profile or @FILE (@- is standard input)", Count::once},
          {"--dialect", "tiktoken|huggingface",
           "Of a file: tiktoken (default) or huggingface; given twice: of A and of B", Count::any},
          {"--unicode", "VERSION", "Such as 15.0.0; given twice: of A and of B", Count::any},
      },
      "Writes a line of JSON: {\"same\":true}, or {\"same\":false,\"text\":...,\"a\":[...],"
      "\"b\":[...]}\n"
      "with the chunks of both, or {\"same\":null,...} if it is undecided.\n"
      "Exit code: 0 the same, 1 different, 2 an error, 3 undecided.\n\n"
      "Example:\n"
      "  bpetite patterns compare cl100k nanochat\n"
      "  bpetite patterns compare gpt2 gpt2 --unicode 15.0.0 --unicode 16.0.0\n"
      "  bpetite patterns compare cl100k @mine.txt",
      run_patterns_compare,
  };
}

}  // namespace bpetite::cli
