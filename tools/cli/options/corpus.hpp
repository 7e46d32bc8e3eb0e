// The corpus of `train` and `count`: the options that describe it, the `Corpus` that they give, the
// counting of its chunks, and its size. `size_argument` reads any option that is a number of bytes,
// and `skips_bad_lines` the option --on-bad-line, also for `encode --batch`.
//
//   --input a.txt --input -            two texts, the second from standard input
//   --input b.jsonl --jsonl body       the member "body" of each line is a text
//   --on-bad-line skip                 lines without such a text are left out, and counted
//   --input c.txt --separator '<|>'    a text for each document between separators
//   --memory 256M                      for the tables of all threads together; what does not fit
//                                      goes to files beside the output
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "engine/count/bounded_counts.hpp"

namespace bpetite::cli {

struct Corpus {
  std::string command;  // for messages
  std::vector<std::string> inputs;
  std::string separator;             // empty: each input is one text
  std::optional<std::string> field;  // of JSON Lines: the member with the text
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

// The value of --on-bad-line. Throws UsageError if it is neither stop nor skip.
bool skips_bad_lines(const Arguments& arguments);

// Reads the options. Throws UsageError if they exclude each other.
Corpus corpus_of(const Arguments& arguments);

// The whole content of an input, which may be compressed (S41f). Throws UnicodeDecodeError if it is
// not UTF-8.
std::string corpus_text(const std::string& input, std::string_view command);

// Counts all inputs, and writes to standard error how many lines were skipped. `progress` gets the
// number of bytes of the inputs read so far, as they are: of compressed ones, compressed bytes.
void count_corpus(const Corpus& corpus, engine::count::BoundedCounts& counts,
                  const std::function<void(std::uint64_t)>& progress);

// The size of all inputs in bytes, or nullopt if an input does not have a known size.
std::optional<std::uint64_t> bytes_of(const Corpus& corpus);

// A number of bytes: 1000, 64K, 256M, 4G (powers of 2). Throws UsageError for anything else, and
// for 0.
std::size_t size_argument(const Arguments& arguments, const std::string& option,
                          std::size_t fallback);

}  // namespace bpetite::cli
