// Makes small changes to texts, for mutants (deliberately wrong tokenizers), shell command lines
// and reports: replaces parts (replaced_all), replaces ill-formed bytes in three ways (mended,
// mended_subparts, text_of), and quotes a word for the shell (shell_quoted). Also splits a text
// into its scalars, or an ill-formed one into its bytes (units_of), writes lengths and numbers in
// words (length_of, counted), and recognises white space of ASCII (is_ascii_space).
//
//   replaced_all("a\r\nb", "\r\n", "\n")    "a\nb"
//   mended("a\xff", "?")                    "a?"
//   length_of("abc")                        "3 scalars"
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::conform::suite {

// Replaces each `from` by `to`, from left to right.
std::string replaced_all(std::string_view text, std::string_view from, std::string_view to);

// Replaces each byte at which no well-formed sequence begins by `stand_in`.
std::string mended(std::string_view bytes, std::string_view stand_in);

// The same with one `stand_in` for each maximal subpart of a sequence, as the decoders of WHATWG,
// Rust and Python do: e2 82 41 gives one and "A".
std::string mended_subparts(std::string_view bytes, std::string_view stand_in);

// A word of the shell: 'it'\''s'.
std::string shell_quoted(std::string_view word);

// The scalars of a well-formed text, each in UTF-8. For any other text, its single bytes.
//
//   units_of("aé")       "a", "é"                 units_of("a\xff")    "a", "\xff"
std::vector<std::string> units_of(std::string_view text);

// The length of a text: "3 scalars", "1 byte", "2,048 scalars".
std::string length_of(std::string_view text);
// A number with its noun: "2,048", "2,048 merges", "1 merge".
std::string counted(std::size_t number, std::string_view noun);

// The bytes of a program or of a command line as text. A byte at which no well-formed sequence
// begins is written as in "\xff", because reports and messages must be well-formed.
std::string text_of(std::string_view bytes);

// The white space of many programs: space, tab, line feed, carriage return.
inline bool is_ascii_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace bpetite::conform::suite
