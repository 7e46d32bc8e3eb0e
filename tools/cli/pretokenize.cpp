// bpetite pretokenize: a text in, its chunks out (FR-32e).
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "bpetite/backend.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "core/json.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::cli {

void declare_pretokenize(CLI::App& app) {
  app.description("Cut a text into the chunks that no merge crosses.");
  add_value(app, "--text", "TEXT", "The text itself");
  add_value(app, "--input", "PATH", "The text in a file in UTF-8, or - for standard input");
  add_flag(app, "--reference", "Cut by the reference implementation");
  app.footer(
      "Writes a JSON array of strings. Special tokens are ordinary text here.\n\n"
      "Example:\n"
      "  bpetite pretokenize --text \"Hello world, it's 2026\"");
}

void run_pretokenize(const CLI::App& app) {
  require_one_of(app, "--text", "--input");
  const std::string text = text_argument(app);
  const std::vector<std::string_view> chunks =
      given(app, "--reference") ? reference::pretokenize(text) : backend::pretokenize(text);

  std::vector<std::string> quoted;
  quoted.reserve(chunks.size());
  for (const std::string_view chunk : chunks) {
    quoted.push_back(json::quoted(chunk));
  }
  write_result(fmt::format("[{}]\n", fmt::join(quoted, ",")));
}

}  // namespace bpetite::cli
