// Brings a text to normalization form C (normalize, spec/15-normalization.md): takes all characters
// apart, puts their marks into one order, and puts together what can be. Without a normalizer the
// text stays as it is. groups() cuts a text into groups that can be normalized one by one.
//
//   text        U+00EA U+0323           e with circumflex, dot below
//   apart       U+0065 U+0302 U+0323    e, circumflex (class 230), dot below (class 220)
//   in order    U+0065 U+0323 U+0302
//   together    U+1EC7                  e with both
#include "reference/normalize.hpp"

#include <algorithm>
#include <optional>

#include "core/normal_form/normal_form.hpp"
#include "reference/scalars.hpp"

namespace bpetite::reference {
namespace {

using unicode::FormVersion;

// S30b "replaced by it, again and again".
void append_apart(std::u32string& apart, char32_t scalar, FormVersion version) {
  const std::u32string parts = unicode::decomposition(scalar, version);
  if (parts.empty()) apart += scalar;
  for (const char32_t part : parts) append_apart(apart, part, version);
}

// S30b "two neighbours change places": until none do, those of each run of marks are in the order
// of their classes, and equal ones in the order that they had.
void put_in_order(std::u32string& scalars, FormVersion version) {
  const auto class_of = [&](char32_t it) { return unicode::combining_class(it, version); };
  for (auto run = scalars.begin(); run != scalars.end();) {
    const auto is_starter = [&](char32_t it) { return class_of(it) == 0; };
    const auto begin = std::find_if_not(run, scalars.end(), is_starter);
    run = std::find_if(begin, scalars.end(), is_starter);
    std::stable_sort(begin, run, [&](char32_t a, char32_t b) { return class_of(a) < class_of(b); });
  }
}

// S30c: each scalar joins the last starter before it, unless something stands between that blocks
// it.
std::u32string composed(const std::u32string& scalars, FormVersion version) {
  std::u32string done;
  std::optional<std::size_t> starter;  // its place in `done`
  for (const char32_t scalar : scalars) {
    const unsigned own = unicode::combining_class(scalar, version);
    if (starter) {
      // The scalars between are in order: the last of them has the highest class.
      const bool is_next = *starter + 1 == done.size();
      const bool is_blocked = !is_next && unicode::combining_class(done.back(), version) >= own;
      const auto joined =
          is_blocked ? std::nullopt : unicode::composition(done[*starter], scalar, version);
      if (joined) {
        done[*starter] = *joined;
        continue;
      }
    }
    if (own == 0) starter = done.size();
    done += scalar;
  }
  return done;
}

}  // namespace

std::string normalize(std::string_view text, Normalizer normalizer) {
  const std::optional<FormVersion> version = form_of(normalizer);
  if (!version) return std::string(text);

  std::u32string apart;
  for (const char32_t scalar : Scalars(text).values) append_apart(apart, scalar, *version);
  put_in_order(apart, *version);

  std::string normalized;
  for (const char32_t scalar : composed(apart, *version)) utf8::append(normalized, scalar);
  return normalized;
}

std::vector<std::string_view> groups(std::string_view text, Normalizer normalizer) {
  const std::optional<FormVersion> version = form_of(normalizer);
  if (!version) return {text};

  // S28b "whose first scalar, once it is taken apart, is a starter that is the second of no
  // composition".
  const auto begins_group = [&](char32_t scalar) {
    std::u32string apart;
    append_apart(apart, scalar, *version);
    return unicode::combining_class(apart.front(), *version) == 0 &&
           !unicode::may_join_previous(apart.front(), *version);
  };
  const Scalars scalars(text);
  std::vector<std::string_view> found;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= scalars.values.size(); ++i) {
    if (i < scalars.values.size() && !begins_group(scalars.values[i])) continue;
    found.push_back(text.substr(begin, scalars.starts[i] - begin));
    begin = scalars.starts[i];
  }
  return found;
}

}  // namespace bpetite::reference
