// bpetite encode: a text in, token ids out (FR-32b).
#include <string>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "reference/encode.hpp"

namespace bpetite::cli {
namespace {

int run_encode(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  require_one_stdin(arguments, "--model", "--input");
  const Format format = format_argument(arguments);
  const unsigned threads = threads_argument(arguments);
  const SpecialChoice choice = special_choice(arguments);

  if (arguments.given("--count") && arguments.given("--format")) {
    throw UsageError("encode: --count and --format are given, required at most one of them");
  }
  const Tokenizer tokenizer = open_model(arguments, choice);
  const std::string text = text_argument(arguments);
  const Table& table = TokenizerAccess::table(tokenizer);
  std::vector<TokenId> ids = arguments.given("--reference")
                                 ? reference::encode(text, table, choice)
                                 : encode_parallel(tokenizer, text, threads, choice);
  if (arguments.given("--template")) ids = reference::with_template(ids, table.profile);
  write_result(arguments.given("--count") ? fmt::format("{}\n", ids.size())
                                          : write_ids(ids, format));
  return 0;
}

}  // namespace

Command encode_command() {
  return {
      "encode",
      "Turn a text into token ids.",
      {
          model_option,
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          allow_special_option,
          ordinary_option,
          {"--template", "", "Put the ids of the profile's template before and after"},
          {"--count", "", "Write how many ids there are, and not the ids"},
          {"--format", "FORMAT",
           "json (default), or raw little-endian numbers of 16 or 32 bits: u16, u32"},
          {"--threads", "N",
           "Threads to use (all cores, or BPETITE_THREADS); the result is the same"},
          {"--reference", "", "Encode by the reference implementation"},
      },
      "Example:\n"
      "  bpetite encode --model tokenizer.json --text \"Hello world\"\n"
      "  bpetite encode --model cl100k_base.tiktoken --profile cl100k --text \"Hello world\"",
      run_encode,
  };
}

}  // namespace bpetite::cli
