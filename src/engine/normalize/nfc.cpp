#include "engine/normalize/nfc.hpp"

#include <algorithm>
#include <array>

#include "core/assertion.hpp"
#include "core/normal_form/normal_form_tables.hpp"
#include "core/utf8.hpp"
#include "engine/scan/ascii.hpp"

namespace bpetite::engine::normalize {
namespace {

namespace hangul = unicode::hangul;
using scan::are_ascii;
using scan::ascii_run;
using unicode::Composing;

constexpr std::uint8_t plain = 0;
constexpr std::uint8_t may_change = 255;  // no combining class is so high
constexpr std::size_t page_size = 128;
constexpr std::size_t scalar_limit = 0x110000;

}  // namespace

Nfc::Nfc(unicode::FormVersion version)
    : version_(version), page_of_(scalar_limit / page_size), kinds_(page_size, plain) {
  for (const auto& range : unicode::combining_classes()) {
    if (range.since > version) continue;
    for (char32_t it = range.first; it <= range.last; ++it) set(it, range.combining_class);
  }
  for (char32_t it = 0; it < hangul::vowel_count; ++it) set(hangul::vowels + it, may_change);
  for (char32_t it = 1; it < hangul::trailing_count; ++it) set(hangul::trailing + it, may_change);
  for (const auto& it : unicode::decompositions()) {
    if (it.since > version) continue;
    set(it.composing == Composing::composes ? it.parts[1] : it.scalar, may_change);
  }
  // What begins with such a scalar when it is taken apart may join what is before it.
  for (const auto& it : unicode::decompositions()) {
    if (it.since <= version && kind(it.parts[0]) != plain) set(it.scalar, may_change);
  }
}

void Nfc::set(char32_t scalar, std::uint8_t kind) {
  std::uint8_t& page = page_of_[scalar / page_size];
  if (page == 0) {
    assert_internal(kinds_.size() < 256 * page_size, "a page too many");
    page = static_cast<std::uint8_t>(kinds_.size() / page_size);
    kinds_.resize(kinds_.size() + page_size, plain);
  }
  kinds_[page * page_size + scalar % page_size] = kind;
}

std::uint8_t Nfc::kind(char32_t scalar) const {
  return kinds_[page_of_[scalar / page_size] * page_size + scalar % page_size];
}

// Calls for each part of a text that may not be in form C: from a plain scalar to the next.
template <typename Take>
void Nfc::for_each_part(std::string_view text, const Take& take) const {
  std::size_t starter = 0;  // the last plain scalar
  std::uint8_t last = plain;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      while (text.size() - at >= ascii_run && are_ascii(text.data() + at)) at += ascii_run;
      while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
      starter = at - 1;
      last = plain;
      continue;
    }
    const auto [scalar, size] = utf8::scalar_at(text, at);
    const std::uint8_t found = kind(scalar);
    if (found == plain) starter = at;
    if (found < may_change && (found == plain || last <= found)) {
      last = found;
      at += size;
      continue;
    }
    // All between two plain scalars, with the first of them.
    std::size_t end = at + size;
    while (end < text.size()) {
      const auto next = utf8::scalar_at(text, end);
      if (kind(next.value) == plain) break;
      end += next.size;
    }
    take(starter, end);
    at = end;
    starter = end;
    last = plain;
  }
}

std::optional<std::string> Nfc::changed(std::string_view text) const {
  std::optional<std::string> out;
  std::size_t copied = 0;  // the text before it is in `out`
  for_each_part(text, [&](std::size_t begin, std::size_t end) {
    const std::string_view part = text.substr(begin, end - begin);
    std::string composed;
    compose(part, composed);
    if (composed == part) return;
    if (!out) out.emplace();
    out->append(text.substr(copied, begin - copied)).append(composed);
    copied = end;
  });
  if (out) out->append(text.substr(copied));
  return out;
}

std::vector<Nfc::Change> Nfc::changes(std::string_view text) const {
  std::vector<Change> all;
  for_each_part(text, [&](std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end;) {
      std::size_t next = at + utf8::scalar_at(text, at).size;
      while (next < end) {
        const auto following = utf8::scalar_at(text, next);
        if (begins_group(following.value)) break;
        next += following.size;
      }
      const std::string_view group = text.substr(at, next - at);
      std::string composed;
      compose(group, composed);
      if (composed != group) all.push_back({at, next, std::move(composed)});
      at = next;
    }
  });
  return all;
}

std::size_t Nfc::next_group(std::string_view text, std::size_t from) const {
  const auto is_inside = [&](std::size_t at) {
    return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  while (from < text.size() && is_inside(from)) ++from;
  while (from < text.size()) {
    const auto [scalar, size] = utf8::scalar_at(text, from);
    if (begins_group(scalar)) return from;
    from += size;
  }
  return text.size();
}

bool Nfc::begins_group(char32_t scalar) const {
  std::vector<Marked> apart;
  take_apart(scalar, apart);
  const Marked first = apart.front();
  return first.combining_class == 0 && !unicode::may_join_previous(first.scalar, version_);
}

void Nfc::take_apart(char32_t scalar, std::vector<Marked>& out) const {
  const std::u32string parts = unicode::decomposition(scalar, version_);
  if (parts.empty()) out.push_back({scalar, unicode::combining_class(scalar, version_)});
  for (const char32_t part : parts) take_apart(part, out);
}

void Nfc::compose(std::string_view part, std::string& out) const {
  std::vector<Marked> all;
  for (std::size_t at = 0; at < part.size();) {
    const auto [scalar, size] = utf8::scalar_at(part, at);
    take_apart(scalar, all);
    at += size;
  }
  for (auto run = all.begin(); run != all.end();) {
    const auto is_starter = [](const Marked& it) { return it.combining_class == 0; };
    const auto begin = std::find_if_not(run, all.end(), is_starter);
    run = std::find_if(begin, all.end(), is_starter);
    std::stable_sort(begin, run, [](const Marked& a, const Marked& b) {
      return a.combining_class < b.combining_class;
    });
  }

  // Written over itself: what is kept is never ahead of what is read.
  std::size_t kept = 0;
  std::optional<std::size_t> starter;
  for (const Marked mark : all) {
    const bool may_join =
        starter && (*starter + 1 == kept || all[kept - 1].combining_class < mark.combining_class);
    if (may_join) {
      char32_t& first = all[*starter].scalar;
      const auto joined = unicode::composition(first, mark.scalar, version_);
      if (joined) {
        first = *joined;
        continue;
      }
    }
    if (mark.combining_class == 0) starter = kept;
    all[kept++] = mark;
  }
  for (std::size_t i = 0; i < kept; ++i) utf8::append(out, all[i].scalar);
}

const Nfc& nfc(unicode::FormVersion version) {
  static const std::array all = {Nfc(unicode::FormVersion::v9_0), Nfc(unicode::FormVersion::v16_0)};
  return all.at(static_cast<std::size_t>(version));
}

}  // namespace bpetite::engine::normalize
