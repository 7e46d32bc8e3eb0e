// bpetite decode: writes the text of token ids, byte for byte and nothing else (FR-32c, S29, S57r).
// The ids come from --ids or from a file (--input, --format). --stream writes each character as
// soon as its ids were read; --lossy, --bytes and --skip-special change what is written;
// --reference decodes by the reference implementation.
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <bpetite/decoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/id_stream.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"
#include "engine/decode.hpp"
#include "reference/decode.hpp"

namespace bpetite::cli {
namespace {

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

// Refuses options that cannot be given together with --stream.
void check_stream(const Arguments& arguments) {
  if (!arguments.given("--stream")) return;
  for (const char* const other : {"--ids", "--bytes", "--reference"}) {
    if (!arguments.given(other)) continue;
    throw UsageError(
        fmt::format("decode: --stream and {} are given, required at most one of them", other));
  }
}

// Writes the text of a stream, whole characters at a time.
class TextStream {
 public:
  TextStream(const Arguments& arguments, const Tokenizer& tokenizer)
      : tokenizer_(tokenizer),
        decoder_(tokenizer, arguments.given("--lossy") ? IllFormed::replaced : IllFormed::refused),
        skips_special_(arguments.given("--skip-special")) {}

  // Writes the text of each id as soon as its characters are complete. Before an error is reported,
  // the text before it is written.
  void write(std::span<const Number> numbers) {
    std::string text;
    try {
      for (const Number& number : numbers) text += text_of(number);
    } catch (const Error&) {
      write_part(text);
      throw;
    }
    write_part(text);
  }

  void finish() { write_result(decoder_.finish()); }

 private:
  std::string text_of(const Number& number) {
    // FR-22 "raises `KeyError`, which names it".
    if (!number.value) throw_unknown_id(number, place_);
    TokenizerAccess::model(tokenizer_).decoder().check_known(*number.value, place_);
    ++place_;
    const bool is_left_out =
        skips_special_ && without_special_tokens(tokenizer_, {&*number.value, 1}).empty();
    return is_left_out ? "" : decoder_.add({&*number.value, 1});
  }

  const Tokenizer& tokenizer_;
  StreamDecoder decoder_;
  bool skips_special_;
  std::uint64_t place_ = 0;  // the index of the next id
};

void decode_stream(const Arguments& arguments, const Tokenizer& tokenizer, Format format) {
  const std::string& path = arguments.required("--input");
  IdStream ids(open_input(path), format, fmt::format("decode: {}", utf8::quoted(path, 200)));
  TextStream text(arguments, tokenizer);
  for (std::vector<Number> next = ids.next(); !next.empty(); next = ids.next()) text.write(next);
  text.finish();
}

int run_decode(const Arguments& arguments) {
  check_ids_options(arguments);
  check_stream(arguments);
  if (arguments.given("--lossy") && arguments.given("--bytes")) {
    throw UsageError("decode: --lossy and --bytes are given, required at most one of them");
  }
  const Tokenizer tokenizer = open_model(arguments);
  if (arguments.given("--stream")) {
    decode_stream(arguments, tokenizer, format_argument(arguments));
    return 0;
  }
  std::vector<TokenId> ids = token_ids(given_ids(arguments), tokenizer);
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
      with_model_options({
          {"--ids", "N...", "The ids; none at all is the empty text", Count::words},
          {"--input", "PATH", "What encode wrote, in a file, or - for standard input"},
          {"--format", "json|u16|u32", "The format of --input: json (default), u16 or u32"},
          {"--lossy", "", "Put U+FFFD where the bytes are not UTF-8, instead of an error"},
          {"--bytes", "", "Write the bytes, whether they are UTF-8 or not"},
          {"--skip-special", "", "Leave special tokens out"},
          {"--stream", "", "Write each character as soon as the ids of --input have come"},
          {"--reference", "", "Decode by the reference implementation"},
      }),
      "Example:\n"
      "  bpetite decode --model tokenizer.json --ids 72 101 108 108 111\n"
      "  bpetite decode --model cl100k_base.tiktoken --profile cl100k --ids 9906 1917",
      run_decode,
  };
}

}  // namespace bpetite::cli
