// Splits a text into chunks (spec/02-pretokenize.md): pretokenize() one text, and a Pretokenizer
// many texts of a profile.
//
//   "we'll  go"     gives   we  'll  ␠  ␠go
//
// has_pattern_of_v1() says whether Boost.Regex runs the pattern of a profile. regex_of() makes that
// form of a pattern, and matchers_of() the matchers for any patterns. check_utf8() throws an error
// for a text that is not UTF-8.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "reference/matcher.hpp"
#include "reference/regex.hpp"

namespace bpetite::reference {

// The chunks of a text, in order, as views into it. Joined they are the text (FR-5, S4a).
// UnicodeDecodeError if the text is not UTF-8 (S1a).
// PatternError as below.
std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile);

// Whether the profile has the pattern of FR-4, which Boost.Regex runs.
bool has_pattern_of_v1(const Profile& profile);

// Cuts many texts of a profile. Each thread keeps the patterns that it compiled last, since most
// texts are cut by the same patterns as the text before, and compiling them takes longer than
// cutting a short text.
class Pretokenizer {
 public:
  // PatternError if a pattern of the profile is none of the language (S25b).
  explicit Pretokenizer(const Profile& profile);

  // As pretokenize() with the profile.
  std::vector<std::string_view> chunks(std::string_view text) const;

 private:
  struct Compiled {
    std::unique_ptr<const Regex> regex;  // for the pattern of FR-4
    std::vector<Matcher> matchers;       // for every other pattern
  };
  static Compiled compile(const Profile& profile);

  std::shared_ptr<const Compiled> compiled_;
};

// The matchers of the profile's patterns, in their order (S25j).
std::vector<Matcher> matchers_of(const Profile& profile);

// The profile's pattern as Boost.Regex compiles it. ValueError if Boost.Regex cannot express it. A
// profile of several patterns stops the program.
Regex regex_of(const Profile& profile);
std::vector<std::string_view> pretokenize(std::string_view text, const Regex& regex);

// UnicodeDecodeError if the text is not UTF-8 (S1a).
void check_utf8(std::string_view text);

}  // namespace bpetite::reference
