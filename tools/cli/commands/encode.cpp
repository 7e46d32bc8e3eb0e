// bpetite encode: a text in, token ids out (FR-32b).
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/offsets.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"

namespace bpetite::cli {
namespace {

// {"ids":[256,99],"offsets":[[0,2],[2,3]]}
std::string write_offsets(const IdsWithOffsets& found) {
  std::string shown = "{\"ids\":[";
  fmt::format_to(std::back_inserter(shown), "{}", fmt::join(found.ids, ","));
  shown += "],\"offsets\":[";
  for (std::size_t i = 0; i < found.spans.size(); ++i) {
    const auto [begin, end] = found.spans[i];
    fmt::format_to(std::back_inserter(shown), "{}[{},{}]", i == 0 ? "" : ",", begin, end);
  }
  return shown + "]}\n";
}

// The value of --offsets.
OffsetUnit offset_unit(const Arguments& arguments) {
  const std::string& unit = arguments.required("--offsets");
  if (unit == "bytes") return OffsetUnit::bytes;
  if (unit == "scalars") return OffsetUnit::scalars;
  throw UsageError(
      fmt::format("encode: --offsets: {} is none of bytes, scalars", utf8::quoted(unit)));
}

IdsWithOffsets with_offsets(const Arguments& arguments, const Tokenizer& tokenizer,
                            std::string_view text, const SpecialChoice& choice) {
  const OffsetUnit unit = offset_unit(arguments);
  if (!arguments.given("--reference")) return encode_with_offsets(tokenizer, text, choice, unit);
  const Table& table = TokenizerAccess::table(tokenizer);
  IdsWithOffsets found{reference::encode(text, table, choice), {}};
  found.spans = reference::byte_spans(text, found.ids, table, choice);
  if (unit == OffsetUnit::scalars) found.spans = reference::scalar_spans(text, found.spans);
  return found;
}

int run_encode(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  require_one_stdin(arguments, "--model", "--input");
  const Format format = format_argument(arguments);
  const unsigned threads = threads_argument(arguments);
  const SpecialChoice choice = special_choice(arguments);

  if (arguments.given("--count") && arguments.given("--format")) {
    throw UsageError("encode: --count and --format are given, required at most one of them");
  }
  if (arguments.given("--offsets")) {
    offset_unit(arguments);  // a wrong one is an error before the model is read
    for (const char* other : {"--count", "--format", "--template"}) {
      if (!arguments.given(other)) continue;
      throw UsageError(
          fmt::format("encode: --offsets and {} are given, required at most one of them", other));
    }
  }
  const Tokenizer tokenizer = open_model(arguments, choice);
  const std::string text = text_argument(arguments);
  if (arguments.given("--offsets")) {
    write_result(write_offsets(with_offsets(arguments, tokenizer, text, choice)));
    return 0;
  }
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
          missing_option,
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          allow_special_option,
          ordinary_option,
          {"--template", "", "Put the ids of the profile's template before and after"},
          {"--count", "", "Write how many ids there are, and not the ids"},
          {"--offsets", "UNIT",
           "Write the ids and the place of each in the text, in bytes or scalars, as JSON"},
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
