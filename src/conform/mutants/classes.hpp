// What languages and engines take for white space, letters and digits where \s, \p{L} and \p{N} are
// meant: one table, by which mutants are made and programs are recognised.
//
//   js-space    "\t-\r \u00a0\ufeff..."    as JavaScript's \s has it: U+FEFF, and not U+0085
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
  std::string set;          // the inside of brackets, as a pattern has it
};

// All that differ from \s, \p{L} and \p{N}. Those that do not are no fault: White_Space is what
// Go's unicode.IsSpace, Rust's char::is_whitespace and \s, .NET's \s and Perl's \s have.
const std::vector<ClassSet>& class_sets();

// The one of that name, which must be there.
const ClassSet& class_set(std::string_view name);

// The pattern of FR-4 with these sets, at most one of a kind, in place of its classes.
std::string pattern_with(std::span<const ClassSet* const> sets);
std::string pattern_with(std::string_view name);

// The pattern of FR-4, or another, with every `from`, which must be there, as `to`.
std::string changed_pattern(std::string_view from, std::string_view to);
std::string changed_pattern(std::string_view from, std::string_view to, std::string_view in);

// Scalars first..last.
using ScalarSpan = std::array<char32_t, 2>;

// Alphabetic, and not a letter: combining marks, letter numbers, circled letters (Unicode 17.0).
std::span<const ScalarSpan> alphabetic_marks();
// The general category Nd (Unicode 17.0).
std::span<const ScalarSpan> decimal_digits();
// Numeric_Type=Digit outside Nd: superscripts and circled digits.
std::span<const ScalarSpan> other_digits();

}  // namespace bpetite::conform::mutants
