// bpetite patterns show: writes the patterns of a profile, one on a line, as `--pattern @FILE`
// takes them (S25n). --json writes them with the dialect and the Unicode version.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/patterns/patterns.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"

namespace bpetite::cli {
namespace {

std::string in_lines(const Profile& profile) {
  std::string lines;
  for (const Split& split : profile.splits) lines += split.pattern.text + "\n";
  return lines;
}

std::string in_json(const Profile& profile) {
  std::vector<std::string> texts;
  for (const Split& split : profile.splits) texts.push_back(json::quoted(split.pattern.text));
  const Pattern& first = profile.splits.front().pattern;
  return fmt::format(R"({{"name":{},"dialect":"{}","unicode":"{}","patterns":[{}]}})"
                     "\n",
                     json::quoted(profile.name), name(first.dialect), unicode::name(first.version),
                     fmt::join(texts, ","));
}

int run_patterns_show(const Arguments& arguments) {
  const Profile& profile = profile_named(arguments.command(), arguments.required("name"));
  write_result(arguments.given("--json") ? in_json(profile) : in_lines(profile));
  return 0;
}

}  // namespace

Command patterns_show_command() {
  return {
      "show",
      "Show the patterns of a profile, one on a line, in the order in which they cut.",
      {
          {"name", "PROFILE", "The profile: bpetite patterns list shows all", Count::once},
          {"--json", "", "One line of JSON, with the dialect and the Unicode version"},
      },
      "A line is what --pattern takes.\n\n"
      "Example:\n"
      "  bpetite patterns show gpt2 > gpt2.txt\n"
      "  bpetite pretokenize --pattern @gpt2.txt --text \"Hello world\"",
      run_patterns_show,
  };
}

}  // namespace bpetite::cli
