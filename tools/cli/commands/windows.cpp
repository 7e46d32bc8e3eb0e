// bpetite windows: divides a text into windows of at most so many ids, and writes the begin and the
// end of each, in bytes, and the number of its ids (S66d).
//
//   $ bpetite windows --model abab.json --max-ids 2 --text "ab ab ab"
//   0 5 2
//   5 8 1
#include <string>

#include <fmt/format.h>

#include <bpetite/windows.hpp>

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

WindowOptions window_options(const Arguments& arguments) {
  const std::string at = arguments.value("--at").value_or("safe");
  if (at != "safe" && at != "line") {
    throw UsageError(fmt::format("windows: --at: {} is none of safe, line", utf8::quoted(at)));
  }
  return {.most_ids = *limit_argument(arguments, "--max-ids"),
          .overlap = limit_argument(arguments, "--overlap").value_or(0),
          .at = at == "line" ? WindowEnd::line : WindowEnd::safe};
}

int run_windows(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  const WindowOptions options = window_options(arguments);
  const SpecialChoice choice = special_choice(arguments);
  const Tokenizer tokenizer = open_model(arguments, choice);
  const std::string text = text_argument(arguments);
  std::string lines;
  for (const auto& [begin, end, ids] : windows(tokenizer, text, options, choice)) {
    lines += fmt::format("{} {} {}\n", begin, end, ids);
  }
  write_result(lines);
  return 0;
}

}  // namespace

Command windows_command() {
  return {
      "windows",
      "Divide a text into windows of at most N ids.",
      with_model_options({
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          {"--max-ids", "N", "How many ids a window may have at most", Count::once},
          {"--overlap", "M",
           "How many ids of the window before it a window may repeat at most; 0 if left out"},
          {"--at", "safe|line",
           "Where windows end: where a cut changes no id (safe, the default), or behind a line "
           "feed "
           "if the window is then at least half full (line)"},
          allow_special_option,
          ordinary_option,
      }),
      "Writes a line for each window: its begin and its end in bytes, and the number of its "
      "ids.\n\n"
      "Example:\n"
      "  bpetite windows --model tokenizer.json --max-ids 512 --overlap 64 --input book.txt",
      run_windows,
  };
}

}  // namespace bpetite::cli
