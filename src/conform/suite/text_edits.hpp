// Small changes of texts, for mutants and for lines of the shell.
//
//   replaced_all("a\r\nb", "\r\n", "\n")    "a\nb"
//   mended("a\xff", "?")                    "a?"
#pragma once

#include <string>
#include <string_view>

namespace bpetite::conform::suite {

// The text with each `from` as `to`, from the left.
std::string replaced_all(std::string_view text, std::string_view from, std::string_view to);

// The bytes with each at which no well-formed sequence begins as `stand_in`.
std::string mended(std::string_view bytes, std::string_view stand_in);

// What many programs take for white space: space, tab, line feed, carriage return.
inline bool is_ascii_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace bpetite::conform::suite
