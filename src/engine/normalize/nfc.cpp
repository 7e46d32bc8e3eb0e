// Normalizes texts to form C (Nfc). It looks for scalars that are not plain, 64 bytes of a text at
// a time, and normalizes only the parts around them. changed() gives the normalized text, changes()
// lists the groups that change, and next_group() finds where a group begins. nfc() makes the
// normalizer of each version of Unicode once.
//
//   "cafe\u0301 x"     U+0301 is not plain: only "e\u0301" is normalized
#include "engine/normalize/nfc.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "core/assertion.hpp"
#include "core/normal_form/normal_form_tables.hpp"
#include "core/utf8.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/scan/utf8.hpp"

namespace bpetite::engine::normalize {
namespace {

namespace hangul = unicode::hangul;
using scan::are_ascii;
using scan::ascii_run;
using unicode::Composing;

constexpr std::uint8_t plain = 0;
constexpr std::uint8_t may_join = 254;  // the scalar before it; no combining class is so high
constexpr std::uint8_t may_change = 255;
constexpr std::size_t scalar_limit = 0x110000;

// The scalar that begins at `at` in well-formed text.
inline utf8::Scalar well_formed_scalar(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t place) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[at + place]));
  };
  const auto tail = [&](std::size_t place) { return byte(place) & 0x3F; };
  if (byte(0) < 0x80) return {byte(0), 1};
  if (byte(0) < 0xE0) return {(byte(0) & 0x1F) << 6 | tail(1), 2};
  if (byte(0) < 0xF0) return {(byte(0) & 0x0F) << 12 | tail(1) << 6 | tail(2), 3};
  return {(byte(0) & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3), 4};
}

// The class in not_plain_ of a scalar that is not plain. Classes are chosen so that few plain
// scalars have the same bytes as a class.
unsigned class_of(char32_t scalar) {
  const char32_t page = scalar >> 6;  // which the bytes before the last one give
  const auto is_page = [page](char32_t first) { return page == first >> 6; };
  // Greek, Cyrillic and Arabic have few marks. Hebrew and others have more.
  if (is_page(0x380) || is_page(0x480) || is_page(0x600) || is_page(0x640)) return 1;
  if (scalar < 0x800) return 0;
  if (scalar >> 12 == 1) return 2;  // Vietnamese letters are near: U+1E80 to U+1EFF
  // Every other page of India's scripts has few marks. They do not end in the bytes of dashes and
  // quotation marks, U+2013 to U+201D.
  if (is_page(0x2000) || (scalar >= 0x900 && scalar < 0xF00 && page % 2 == 0)) return 3;
  if (is_page(0x3000)) return 5;  // The punctuation of Chinese is near.
  if (is_page(0x3080)) return 6;  // Hiragana and Katakana are near.
  return scalar >> 12 == 0 ? 7 : 4;
}

}  // namespace

Nfc::Nfc(unicode::FormVersion version)
    : version_(version),
      page_of_(scalar_limit / page_size),
      kinds_(page_size, plain),
      joins_next_(scalar_limit) {
  for (const auto& range : unicode::combining_classes()) {
    if (range.since > version) continue;
    for (char32_t it = range.first; it <= range.last; ++it) set(it, range.combining_class);
  }
  for (char32_t it = 0; it < hangul::vowel_count; ++it) set(hangul::vowels + it, may_join);
  for (char32_t it = 1; it < hangul::trailing_count; ++it) set(hangul::trailing + it, may_join);
  for (char32_t it = 0; it < hangul::leading_count; ++it) joins_next_[hangul::leading + it] = true;
  for (char32_t it = 0; it < hangul::syllable_count; ++it) {
    joins_next_[hangul::syllables + it] = true;
  }
  for (const auto& it : unicode::decompositions()) {
    if (it.since > version) continue;
    joins_next_[it.scalar] = joins_next_[it.parts[0]] = true;
    if (it.composing == Composing::composes) {
      set(it.parts[1], may_join);
    } else {
      set(it.scalar, may_change);
    }
  }
  // A scalar whose decomposition begins with such a scalar may join the scalar before it.
  for (const auto& it : unicode::decompositions()) {
    if (it.since > version) continue;
    if (kind(it.scalar) != plain || kind(it.parts[0]) != plain) set(it.scalar, may_change);
  }
}

