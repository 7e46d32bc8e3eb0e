// bpetite pretokenize: writes the chunks of a text (FR-32e) as a JSON array. The pattern is that of
// a profile, or one from the command line; --reference cuts by the reference implementation.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bpetite/backend.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::cli {
namespace {

// The profile that was named, or a profile with the patterns that were given.
Profile profile_to_cut_by(const Arguments& arguments) {
  if (auto splits = splits_argument(arguments)) {
    Profile profile;
    profile.name = "--pattern";
    profile.splits = *std::move(splits);
    return profile;
  }
  const Profile* const named = profile_argument(arguments);
  return named == nullptr ? profiles::by_default() : *named;
}

int run_pretokenize(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  const Profile profile = profile_to_cut_by(arguments);
  const std::string text = text_argument(arguments);
  const std::vector<std::string_view> chunks = arguments.given("--reference")
                                                   ? reference::pretokenize(text, profile)
                                                   : backend::pretokenize(text, profile);

  std::vector<std::string> quoted;
  quoted.reserve(chunks.size());
  for (const std::string_view chunk : chunks) {
    quoted.push_back(json::quoted(chunk));
  }
  write_result(fmt::format("[{}]\n", fmt::join(quoted, ",")));
  return 0;
}

}  // namespace

Command pretokenize_command() {
  return {
      "pretokenize",
      "Cut a text into the chunks that no merge crosses.",
      {
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          {"--profile", "PROFILE",
           "Whose pattern: v1 if left out; bpetite patterns list shows all"},
          pattern_option,
          dialect_option,
          unicode_option,
          {"--reference", "", "Cut by the reference implementation"},
      },
      "Writes a JSON array of strings. Special tokens are ordinary text here.\n\n"
      "Example:\n"
      "  bpetite pretokenize --text \"Hello world, it's 2026\"\n"
      "  bpetite pretokenize --profile cl100k --text \"Hello world, it's 2026\"\n"
      "  bpetite pretokenize --pattern '\\p{Lu}\\p{Ll}*' --text CamelCase",
      run_pretokenize,
  };
}

}  // namespace bpetite::cli
