// Reads the texts of `encode --batch`: many texts in one input (S57d), which may be compressed
// (S41f). Declares the options of a batch, the check of the options that exclude it, the reader,
// the text itself, and its place for messages. `json_lines` reads the lines of any file of JSON
// Lines.
//
//   --batch jsonl    "ab ab"            a JSON string on each line,
//                    {"text":"ab ab"}   or an object with one in the field that --field names
//   --batch nul      a<NUL>b<NUL>       what `find -print0` and `sort -z` write
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "corpus/delimited.hpp"

namespace bpetite::cli {

inline constexpr Option batch_option{
    "--batch", "jsonl|nul",
    "The input has many texts: one on each line of JSON Lines (jsonl), or ended by NUL (nul)"};
inline constexpr Option batch_field{
    "--field", "NAME",
    "With --batch jsonl, the field of each object that has the text; text if left out"};
inline constexpr Option batch_lengths{
    "--lengths", "PATH", "With --batch, save the number of ids of each text here, a line for each"};

// A text as the input has it, and the number of its line, or its own number, from 1.
struct BatchText {
  std::size_t number = 1;
  std::string written;
  bool too_long = false;  // the line is longer than S41d allows, and was not kept
};

// Throws UsageError for an unknown form, and for options that --batch excludes or that need it.
void check_batch(const Arguments& arguments);

// The lines of a file of JSON Lines. Blank lines are passed over.
std::vector<BatchText> json_lines(const std::string& path);

// Reads the texts of --input, some megabytes at once.
class BatchReader {
 public:
  explicit BatchReader(const Arguments& arguments);

  // The next texts, or none at the end. Blank lines are passed over.
  std::vector<BatchText> next();

 private:
  bool is_lines_;
  corpus::DelimitedReader texts_;
  std::size_t number_ = 0;  // of texts or lines so far
};

// The text itself. Throws ValueError for a line without a text, and UnicodeDecodeError for bytes
// that are not UTF-8. Both name the line or the text.
std::string text_of(const BatchText& text, const Arguments& arguments);

// Where a text is, for messages: "line 3", "text 3".
std::string place_of(const BatchText& text, const Arguments& arguments);

}  // namespace bpetite::cli
