// Changes of patterns that faulty programs make: other contractions, no look-ahead, white space and
// line ends that are cut differently, signs with or without line ends and slashes, words without
// the space or sign before them, no cut where the case changes, no marks, and digits in other
// groups (with_digits). with_characters gives a class such as \s another set of characters. Also
// declares the sets of white space, letters and digits that languages and engines have
// (character_classes).
//
//   without_look_ahead   '(?:[sdmt]|ll|ve|re)| ?\p{L}+|...|\s+(?!\S)|\s+     loses \s+(?!\S)
//   with_characters      \s+(?!\S)    with the \s of JavaScript becomes   [\t ...]+(?![^\t ...])
//
// The changes work on the tree of a pattern, so they do not depend on how it is spelt: 's|'t and
// '(?:[st]) are both contractions. A tree that lacks the part that would be changed stays as it is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "pattern/syntax.hpp"

namespace bpetite::conform::faults {

// Changes a tree that was parsed from this pattern.
using PatternEdit = void (*)(pattern::Node& tree, const Pattern& pattern);

// Contractions are found in lower case only, in both cases of ASCII, or in all letters that fold to
// the same ones.
void with_contractions_as_written(pattern::Node& tree, const Pattern& pattern);
void with_contractions_in_ascii_case(pattern::Node& tree, const Pattern& pattern);
void with_contractions_folded(pattern::Node& tree, const Pattern& pattern);
void with_curly_contractions(pattern::Node& tree, const Pattern& pattern);
void without_contractions(pattern::Node& tree, const Pattern& pattern);

void without_look_ahead(pattern::Node& tree, const Pattern& pattern);      // \s+(?!\S)
void with_look_ahead_at_end(pattern::Node& tree, const Pattern& pattern);  // \s+$ in its place
void with_blank_end(pattern::Node& tree, const Pattern& pattern);          // \s++$
void without_blank_end(pattern::Node& tree, const Pattern& pattern);
void without_newlines(pattern::Node& tree, const Pattern& pattern);  // \s*[\r\n]+
void with_newlines_one_by_one(pattern::Node& tree, const Pattern& pattern);
void with_newlines_apart(pattern::Node& tree, const Pattern& pattern);

void without_newlines_after_signs(pattern::Node& tree, const Pattern& pattern);
void without_slashes_after_signs(pattern::Node& tree, const Pattern& pattern);
void with_newlines_after_signs(pattern::Node& tree, const Pattern& pattern);
void with_slashes_after_signs(pattern::Node& tree, const Pattern& pattern);

void without_sign_before_words(pattern::Node& tree, const Pattern& pattern);
void without_space_before_signs(pattern::Node& tree, const Pattern& pattern);
void without_space_before_words(pattern::Node& tree, const Pattern& pattern);
void without_case_change(pattern::Node& tree, const Pattern& pattern);
void without_marks(pattern::Node& tree, const Pattern& pattern);

// Digits are cut into groups of at most `most` digits. Node::no_limit means any size.
void with_digits(pattern::Node& tree, const Pattern& pattern, std::uint32_t most);

// The class for which a language or an engine has another set: \s, \p{L} or \p{N}.
enum class CharacterKind : std::uint8_t { space, letter, number };

struct CharacterClass {
  std::string_view name;  // "js-space"
  CharacterKind kind = CharacterKind::space;
  std::string_view says;       // "white space as JavaScript's \s"
  std::string_view source;     // how it is known, and which other programs have it
  std::string set;             // the inside of brackets in a pattern
  std::string_view flag = {};  // of the vectors that must kill it; may be empty
};

// All sets that differ from \s, \p{L} and \p{N}. White_Space itself is not a fault: Go's
// unicode.IsSpace, Rust's char::is_whitespace and \s, .NET's \s and Perl's \s are equal to it.
const std::vector<CharacterClass>& character_classes();

// Replaces every class of this kind in the tree: in each set that contains the class, and in each
// complement that excludes it.
void with_characters(pattern::Node& tree, const Pattern& pattern, CharacterKind kind,
                     std::string_view set);

}  // namespace bpetite::conform::faults
