// Makes small changes to texts, for mutants and for shell command lines.
//
//   replaced_all("a\r\nb", "\r\n", "\n")    "a\nb"
//   mended("a\xff", "?")                    "a?"
#pragma once

#include <string>
#include <string_view>

namespace bpetite::conform::suite {

// Replaces each `from` by `to`, from left to right.
std::string replaced_all(std::string_view text, std::string_view from, std::string_view to);

// Replaces each byte at which no well-formed sequence begins by `stand_in`.
std::string mended(std::string_view bytes, std::string_view stand_in);

// The same with one `stand_in` for each maximal subpart of a sequence, as the decoders of WHATWG,
// Rust and Python do: e2 82 41 gives one and "A".
std::string mended_subparts(std::string_view bytes, std::string_view stand_in);

// The white space of many programs: space, tab, line feed, carriage return.
inline bool is_ascii_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

}  // namespace bpetite::conform::suite
