// Splits a text into chunks (pretokenize, or a Pretokenizer for many texts;
// spec/02-pretokenize.md).
//
//   "we'll  go"     gives   we  'll  ␠  ␠go
//
// The pattern matches scalars, but a chunk consists of bytes. So the text is decoded, matched
// repeatedly from the left, and each match is translated back to its bytes. The pattern of v1,
// which is that of GPT-2 (has_pattern_of_v1), is run by Boost.Regex, and any other pattern by the
// project's own Matcher. The tests run both on all patterns that Boost.Regex can express.
// regex_of() and matchers_of() make the two forms of the patterns of a profile. check_utf8() throws
// an error for a text that is not UTF-8.
#include "reference/pretokenize.hpp"

#include "core/assertion.hpp"
#include "core/utf8.hpp"
#include "pattern/parse.hpp"
#include "profiles/profiles.hpp"
#include "reference/scalars.hpp"

namespace bpetite::reference {

// FR-4 "The pattern is this one, to the letter", in any version of Unicode.
bool has_pattern_of_v1(const Profile& profile) {
  if (profile.splits.size() != 1) return false;
  const Pattern& pattern = profile.splits.front().pattern;
  const Pattern& known = profiles::v1().splits.front().pattern;
  return pattern.text == known.text && pattern.dialect == known.dialect;
}

std::vector<std::string_view> pretokenize(std::string_view text, const Profile& profile) {
  return Pretokenizer(profile).chunks(text);
}

Pretokenizer::Pretokenizer(const Profile& profile) {
  struct Last {
    std::vector<Split> splits;
    std::shared_ptr<const Compiled> compiled;
  };
  thread_local Last last;
  if (last.compiled == nullptr || last.splits != profile.splits) {
    last = Last{profile.splits, std::make_shared<const Compiled>(compile(profile))};
  }
  compiled_ = last.compiled;
}

Pretokenizer::Compiled Pretokenizer::compile(const Profile& profile) {
  if (!has_pattern_of_v1(profile)) return {nullptr, matchers_of(profile)};
  const Pattern& pattern = profile.splits.front().pattern;
  return {std::make_unique<const Regex>(pattern.text, pattern.version), {}};
}

std::vector<std::string_view> Pretokenizer::chunks(std::string_view text) const {
  if (compiled_->regex != nullptr) return pretokenize(text, *compiled_->regex);
  check_utf8(text);
  return cut(text, compiled_->matchers);
}

std::vector<Matcher> matchers_of(const Profile& profile) {
  std::vector<Matcher> matchers;
  for (const pattern::Node& tree : pattern::parse_all(profile.splits)) matchers.emplace_back(tree);
  return matchers;
}

Regex regex_of(const Profile& profile) {
  assert_internal(profile.splits.size() == 1, "a profile of one pattern was expected");
  const Pattern& pattern = profile.splits.front().pattern;
  return Regex(pattern.text, pattern.version);
}

std::vector<std::string_view> pretokenize(std::string_view text, const Regex& regex) {
  check_utf8(text);

  // FR-6: exactly the scalars of the text.
  const Scalars scalars(text);

  // FR-5 "in the order of the text": each chunk begins where the previous one ends.
  std::vector<std::string_view> chunks;
  std::size_t first = 0;
  for (const std::size_t length : regex.match_lengths(scalars.values)) {
    chunks.push_back(
        text.substr(scalars.starts[first], scalars.starts[first + length] - scalars.starts[first]));
    first += length;
  }
  return chunks;
}

// S1a "raise `UnicodeDecodeError` with the *offset* of the fault".
void check_utf8(std::string_view text) {
  if (const auto offset = utf8::first_ill_formed(text)) {
    utf8::throw_ill_formed(text, *offset);
  }
}

}  // namespace bpetite::reference
