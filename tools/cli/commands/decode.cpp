// bpetite decode: token ids in, the text out, byte for byte and nothing else (FR-32c, S29).
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <bpetite/decoding.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"
#include "reference/decode.hpp"

namespace bpetite::cli {
namespace {

std::vector<Number> numbers_of_words(const std::vector<std::string>& words) {
  std::vector<Number> numbers;
  for (const std::string& word : words) {
    const std::optional<Number> number = parse_number(word);
    if (!number) {
      const auto ids = side_by_side(word);
      throw UsageError(
          fmt::format("decode: --ids: {} is no whole number{}", utf8::quoted(word),
                      ids ? fmt::format(": ids stand side by side, as in --ids {}", *ids) : ""));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::string by_reference(const Arguments& arguments, const Tokenizer& tokenizer,
                         const std::vector<TokenId>& ids) {
  const Table& table = TokenizerAccess::table(tokenizer);
  return arguments.given("--lossy")   ? reference::decode_lossy(ids, table)
         : arguments.given("--bytes") ? reference::decode_bytes(ids, table)
                                      : reference::decode(ids, table);
}

std::string by_engine(const Arguments& arguments, const Tokenizer& tokenizer,
                      const std::vector<TokenId>& ids) {
  if (arguments.given("--bytes")) return decode_bytes(tokenizer, ids);
  return decode(tokenizer, ids,
                arguments.given("--lossy") ? IllFormed::replaced : IllFormed::refused);
}

int run_decode(const Arguments& arguments) {
  arguments.require_one_of("--ids", "--input");
  require_one_stdin(arguments, "--model", "--input");
  if (arguments.given("--ids") && arguments.given("--format")) {
    throw UsageError("decode: --format belongs to --input, not to --ids");
  }
  if (arguments.given("--lossy") && arguments.given("--bytes")) {
    throw UsageError("decode: --lossy and --bytes are given, required at most one of them");
  }
  const Format format = format_argument(arguments);
  std::vector<Number> numbers;
  if (arguments.given("--ids")) {
    numbers = numbers_of_words(arguments.values("--ids"));
  }

  const Tokenizer tokenizer = open_model(arguments);
  if (const auto path = arguments.value("--input")) {
    numbers = read_ids(read_data(*path), format, utf8::quoted(*path, 200));
  }
  std::vector<TokenId> ids = token_ids(numbers, tokenizer);
  if (arguments.given("--skip-special")) ids = without_special_tokens(tokenizer, ids);
  write_result(arguments.given("--reference") ? by_reference(arguments, tokenizer, ids)
                                              : by_engine(arguments, tokenizer, ids));
  return 0;
}

}  // namespace

Command decode_command() {
  return {
      "decode",
      "Turn token ids back into their text.",
      {
          model_option,
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          {"--ids", "N...", "The ids; none at all is the empty text", Count::words},
          {"--input", "PATH", "What encode wrote, in a file, or - for standard input"},
          {"--format", "FORMAT", "The format of --input: json (default), u16 or u32"},
          {"--lossy", "", "Put U+FFFD where the bytes are no UTF-8, instead of an error"},
          {"--bytes", "", "Write the bytes, whether they are UTF-8 or not"},
          {"--skip-special", "", "Leave special tokens out"},
          {"--reference", "", "Decode by the reference implementation"},
      },
      "Example:\n"
      "  bpetite decode --model tokenizer.json --ids 72 101 108 108 111\n"
      "  bpetite decode --model cl100k_base.tiktoken --profile cl100k --ids 9906 1917",
      run_decode,
  };
}

}  // namespace bpetite::cli
