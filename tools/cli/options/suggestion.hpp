// Finds what the user of a command line probably meant by a mistyped word (`did_you_mean`), a
// number with a suffix or separators (`in_digits`), or a list in brackets (`side_by_side`).
//
//   did_you_mean("encdoe", {"encode", "decode"})      ", did you mean encode?"
//   did_you_mean("banana", {"encode", "decode"})      ""
//   in_digits("32k")                                  "32000"
//   side_by_side("[1,2,3]")                           "1 2 3"
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace bpetite::cli {

// The nearest of the known words, if at most one letter in three is wrong: missing, surplus,
// replaced, or exchanged with its neighbour.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

// A number as people write it, in digits: 32k, 32K, 2M, 32,000, 32_000. Returns nullopt for any
// other word.
std::optional<std::string> in_digits(std::string_view word);

// The numbers of a list as JSON or Python writes it, with spaces between them. Returns nullopt for
// any other word.
std::optional<std::string> side_by_side(std::string_view word);

}  // namespace bpetite::cli
