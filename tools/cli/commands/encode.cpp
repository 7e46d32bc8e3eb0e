// bpetite encode: a text in, token ids out (FR-32b).
#include <iterator>
#include <limits>
#include <optional>
#include <span>
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
#include "cli/options/suggestion.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "core/counted.hpp"
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

// The value of --max-ids; without it there is no limit.
std::size_t limit_argument(const Arguments& arguments) {
  constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  const auto word = arguments.value("--max-ids");
  if (!word) return none;
  const std::optional<Number> number = parse_number(*word);
  if (!number || (!number->value && word->starts_with('-'))) {
    const auto digits = in_digits(*word);
    throw UsageError(fmt::format("encode: --max-ids: {} is no whole number from 0 on{}",
                                 utf8::quoted(*word),
                                 digits ? fmt::format(", write --max-ids {}", *digits) : ""));
  }
  return number->value ? *number->value : none;
}

// What is wrong on the command line is an error before the model is read.
void check_options(const Arguments& arguments) {
  if (arguments.given("--count") && arguments.given("--format")) {
    throw UsageError("encode: --count and --format are given, required at most one of them");
  }
  limit_argument(arguments);
  if (!arguments.given("--offsets")) return;
  offset_unit(arguments);
  for (const char* other : {"--count", "--format", "--template"}) {
    if (!arguments.given(other)) continue;
    throw UsageError(
        fmt::format("encode: --offsets and {} are given, required at most one of them", other));
  }
}

// One call of encode: a text, and how it is to be encoded.
struct Work {
  const Arguments& arguments;
  const Tokenizer& tokenizer;
  std::string_view text;
  const SpecialChoice& choice;
  unsigned threads;

  bool by_reference() const { return arguments.given("--reference"); }
  bool with_template() const { return arguments.given("--template"); }
  const Table& table() const { return TokenizerAccess::table(tokenizer); }
};

// The ids of the text, or the first of them.
EncodedPrefix ids_of(const Work& work) {
  const auto& [arguments, tokenizer, text, choice, threads] = work;
  const std::size_t limit = limit_argument(arguments);
  if (work.by_reference()) {
    return work.with_template()
               ? reference::encode_with_template_up_to(text, limit, work.table(), choice)
               : reference::encode_up_to(text, limit, work.table(), choice);
  }
  if (arguments.given("--max-ids")) {
    return work.with_template() ? encode_with_template_up_to(tokenizer, text, limit, choice)
                                : encode_up_to(tokenizer, text, limit, choice);
  }
  EncodedPrefix all{encode_parallel(tokenizer, text, threads, choice), false, text.size(),
                    text.size()};
  if (work.with_template()) all.ids = reference::with_template(all.ids, work.table().profile);
  return all;
}

// Where the ids came from.
std::vector<Span> spans_of(const Work& work, std::span<const TokenId> ids) {
  const OffsetUnit unit = offset_unit(work.arguments);
  if (!work.by_reference()) return offsets_of(work.tokenizer, work.text, ids, work.choice, unit);
  std::vector<Span> spans = reference::byte_spans(work.text, ids, work.table(), work.choice);
  return unit == OffsetUnit::bytes ? spans : reference::scalar_spans(work.text, spans);
}

// The number of ids, which are not kept if the engine can do without (S28a).
std::size_t ids_in(const Work& work) {
  const auto& [before, after] = work.table().profile.ids_around;
  const std::size_t around = work.with_template() ? before.size() + after.size() : 0;
  return count_ids(work.tokenizer, work.text, work.choice) + around;
}

// For people: where --max-ids has cut the text, and what of it is on both sides (S28e).
std::string note_on_cut(const EncodedPrefix& first, std::string_view text) {
  std::string note = fmt::format(
      "bpetite: encode: cut after {}: {} {} of {}, the rest begins at byte {}",
      counted(first.ids.size(), "id"), first.ids.size() == 1 ? "it covers" : "they cover",
      first.covered, counted(text.size(), "byte"), first.rest);
  if (first.rest < first.covered) {
    const bool is_in_scalar = (static_cast<unsigned char>(text[first.covered]) & 0xC0U) == 0x80U;
    note +=
        fmt::format(": the {} there is cut in two", is_in_scalar ? "scalar" : "normalized group");
  }
  return note + "\n";
}

int run_encode(const Arguments& arguments) {
  arguments.require_one_of("--text", "--input");
  require_one_stdin(arguments, "--model", "--input");
  const Format format = format_argument(arguments);
  const unsigned threads = threads_argument(arguments);
  const SpecialChoice choice = special_choice(arguments);
  check_options(arguments);

  const Tokenizer tokenizer = open_model(arguments, choice);
  const std::string text = text_argument(arguments);
  const Work work{arguments, tokenizer, text, choice, threads};
  if (arguments.given("--count") && !arguments.given("--max-ids") && !work.by_reference()) {
    write_result(fmt::format("{}\n", ids_in(work)));
    return 0;
  }
  const EncodedPrefix found = ids_of(work);
  if (arguments.given("--offsets")) {
    write_result(write_offsets({found.ids, spans_of(work, found.ids)}));
  } else {
    write_result(arguments.given("--count") ? fmt::format("{}\n", found.ids.size())
                                            : write_ids(found.ids, format));
  }
  if (found.is_cut) write_note(note_on_cut(found, text));
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
          {"--max-ids", "N",
           "Write the first N ids at most, those of the template with them, and say what was cut"},
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
