// bpetite encode: writes the token ids of a text (FR-32b) as JSON or as raw numbers (--format), or
// their number (--count), or each id with its place in the text (--offsets). --max-ids limits the
// ids, and a note on standard error says where the text was cut; --limit stops the count (S66e).
// --template, --prepend and --append put ids around them, and --reference encodes by the reference
// implementation. --batch, --stream and --parts have files of their own (encode.hpp).
#include <iterator>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>
#include <bpetite/offsets.hpp>
#include <bpetite/windows.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/commands/encode.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/texts.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "reference/encode.hpp"
#include "reference/offsets.hpp"
#include "reference/windows.hpp"

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

// The value of --max-ids, or the largest number if it is not given.
std::size_t id_limit(const Arguments& arguments) {
  return limit_argument(arguments, "--max-ids").value_or(std::numeric_limits<std::size_t>::max());
}

// Reports a wrong command line before the model is read.
void check_options(const Arguments& arguments) {
  if (arguments.given("--count") && arguments.given("--format")) {
    throw UsageError("encode: --count and --format are given, required at most one of them");
  }
  id_limit(arguments);
  limit_argument(arguments, "--limit");
  pending_limit(arguments);
  parts_options(arguments);
  check_batch(arguments);
  if (!arguments.given("--offsets")) return;
  offset_unit(arguments);
  for (const char* other : {"--count", "--format", "--template", "--prepend", "--append"}) {
    if (!arguments.given(other)) continue;
    throw UsageError(
        fmt::format("encode: --offsets and {} are given, required at most one of them", other));
  }
}

// The tokens of --prepend and --append, as ids around a text.
Template ends_of(const Arguments& arguments, const Tokenizer& tokenizer) {
  Template ends;
  if (const auto id = token_argument(arguments, "--prepend", tokenizer)) ends.before = {*id};
  if (const auto id = token_argument(arguments, "--append", tokenizer)) ends.after = {*id};
  return ends;
}

std::size_t size_of(const Template& around) { return around.before.size() + around.after.size(); }

// A text, and how it is to be encoded.
struct Work {
  const Arguments& arguments;
  const Tokenizer& tokenizer;
  std::string_view text;
  const SpecialChoice& choice;
  const Template& ends;
  unsigned threads;

  bool by_reference() const { return arguments.given("--reference"); }
  bool with_template() const { return arguments.given("--template"); }
  const Table& table() const { return TokenizerAccess::table(tokenizer); }
};

// The ids of the text, with those of the profile's template if --template is given. At most `limit`
// ids.
EncodedPrefix ids_within(const Work& work, std::size_t limit) {
  const auto& [arguments, tokenizer, text, choice, ends, threads] = work;
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
  if (work.with_template()) {
    all.ids = with_template(std::move(all.ids), work.table().profile.ids_around);
  }
  return all;
}

// The same with the tokens of --prepend and --append, which count for the limit (S57c).
EncodedPrefix ids_of(const Work& work) {
  const std::size_t limit = id_limit(work.arguments);
  const std::size_t ends = size_of(work.ends);
  if (ends > limit) {
    throw ValueError(fmt::format("encode: at most {}: --prepend and --append are {}",
                                 counted(limit, "id"), ends),
                     "S57c");
  }
  EncodedPrefix found = ids_within(work, limit - ends);
  found.ids = work.by_reference() ? reference::with_template(std::move(found.ids), work.ends)
                                  : with_template(std::move(found.ids), work.ends);
  return found;
}

// The place in the text that each id comes from.
std::vector<Span> spans_of(const Work& work, std::span<const TokenId> ids) {
  const OffsetUnit unit = offset_unit(work.arguments);
  if (!work.by_reference()) return offsets_of(work.tokenizer, work.text, ids, work.choice, unit);
  std::vector<Span> spans = reference::byte_spans(work.text, ids, work.table(), work.choice);
  return unit == OffsetUnit::bytes ? spans : reference::scalar_spans(work.text, spans);
}

// The number of ids, counted without keeping them (S28a).
std::size_t count_of_ids(const Work& work) {
  std::size_t count = count_ids(work.tokenizer, work.text, work.choice);
  if (work.with_template()) {
    count += size_of(work.table().profile.ids_around);
    check_size(work.table().profile.ids_around, count);
  }
  return count + size_of(work.ends);
}

// The number of ids, or ">N" if there are more than the N of --limit (S66e).
std::string count_until(const Work& work, std::size_t limit) {
  const std::size_t count =
      work.by_reference() ? reference::count_up_to(work.text, limit, work.table(), work.choice)
                          : count_up_to(work.tokenizer, work.text, limit, work.choice);
  return count > limit ? fmt::format(">{}\n", limit) : fmt::format("{}\n", count);
}

// For people: the place where --max-ids has cut the text, and how much of the text the ids cover
// (S28e).
std::string note_on_cut(const EncodedPrefix& first, std::string_view text) {
  std::string note = fmt::format(
      "bpetite: encode: cut after {}: {} {} of {}, the rest begins at byte {}",
      counted(first.ids.size(), "id"), first.ids.size() == 1 ? "it covers" : "they cover",
      first.covered, counted(text.size(), "byte"), first.rest);
  if (first.rest < first.covered) {
    const bool is_in_scalar =
        first.covered < text.size() && utf8::is_continuation(text[first.covered]);
    note +=
        fmt::format(": the {} there is cut in two", is_in_scalar ? "scalar" : "normalized group");
  }
  return note + "\n";
}

// The result for a text as it is written, and its ids, which say whether the text was cut.
struct Encoded {
  std::string result;
  EncodedPrefix ids;
};

