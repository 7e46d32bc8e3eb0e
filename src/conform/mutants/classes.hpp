// The sets of white space, letters and digits that languages and engines use for \s, \p{L} and
// \p{N}. Mutants use them, and `diagnose` recognises programs by them.
//
//   js-space    "\t-\r \u00a0\ufeff..."    JavaScript's \s: with U+FEFF, without U+0085
//   pattern_with({"js-space"})             the pattern of FR-4 with that set in place of \s
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::conform::mutants {

enum class ClassKind { space, letter, number };

struct ClassSet {
  std::string_view name;  // "js-space"
  ClassKind kind = ClassKind::space;
  std::string_view says;    // "white space as JavaScript's \s"
  std::string_view source;  // how it is known, and who else has the same
  std::string set;          // the inside of brackets in a pattern
};

// All sets that differ from \s, \p{L} and \p{N}. White_Space is no fault, so it is not in the
// list: Go's unicode.IsSpace, Rust's char::is_whitespace and \s, .NET's \s and Perl's \s are
// equal to it.
const std::vector<ClassSet>& class_sets();

// The set with this name, which must exist.
const ClassSet& class_set(std::string_view name);

// The pattern of FR-4 with its classes replaced by these sets. There is at most one set of a
// kind.
std::string pattern_with(std::span<const ClassSet* const> sets);
std::string pattern_with(std::string_view name);

// The pattern of FR-4, or another, with every `from` replaced by `to`. `from` must occur.
std::string changed_pattern(std::string_view from, std::string_view to);
std::string changed_pattern(std::string_view from, std::string_view to, std::string_view in);

// The scalars first..last.
using ScalarSpan = std::array<char32_t, 2>;

// Alphabetic, but not letters: combining marks, letter numbers, circled letters (Unicode 17.0).
std::span<const ScalarSpan> alphabetic_marks();
// The general category Nd (Unicode 17.0).
std::span<const ScalarSpan> decimal_digits();
// Numeric_Type=Digit outside Nd: superscripts and circled digits.
std::span<const ScalarSpan> other_digits();

}  // namespace bpetite::conform::mutants
