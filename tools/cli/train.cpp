// bpetite train: texts in, an artifact out (FR-32a).
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <bpetite/errors.hpp>
#include <bpetite/training.hpp>

#include "bpetite/access.hpp"
#include "cli/arguments.hpp"
#include "cli/commands.hpp"
#include "cli/ids.hpp"
#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/threads.hpp"
#include "core/file.hpp"
#include "core/pattern.hpp"
#include "core/table.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "reference/train.hpp"

namespace bpetite::cli {
namespace {

// FR-9, S16: a number of any size and sign, where the library sees only those of 32 bits.
TokenId checked_vocab_size(const Number& number) {
  if (number.value) {
    check_vocab_size(*number.value);
    return *number.value;
  }
  if (number.text.starts_with('-')) {
    throw ValueError(fmt::format("train: vocab_size: {} is below 256", shown(number)), "FR-9");
  }
  throw ValueError(
      fmt::format("train: vocab_size: {} is above the limit {}", shown(number), max_vocab_size),
      "S16");
}

Tokenizer train(const std::vector<std::string>& texts, TokenId vocab_size, bool by_reference,
                unsigned threads) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  TrainingProgress progress(vocab_size - 256);
  const auto watch = [&progress](std::size_t merges) { progress.learned(merges); };
  Tokenizer tokenizer = by_reference ? TokenizerAccess::make(reference::train(
                                           views, vocab_size, patterns::v1, unicode::pinned, watch))
                                     : train_texts(views, vocab_size, watch, threads);
  progress.complete(tokenizer.merges().size());
  return tokenizer;
}

int run_train(const Arguments& arguments) {
  // Wrong usage first, then vocab_size, then the destination, then the input (S24).
  const std::vector<std::string> inputs = arguments.values("--input");
  const std::string& output = arguments.required("--output");
  const std::string& size_word = arguments.required("--vocab-size");
  const std::optional<Number> size = parse_number(size_word);
  if (!size) {
    throw UsageError(
        fmt::format("train: --vocab-size: {} is no whole number", utf8::quoted(size_word)));
  }
  if (output == "-") {
    throw UsageError("train: --output: an artifact is saved to a file, not to standard output");
  }
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw UsageError("train: --input: standard input can be read only once");
  }
  const unsigned threads = threads_argument(arguments);
  const TokenId vocab_size = checked_vocab_size(*size);
  const bool force = arguments.given("--force");
  file::check_destination(output, force);

  const auto start = std::chrono::steady_clock::now();
  std::vector<std::string> texts;
  std::size_t corpus_bytes = 0;
  for (const std::string& input : inputs) {
    texts.push_back(read_text(input, "train"));
    corpus_bytes += texts.back().size();
  }
  const Tokenizer tokenizer = train(texts, vocab_size, arguments.given("--reference"), threads);

  // An interrupt waits until the artifact is whole (S14f). The library judges the destination
  // again.
  {
    const SignalsHeld held;
    tokenizer.save(output, force);
  }
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;

  write_result(fmt::format(
      "{{\"corpus_bytes\":{},\"requested_vocab_size\":{},\"actual_mergeable_vocab_size\":{},"
      "\"special_token_count\":{},\"elapsed_ms\":{:.2f}}}\n",
      corpus_bytes, vocab_size, tokenizer.vocabulary().size(), tokenizer.special_tokens().size(),
      elapsed.count()));
  return 0;
}

}  // namespace

Command train_command() {
  return {
      "train",
      "Learn the merges of one or more texts, and save them as an artifact.",
      {
          {"--input", "PATH",
           "Text in UTF-8, or - for standard input; may be repeated, each a text of its own",
           Count::at_least_once},
          {"--vocab-size", "N", "Tokens to reach: 256 bytes and N - 256 merges", Count::once},
          {"--output", "PATH", "The artifact to write", Count::once},
          {"--force", "", "Replace the artifact if there is one"},
          {"--threads", "N",
           "Threads to use (all cores, or BPETITE_THREADS); the result is the same"},
          {"--reference", "", "Train by the reference implementation"},
      },
      "Writes one line of JSON, and shows its progress on standard error.\n\n"
      "Example:\n"
      "  bpetite train --input corpus.txt --vocab-size 512 --output tokenizer.json",
      run_train,
  };
}

}  // namespace bpetite::cli