void Nfc::set(char32_t scalar, std::uint8_t kind) {
  not_plain_.add(scalar, class_of(scalar));
  std::uint8_t& page = page_of_[scalar / page_size];
  if (page == 0) {
    assert_internal(kinds_.size() < 256 * page_size, "a page too many");
    page = static_cast<std::uint8_t>(kinds_.size() / page_size);
    kinds_.resize(kinds_.size() + page_size, plain);
  }
  kinds_[page * page_size + scalar % page_size] = kind;
}

// Finds the parts of a text that may not be in form C: each goes from a plain scalar to the next.
template <typename Take>
class Nfc::Parts {
 public:
  Parts(const Nfc& nfc, std::string_view text, const Take& take)
      : nfc_(nfc), text_(text), take_(take) {}

  // All scalars before this place were looked at.
  std::size_t end() const { return end_; }

  // Looks at the scalar at a place, if it is not plain and was not looked at before. All scalars
  // between the last one and this one are plain.
  void look_at(std::size_t place) {
    const auto [scalar, size] = well_formed_scalar(text_, place);
    const std::uint8_t found = nfc_.kind(scalar);
    if (found == plain || place < end_) return;
    if (place > end_) {
      starter_ = utf8::scalar_begin(text_, place - 1);
      last_ = plain;
    }
    end_ = place + size;
    const bool stays = found < may_join ? last_ <= found : found == may_join && stays_apart(scalar);
    last_ = found;
    if (stays) return;
    // The part is all that is between two plain scalars, with the first of them.
    while (end_ < text_.size()) {
      const auto next = well_formed_scalar(text_, end_);
      if (nfc_.kind(next.value) == plain) break;
      end_ += next.size;
    }
    take_(starter_, end_);
  }

 private:
  // Whether a scalar that may join the scalar before it does not. That one is plain and joins
  // nothing, or it is ASCII, which does not decompose, and does not join this one.
  bool stays_apart(char32_t scalar) const {
    if (last_ != plain) return false;
    const char32_t before = well_formed_scalar(text_, starter_).value;
    return !nfc_.joins_next_[before] ||
           (before < 0x80 && !unicode::composition(before, scalar, nfc_.version_));
  }

  const Nfc& nfc_;
  std::string_view text_;
  const Take& take_;
  std::size_t end_ = 0;
  std::size_t starter_ = 0;    // the last plain scalar
  std::uint8_t last_ = plain;  // the kind of the scalar before the end
};

template <typename Take>
void Nfc::for_each_part(std::string_view text, machine::Level level, const Take& take) const {
  Parts<Take> parts(*this, text, take);
  std::size_t at = 0;
  while (text.size() - at >= kernels::set_reads) {
    const auto [block, bits] = kernels::of_level(level).find_in_set(
        text.data() + at, text.data() + text.size(), not_plain_);
    at = static_cast<std::size_t>(block - text.data());
    if (bits == 0) break;
    for (std::uint64_t left = bits; left != 0; left &= left - 1) {
      parts.look_at(at + static_cast<std::size_t>(std::countr_zero(left)));
    }
    at = std::max(at + kernels::set_block, parts.end());
  }
  // The last bytes, one scalar after the other.
  while (at < text.size()) {
    if (text.size() - at >= ascii_run && are_ascii(text.data() + at)) {
      at += ascii_run;
    } else if (static_cast<unsigned char>(text[at]) < 0xC0) {
      ++at;  // ASCII, or not the first byte of a scalar
    } else {
      parts.look_at(at);
      ++at;
    }
  }
}

std::optional<std::string> Nfc::changed(std::string_view text, machine::Level level) const {
  std::optional<std::string> out;
  std::size_t copied = 0;  // the text before it is in `out`
  for_each_part(text, level, [&](std::size_t begin, std::size_t end) {
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

std::vector<Nfc::Change> Nfc::changes(std::string_view text, machine::Level level) const {
  std::vector<Change> all;
  for_each_part(text, level, [&](std::size_t begin, std::size_t end) {
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
  from = utf8::scalar_end(text, from);
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

  // The result overwrites the input. It is never ahead of what is read.
  std::size_t kept = 0;
  std::optional<std::size_t> starter;
  for (const Marked mark : all) {
    const bool is_neighbour =
        starter && (*starter + 1 == kept || all[kept - 1].combining_class < mark.combining_class);
    if (is_neighbour) {
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
