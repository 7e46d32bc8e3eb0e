// bpetite train: learns merges from texts or counts, and writes an artifact (FR-32a, S42c). Checks
// the options, the vocabulary size and the destination first; refuses a training from counted
// chunks that needs more memory than there is; shows progress on standard error; writes the size of
// the corpus and of the vocabulary, and the time, as a line of JSON. --reference trains by the
// reference implementation.
#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <bpetite/errors.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/memory.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/options/threads.hpp"
#include "cli/options/training.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/progress.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "engine/count/bounded_counts.hpp"
#include "engine/count/saved_counts.hpp"
#include "engine/train.hpp"
#include "profiles/profiles.hpp"
#include "reference/normalize.hpp"
#include "reference/train.hpp"

namespace bpetite::cli {
namespace {

// FR-9, S16: the vocabulary size may be written as a number of any size and sign. The library
// accepts only 32 bits.
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

struct Trained {
  Tokenizer tokenizer;
  std::uint64_t corpus_bytes = 0;
};

Trained by_reference(const Corpus& corpus, TokenId vocab_size, const Profile& profile) {
  std::vector<std::string> texts;
  std::uint64_t corpus_bytes = 0;
  for (const std::string& input : corpus.inputs) {
    texts.push_back(corpus_text(input, "train"));
    corpus_bytes += reference::normalize(texts.back(), profile.normalizer).size();
  }
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  TrainingProgress progress(vocab_size - 256);
  Table table = reference::train(views, vocab_size, profile,
                                 [&progress](std::size_t merges) { progress.learned(merges); });
  progress.complete(table.merges.size());
  return {TokenizerAccess::make(std::move(table)), corpus_bytes};
}

Trained from_chunks(const engine::count::ChunkSource& chunks, TokenId vocab_size,
                    const Profile& profile, bool tell_memory) {
  const engine::TrainingSize size = engine::training_size(chunks);
  if (tell_memory) {
    write_note(fmt::format("Training memory: bytes={} distinct={}\n", size.memory(), size.chunks));
  }
  require_memory(size.memory());
  TrainingProgress progress(vocab_size - 256);
  Table table = trained_table(
      profile, engine::learn_merges(chunks, size, vocab_size - 256,
                                    [&progress](std::size_t merges) { progress.learned(merges); }));
  progress.complete(table.merges.size());
  return {TokenizerAccess::make(std::move(table)), size.corpus_bytes};
}

Trained train(const Arguments& arguments, const Corpus& corpus, const ProfileChoice& choice,
              TokenId vocab_size, unsigned threads) {
  const auto directory = file::directory_of(arguments.required("--output"));
  if (arguments.given("--from-counts")) {
    const engine::count::CountsFiles files(arguments.values("--from-counts"), directory);
    const Profile profile = choice.over(files.profile());
    files.require(profile);
    backend::check_training_size(vocab_size, profile);
    return from_chunks(files.source(), vocab_size, profile, true);
  }
  const Profile profile = choice.over(profiles::by_default());
  backend::check_training_size(vocab_size, profile);
  if (arguments.given("--reference")) {
    return by_reference(corpus, vocab_size, profile);
  }
  engine::count::BoundedCounts counts(profile, threads, corpus.memory, directory);
  {
    CountingProgress progress(CountingProgress::Lines::hidden, bytes_of(corpus));
    count_corpus(corpus, counts, [&progress](std::uint64_t bytes) { progress.counted(bytes); });
  }
  return from_chunks([&counts](const engine::count::VisitCount& visit) { counts.for_each(visit); },
                     vocab_size, profile, arguments.given("--memory"));
}

// Refuses options that the reference does not have, and options that counts files have already
// settled.
void check_usage(const Arguments& arguments) {
  arguments.require_one_of("--input", "--from-counts");
  for (const char* option : {"--memory", "--jsonl", "--separator"}) {
    if (arguments.given(option) && arguments.given("--from-counts")) {
      throw UsageError(
          fmt::format("train: {}: not with --from-counts, where counting is done", option));
    }
    if (arguments.given(option) && arguments.given("--reference")) {
      throw UsageError(fmt::format("train: {}: the reference reads whole texts", option));
    }
  }
  if (arguments.given("--from-counts") && arguments.given("--reference")) {
    throw UsageError("train: --from-counts: the reference reads whole texts");
  }
  const std::vector<std::string> files = arguments.values("--from-counts");
  if (arguments.given("--from-counts") && (files.empty() || std::ranges::count(files, "-") > 0)) {
    throw UsageError("train: --from-counts: counts files are required, not standard input");
  }
}

int run_train(const Arguments& arguments) {
  // Errors come in this order: wrong usage, vocab_size, the destination, the input (S24).
  check_usage(arguments);
  const Corpus corpus = corpus_of(arguments);
  const ProfileChoice choice = profile_choice(arguments);
  const std::string& output = arguments.required("--output");
  const std::string& size_word = arguments.required("--vocab-size");
  const std::optional<Number> size = parse_number(size_word);
  if (!size) {
    const auto digits = in_digits(size_word);
    throw UsageError(fmt::format("train: --vocab-size: {} is not a whole number{}",
                                 utf8::quoted(size_word),
                                 digits ? fmt::format(", write --vocab-size {}", *digits) : ""));
  }
  if (output == "-") {
    throw UsageError("train: --output: an artifact is saved to a file, not to standard output");
  }
  const unsigned threads = threads_argument(arguments);
  const TokenId vocab_size = checked_vocab_size(*size);
  const bool force = arguments.given("--force");
  file::check_destination(output, force);

  const auto start = std::chrono::steady_clock::now();
  const auto [tokenizer, corpus_bytes] = train(arguments, corpus, choice, vocab_size, threads);

  // An interrupt waits until the artifact is complete (S14f). The library checks the destination
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
          corpus_input,
          {"--from-counts", "COUNTS", "Counts files, in place of texts", Count::words},
          {"--vocab-size", "N", "Tokens to reach: 256 bytes and N - 256 merges", Count::once},
          {"--output", "PATH", "The artifact to write", Count::once},
          {"--force", "", "Replace the artifact if there is one"},
          threads_option,
          corpus_memory,
          corpus_jsonl,
          corpus_separator,
          corpus_bad_line,
          training_profile,
          pattern_option,
          dialect_option,
          unicode_option,
          training_normalizer,
          training_special,
          {"--reference", "", "Train by the reference implementation"},
      },
      "Writes one line of JSON, and shows its progress on standard error.\n\n"
      "Example:\n"
      "  bpetite train --input corpus.txt --vocab-size 512 --output tokenizer.json",
      run_train,
  };
}

}  // namespace bpetite::cli
