// Reads the texts of `encode --batch`: many texts in one input (S57d). Declares the option --batch,
// the check of the options that exclude it, a text as the input has it, the text itself, and its
// place for messages. `json_lines` reads the lines of any file of JSON Lines.
//
//   --batch jsonl    "ab ab"            a JSON string on each line,
//                    {"text":"ab ab"}   or an object with one
//   --batch nul      a<NUL>b<NUL>       what `find -print0` and `sort -z` write
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/command.hpp"

namespace bpetite::cli {

inline constexpr Option batch_option{
    "--batch", "jsonl|nul",
    "The input has many texts: one on each line of JSON Lines (jsonl), or ended by NUL (nul)"};

// A text as the input has it, and the number of its line, or its own number, from 1.
struct BatchText {
  std::size_t number = 1;
  std::string written;
};

// Throws UsageError for an unknown form, and for options that --batch excludes.
void check_batch(const Arguments& arguments);

// The lines of a file of JSON Lines. Blank lines are passed over.
std::vector<BatchText> json_lines(const std::string& path);

// The texts of --input. Blank lines are passed over.
std::vector<BatchText> batch_texts(const Arguments& arguments);

// The text itself. Throws ValueError for a line without a text, and UnicodeDecodeError for bytes
// that are not UTF-8. Both name the line or the text.
std::string text_of(const BatchText& text, const Arguments& arguments);

// Where a text is, for messages: "line 3", "text 3".
std::string place_of(const BatchText& text, const Arguments& arguments);

}  // namespace bpetite::cli
