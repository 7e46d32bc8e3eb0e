// The corpus of `train` and `count`: reads the options that describe it (--input, --jsonl,
// --separator, --on-bad-line, --memory), reads the inputs block by block and counts their chunks,
// and finds the size of all inputs. Also reads options that are a number of bytes, such as 256M.
#include "cli/options/corpus.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "cli/options/input.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"
#include "corpus/compressed.hpp"
#include "engine/count/count_stream.hpp"

namespace bpetite::cli {
namespace {

constexpr std::size_t corpus_block = std::size_t{1} << 23;

std::string place_of_input(std::string_view command, const std::string& input) {
  return fmt::format("{}: {}", command, utf8::quoted(input, 200));
}

}  // namespace

Corpus corpus_of(const Arguments& arguments) {
  Corpus corpus;
  corpus.command = arguments.command();
  const auto refuse = [&corpus](std::string_view what) {
    throw UsageError(fmt::format("{}: {}", corpus.command, what));
  };
  corpus.inputs = arguments.values("--input");
  corpus.separator = arguments.value("--separator").value_or("");
  corpus.field = arguments.value("--jsonl");
  corpus.memory = size_argument(arguments, "--memory", corpus.memory);
  if (arguments.given("--separator")) {
    if (corpus.separator.empty() || utf8::first_ill_formed(corpus.separator)) {
      refuse("--separator: UTF-8 is required, at least a character");
    }
    if (corpus.field) refuse("--separator: a line of JSON Lines is one text without a separator");
  }
  if (arguments.given("--on-bad-line") && !corpus.field) {
    refuse("--on-bad-line: only JSON Lines have bad lines (--jsonl)");
  }
  corpus.skip_bad_lines = skips_bad_lines(arguments);
  return corpus;
}

bool skips_bad_lines(const Arguments& arguments) {
  const std::string what = arguments.value("--on-bad-line").value_or("stop");
  if (what != "stop" && what != "skip") {
    throw UsageError(fmt::format("{}: --on-bad-line: {} is neither stop nor skip",
                                 arguments.command(), utf8::quoted(what)));
  }
  return what == "skip";
}

std::string corpus_text(const std::string& input, std::string_view command) {
  const std::string place = place_of_input(command, input);
  corpus::Input content(open_input(input), place);
  std::string text;
  for (bool ended = false; !ended;) {
    const std::size_t known = text.size();
    text.resize(known + corpus_block);
    text.resize(known + content.read(text.data() + known, corpus_block));
    ended = text.size() < known + corpus_block;
  }
  if (const auto offset = utf8::first_ill_formed(text)) {
    utf8::throw_ill_formed(text, *offset, place);
  }
  return text;
}

void count_corpus(const Corpus& corpus, engine::count::BoundedCounts& counts,
                  const std::function<void(std::uint64_t)>& progress) {
  std::uint64_t before = 0;
  std::uint64_t skipped = 0;
  for (const std::string& input : corpus.inputs) {
    const std::string place = place_of_input(corpus.command, input);
    const engine::count::StreamForm form =
        corpus.field
            ? engine::count::lines_form({*corpus.field, corpus.skip_bad_lines}, place, skipped)
            : engine::count::text_form(counts.cutter(), corpus.separator, place);
    corpus::Input content(open_input(input), place);
    engine::count::count_stream(
        [&content](char* into, std::size_t size) { return content.read(into, size); }, form,
        corpus_block, counts, [&](std::uint64_t) { progress(before + content.file_offset()); });
    before += content.file_offset();
  }
  if (skipped > 0) write_note(fmt::format("Lines skipped: {}\n", skipped));
}

std::optional<std::uint64_t> bytes_of(const Corpus& corpus) {
  std::uint64_t bytes = 0;
  for (const std::string& input : corpus.inputs) {
    struct stat status {};
    if (input == "-" || ::stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
      return std::nullopt;
    }
    bytes += static_cast<std::uint64_t>(status.st_size);
  }
  return bytes;
}

std::size_t size_argument(const Arguments& arguments, const std::string& option,
                          std::size_t fallback) {
  const auto word = arguments.value(option);
  if (!word) return fallback;
  constexpr std::string_view units = "KMG";
  std::string_view digits = *word;
  const std::size_t unit = digits.empty() ? std::string_view::npos : units.find(digits.back());
  if (unit != std::string_view::npos) digits.remove_suffix(1);
  const std::size_t factor =
      unit == std::string_view::npos ? 1 : std::size_t{1} << (10 * (unit + 1));

  std::size_t number = 0;
  const bool known =
      !digits.empty() && digits.size() <= 19 && std::ranges::all_of(digits, [&number](char c) {
        number = number * 10 + static_cast<unsigned char>(c) - '0';
        return c >= '0' && c <= '9';
      });
  if (!known || number == 0 || number > std::numeric_limits<std::size_t>::max() / factor) {
    throw UsageError(
        fmt::format("{}: {}: {} is not a number of bytes above 0, such as 1000, 64K, 256M, 4G",
                    arguments.command(), option, utf8::quoted(*word)));
  }
  return number * factor;
}

}  // namespace bpetite::cli
