// Makes texts of any size: texts on which tokenizers are slow (`hard_texts`), and a long text of
// words, numbers and signs, because some faults show only on long texts (`long_text`). Also finds a
// place where a text can be divided (`scalar_end_from`).
//
//   hard_texts(9)     one letter "aaaaaaaaa", pairs "ababababa", lines "\n     ...", ...
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::test {

struct NamedText {
  std::string_view name;
  std::string text;
};

// Texts of about `size` bytes: some are one chunk, some repeat one kind of chunk, and some never
// repeat a chunk. They are the same in each run.
std::vector<NamedText> hard_texts(std::size_t size);

// A text of words, contractions, numbers, white space and signs. Many of them occur again.
std::string long_text(std::size_t size);

// The first place at or behind byte `at` that is between two scalars, or the end of the text.
//
//   scalar_end_from("a\u00e9b", 2)      3
std::size_t scalar_end_from(std::string_view text, std::size_t at);

}  // namespace bpetite::test
