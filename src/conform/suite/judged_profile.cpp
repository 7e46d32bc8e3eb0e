// Gives the profile that the vectors (test cases) of the suite test: v1, which has GPT-2's pattern
// and the special token <|endoftext|>, with the character classes of a Unicode version. Also gives
// the text of its pattern, makes a table from it and a list of merges, and says whether a text
// depends on the version (drifts).
#include "conform/suite/judged_profile.hpp"

#include <utility>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::conform::suite {

Profile judged_profile(unicode::Version version) {
  return with_version(profiles::by_default(), version);
}

std::string_view judged_pattern() { return profiles::by_default().splits.front().pattern.text; }

Table judged_table(std::vector<Pair> merges) {
  return trained_table(profiles::by_default(), std::move(merges));
}

bool drifts(std::string_view text) {
  if (utf8::first_ill_formed(text)) return false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [scalar, size] = utf8::scalar_at(text, at);
    const unicode::Category first = unicode::category(scalar, unicode::versions.front());
    for (const unicode::Version version : unicode::versions) {
      if (unicode::category(scalar, version) != first) return true;
    }
    at += size;
  }
  return false;
}

}  // namespace bpetite::conform::suite