Encoded encoded(const Work& work, Format format) {
  const Arguments& arguments = work.arguments;
  const bool counts = arguments.given("--count");
  if (const auto limit = limit_argument(arguments, "--limit")) {
    return {count_until(work, *limit), {}};
  }
  if (counts && !arguments.given("--max-ids") && !work.by_reference()) {
    return {fmt::format("{}\n", count_of_ids(work)), {}};
  }
  EncodedPrefix found = ids_of(work);
  std::string result = counts ? fmt::format("{}\n", found.ids.size())
                       : arguments.given("--offsets")
                           ? write_offsets({found.ids, spans_of(work, found.ids)})
                           : write_ids(found.ids, format);
  return {std::move(result), std::move(found)};
}

int run_encode(const Arguments& arguments) {
  if (!arguments.given("--parts")) arguments.require_one_of("--text", "--input");
  const Format format = format_argument(arguments);
  const unsigned threads = threads_argument(arguments);
  const SpecialChoice choice = special_choice(arguments);
  check_options(arguments);
  if (const auto lengths = arguments.value("--lengths")) {
    file::check_destination(*lengths, arguments.given("--force"));
  }

  const Tokenizer tokenizer = open_model(arguments, choice);
  if (arguments.given("--parts")) {
    encode_lines_of_parts(arguments, tokenizer, threads);
    return 0;
  }
  if (arguments.given("--stream")) {
    encode_stream(arguments, tokenizer, choice, format);
    return 0;
  }
  const Template ends = ends_of(arguments, tokenizer);
  if (arguments.given("--batch")) {
    encode_batch(arguments, threads, [&](std::string_view text) {
      Encoded one = encoded({arguments, tokenizer, text, choice, ends, 1}, format);
      return BatchResult{std::move(one.result), one.ids.ids.size(), one.ids.is_cut};
    });
  } else {
    const std::string text = text_argument(arguments);
    const Encoded one = encoded({arguments, tokenizer, text, choice, ends, threads}, format);
    write_result(one.result);
    if (one.ids.is_cut) write_note(note_on_cut(one.ids, text));
  }
  return 0;
}

}  // namespace

Command encode_command() {
  return {
      "encode",
      "Turn a text into token ids.",
      with_model_options({
          {"--text", "TEXT", "The text itself"},
          {"--input", "PATH", "The text in a file in UTF-8, or - for standard input"},
          allow_special_option,
          ordinary_option,
          {"--template", "",
           "Put the ids of the profile's template before and after those of the text"},
          {"--prepend", "TOKEN", "A special token, or the id of any token, to put before the ids"},
          {"--append", "TOKEN", "The same, to put behind the ids"},
          batch_option,
          batch_field,
          corpus_bad_line,
          batch_lengths,
          {"--force", "", "Replace the file of --lengths if there is one"},
          {"--stream", "",
           "Write ids while the text of --input arrives: a line for each piece that completes "
           "ids"},
          {"--max-pending", "BYTES",
           "With --stream, how many bytes may wait for more text; 1M if left out"},
          {"--parts", "PATH",
           "Encode texts in parts. PATH is JSON Lines, or - for standard input: each line has "
           "parts, which are trusted (template, token) or not (text)"},
          {"--seams", "joined|cut",
           "Encode neighbouring parts as one text (joined, the default), or each part alone (cut)"},
          {"--strict", "",
           "With --parts, find no added token at all in parts that are not trusted"},
          {"--count", "", "Write the number of ids, not the ids"},
          {"--limit", "N", "With --count, stop counting at N, and write >N if there are more"},
          {"--max-ids", "N",
           "Write at most the first N ids, counting those around the text, and say what was cut"},
          {"--offsets", "bytes|scalars",
           "Write the ids and the place of each in the text, in bytes or scalars, as JSON"},
          {"--format", "json|u16|u32",
           "json (default), or raw little-endian numbers of 16 or 32 bits: u16, u32"},
          threads_option,
          {"--reference", "", "Encode by the reference implementation"},
      }),
      "Example:\n"
      "  bpetite encode --model tokenizer.json --text \"Hello world\"\n"
      "  bpetite encode --model cl100k_base.tiktoken --profile cl100k --text \"Hello world\"\n"
      "  bpetite encode --model tokenizer.json --stream --input -\n"
      "  bpetite encode --model tokenizer.json --parts prompts.jsonl\n"
      "  bpetite encode --model tokenizer.json --batch jsonl --input a.jsonl.gz --format u16 "
      "--lengths a.lengths > a.u16\n\n"
      "A line of --parts:\n"
      "  {\"parts\":[{\"template\":\"<|user|>\"},{\"text\":\"hello\"},{\"token\":\"<|end|>\"}]}",
      run_encode,
      {},
      {
          {"--stream",
           {"--input"},
           {"--template", "--prepend", "--append", "--batch", "--count", "--max-ids", "--offsets",
            "--threads", "--reference"}},
          {"--max-pending", {"--stream"}},
          {"--parts",
           {},
           {"--text", "--input", "--allow-special", "--ordinary", "--template", "--prepend",
            "--append", "--batch", "--on-bad-line", "--max-ids", "--offsets", "--format"}},
          {"--field", {"--batch"}},
          {"--lengths", {"--batch"}, {"--count"}},
          {"--force", {"--lengths"}},
          {"--seams", {"--parts"}},
          {"--strict", {"--parts"}},
          {"--limit", {"--count"}, {"--template", "--prepend", "--append", "--max-ids", "--parts"}},
      },
  };
}

}  // namespace bpetite::cli
