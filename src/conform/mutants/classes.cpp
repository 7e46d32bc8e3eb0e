// The character classes of other languages. Each set was measured: the named program was run on
// every scalar.
#include "conform/mutants/classes.hpp"

#include <algorithm>

#include "conform/suite/judged_profile.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/assertion.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::mutants {
namespace {

// Parts of White_Space, from which the sets are built.
constexpr std::string_view breaking_spaces =  // without the no-break spaces U+00A0, U+2007, U+202F
    "\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000";
constexpr std::string_view separator_spaces =  // the categories Zs, Zl and Zp beyond ASCII
    "\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000";

std::string with_ranges(std::string_view begin, std::span<const ScalarSpan> ranges) {
  std::string set(begin);
  for (const auto& [first, last] : ranges) {
    utf8::append(set, first);
    if (last == first) continue;
    set += '-';
    utf8::append(set, last);
  }
  return set;
}

std::vector<ClassSet> space_sets() {
  constexpr ClassKind kind = ClassKind::space;
  return {
      {"js-space", kind, "white space as JavaScript's \\s", "node 20: U+FEFF, but not U+0085",
       "\t-\r \ufeff" + std::string(separator_spaces)},
      {"python-space", kind, "white space as Python's str.isspace and \\s",
       "CPython 3: U+001C to U+001F too; Boost.Regex with ICU has the same", "\x1c-\x1f\\s"},
      {"ascii-space", kind, "white space as Java's \\s, which is ASCII",
       "Java 17; PCRE2 without UCP, re.ASCII, isspace in the C locale, .NET's ECMAScript option",
       "\t-\r "},
      {"re2-space", kind, "white space as the \\s of Go's regexp and RE2",
       "Go 1.26: ASCII without U+000B", "\t\n\f\r "},
      {"java-space", kind, "white space as Java's Character.isWhitespace",
       "Java 17: U+001C to U+001F, but neither U+0085 nor a no-break space",
       "\t-\r\x1c-\x1f " + std::string(breaking_spaces)},
      {"separator-space", kind, "white space as Java's Character.isSpaceChar, or \\p{Z}",
       "Java 17: separator_spaces only, no control characters",
       " " + std::string(separator_spaces)},
      {"libc-space", kind, "white space as iswspace of the C library",
       "glibc 2.36: neither U+0085 nor a no-break space", "\t-\r " + std::string(breaking_spaces)},
      {"pcre-space", kind, "white space as PCRE2's \\s with UCP",
       "PCRE2 10.42: U+180E too; so had .NET Framework", "\u180e\\s"},
      {"zero-width-space", kind, "white space with U+200B and U+2060", "hand-written lists",
       "\u200b\u2060\\s"},
      {"space-only", kind, "white space that is U+0020 alone", "hand-written splitters", " "},
  };
}

std::vector<ClassSet> letters_and_numbers() {
  constexpr ClassKind letter = ClassKind::letter;
  constexpr ClassKind number = ClassKind::number;
  return {
      {"ascii-letters", letter, "letters that are those of ASCII",
       "isalpha in the C locale, [a-zA-Z]", "a-zA-Z"},
      {"underscore-letter", letter, "letters with the underscore, as in \\w", "\\w without digits",
       "\\p{L}_"},
      {"alphabetic-letters", letter, "letters as the property Alphabetic",
       "Rust's char::is_alphabetic, Java's Character.isAlphabetic, \\p{Alphabetic}",
       with_ranges("\\p{L}", alphabetic_marks())},
      {"lower-letters", letter, "letters that are lower case",
       "Boost u32regex reads \\p{L} as \\p{lower}: a part of it",
       "a-z\u00df-\u00f6\u00f8-\u00ff\u03b1-\u03c9\u0430-\u045f"},
      {"ascii-digits", number, "digits that are those of ASCII",
       "\\d of RE2, Java, JavaScript; isdigit", "0-9"},
      {"category-nd", number, "digits that are decimal, the category Nd",
       "\\d of Python, .NET, Rust; Go's unicode.IsDigit, str.isdecimal",
       with_ranges("", decimal_digits())},
      {"digit-values", number, "digits as Python's str.isdigit",
       "CPython 3: Nd, superscripts and circled digits, but no fractions",
       with_ranges(with_ranges("", decimal_digits()), other_digits())},
  };
}

}  // namespace

const std::vector<ClassSet>& class_sets() {
  static const std::vector<ClassSet> all = [] {
    std::vector<ClassSet> sets = space_sets();
    for (ClassSet& set : letters_and_numbers()) {
      sets.push_back(std::move(set));
    }
    return sets;
  }();
  return all;
}

const ClassSet& class_set(std::string_view name) {
  const auto& sets = class_sets();
  const auto found =
      std::find_if(sets.begin(), sets.end(), [&](const ClassSet& set) { return set.name == name; });
  assert_internal(found != sets.end(), "no character class of that name");
  return *found;
}

// \q quotes the set until its end, since it may contain the name of the class itself.
std::string pattern_with(std::span<const ClassSet* const> sets) {
  std::string pattern(suite::judged_pattern());
  for (const ClassSet* set : sets) {
    if (set->kind == ClassKind::space) {
      pattern = changed_pattern("[^\\s", "[^\\q", pattern);
      pattern = changed_pattern("\\S", "[^\\q]", pattern);
      pattern = changed_pattern("\\s", "[\\q]", pattern);
    } else {
      const std::string name = set->kind == ClassKind::letter ? "\\p{L}" : "\\p{N}";
      pattern = changed_pattern(" ?" + name, " ?[\\q]", pattern);
      pattern = changed_pattern(name, "\\q", pattern);
    }
    pattern = changed_pattern("\\q", set->set, pattern);
  }
  return pattern;
}

std::string pattern_with(std::string_view name) {
  const std::array<const ClassSet*, 1> sets = {&class_set(name)};
  return pattern_with(sets);
}

std::string changed_pattern(std::string_view from, std::string_view to) {
  return changed_pattern(from, to, suite::judged_pattern());
}

std::string changed_pattern(std::string_view from, std::string_view to, std::string_view in) {
  assert_internal(in.find(from) != std::string_view::npos,
                  "a change does not apply to the pattern");
  return suite::replaced_all(in, from, to);
}

}  // namespace bpetite::conform::mutants
