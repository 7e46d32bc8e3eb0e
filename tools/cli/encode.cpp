// bpetite encode: a text in, token ids out (FR-32b).
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/ids.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "reference/encode.hpp"

namespace bpetite::cli {

void declare_encode(CLI::App& app) {
  app.description("Turn a text into token ids.");
  add_value(app, "--model", "PATH", "The artifact, or - for standard input")->required();
  add_value(app, "--text", "TEXT", "The text itself");
  add_value(app, "--input", "PATH", "The text in a file in UTF-8, or - for standard input");
  add_value(app, "--format", "FORMAT",
            "json (default), or raw little-endian numbers of 16 or 32 bits: u16, u32");
  add_flag(app, "--reference", "Encode by the reference implementation");
  app.footer(
      "Example:\n"
      "  bpetite encode --model tokenizer.json --text \"Hello world\"");
}

void run_encode(const CLI::App& app) {
  require_one_of(app, "--text", "--input");
  require_one_stdin(app, "--model", "--input");
  const Format format = format_argument(app);

  const Tokenizer tokenizer = load_tokenizer(required_value(app, "--model"));
  const std::string text = text_argument(app);
  const std::vector<TokenId> ids = given(app, "--reference")
                                       ? reference::encode(text, TokenizerAccess::table(tokenizer))
                                       : tokenizer.encode(text);
  write_result(write_ids(ids, format));
}

}  // namespace bpetite::cli
