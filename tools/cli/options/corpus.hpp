// The corpus of `train` and `count`: which files, in which form, counted with what.
//
//   --input a.txt --input -            two texts, the second from standard input
//   --input b.jsonl --jsonl text       a text for each line
//   --input c.txt --separator '<|>'    a text for each document between separators
//   --memory 256M --threads 2          tables of up to 128 MiB, and files beside the output
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "engine/count/bounded_counts.hpp"

namespace bpetite::cli {

struct Corpus {
  std::string command;  // for messages
  std::vector<std::string> inputs;
  std::string separator;             // empty: each input is one text
  std::optional<std::string> field;  // given: JSON Lines
  bool skip_bad_lines = false;
  std::size_t memory = engine::count::BoundedCounts::unbounded;
};

inline constexpr Option corpus_input{
    "--input", "PATH",
    "Text in UTF-8, or - for standard input; may be repeated, each a text of its own", Count::any};
inline constexpr Option corpus_memory{
    "--memory", "BYTES", "For counting; beyond it files are used beside the output: 256M, 4G"};
inline constexpr Option corpus_jsonl{"--jsonl", "FIELD",
                                     "Inputs are JSON Lines, this field of each a text"};
inline constexpr Option corpus_separator{
    "--separator", "STRING", "What stands between texts in an input, and is not counted"};
inline constexpr Option corpus_bad_line{
    "--on-bad-line", "stop|skip", "stop (the default) or skip lines of JSON Lines without a text"};

// UsageError for what does not go together.
Corpus corpus_of(const Arguments& arguments);

// Counts all inputs, and says on standard error how many lines were skipped. `progress` is told the
// bytes read so far.
void count_corpus(const Corpus& corpus, engine::count::BoundedCounts& counts,
                  const std::function<void(std::uint64_t)>& progress);

// How many bytes that will be; nothing where an input does not say.
std::optional<std::uint64_t> bytes_of(const Corpus& corpus);

// A number of bytes: 1000, 64K, 256M, 4G (powers of 2). UsageError for anything else, and for 0.
std::size_t size_argument(const Arguments& arguments, const std::string& option,
                          std::size_t fallback);

}  // namespace bpetite::cli
