// bpetite decode: token ids in, the text out, byte for byte and nothing else (FR-32c).
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/ids.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"

namespace bpetite::cli {
namespace {

std::vector<Number> numbers_of_words(const std::vector<std::string>& words) {
  std::vector<Number> numbers;
  for (const std::string& word : words) {
    const std::optional<Number> number = parse_number(word);
    if (!number) {
      throw UsageError(fmt::format("decode: --ids: {} is no whole number", utf8::quoted(word)));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

}  // namespace

void declare_decode(CLI::App& app) {
  app.description("Turn token ids back into their text.");
  add_value(app, "--model", "PATH", "The artifact, or - for standard input")->required();
  add_value(app, "--ids", "N...", "The ids; none at all is the empty text");
  add_value(app, "--input", "PATH", "What encode wrote, in a file, or - for standard input");
  add_value(app, "--format", "FORMAT", "The format of --input: json (default), u16 or u32");
  add_flag(app, "--reference", "Decode by the reference implementation");
  app.footer(
      "Example:\n"
      "  bpetite decode --model tokenizer.json --ids 72 101 108 108 111");
}

void run_decode(const CLI::App& app) {
  require_one_of(app, "--ids", "--input");
  require_one_stdin(app, "--model", "--input");
  if (given(app, "--ids") && given(app, "--format")) {
    throw UsageError("decode: --format belongs to --input, not to --ids");
  }
  const Format format = format_argument(app);
  std::vector<Number> numbers;
  if (given(app, "--ids")) {
    numbers = numbers_of_words(words(app, "--ids"));
  }

  const Tokenizer tokenizer = load_tokenizer(required_value(app, "--model"));
  if (const auto path = value(app, "--input")) {
    numbers = read_ids(read_bytes(*path), format, utf8::quoted(*path, 200));
  }
  const std::vector<TokenId> ids = token_ids(numbers, tokenizer);
  write_result(given(app, "--reference") ? reference::decode(ids, TokenizerAccess::table(tokenizer))
                                         : tokenizer.decode(ids));
}

}  // namespace bpetite::cli
