#include "engine/machine/parallel.hpp"

#include <algorithm>
#include <optional>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::engine {
namespace {

enum class PlaceClass { letter, number, other };

PlaceClass class_of(char32_t scalar) {
  if (scalar < 0x80) {
    const char32_t lower = scalar | 0x20;
    if (lower >= U'a' && lower <= U'z') return PlaceClass::letter;
    return scalar >= U'0' && scalar <= U'9' ? PlaceClass::number : PlaceClass::other;
  }
  if (unicode::is_letter(scalar)) return PlaceClass::letter;
  return unicode::is_number(scalar) ? PlaceClass::number : PlaceClass::other;
}

bool is_trailing(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80; }

}  // namespace

std::vector<std::size_t> slice_places(std::span<const std::string_view> texts) {
  constexpr std::size_t slice_bytes = std::size_t{1} << 17;
  std::vector<std::size_t> places = {0};
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    bytes += texts[i].size();
    if (bytes >= slice_bytes || i + 1 == texts.size()) {
      places.push_back(i + 1);
      bytes = 0;
    }
  }
  return places;
}

bool is_safe_place(std::string_view text, std::size_t at) {
  if (is_trailing(text[at])) return false;
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && is_trailing(text[begin])) --begin;
  const auto before = utf8::well_formed_at(text.substr(0, at), begin);
  const auto after = utf8::well_formed_at(text, at);
  if (!before || !after || before->size != at - begin) return false;
  const PlaceClass left = class_of(before->value);
  return left != PlaceClass::other && left != class_of(after->value);
}

std::vector<std::string_view> safe_parts(std::string_view text, std::size_t size, CutAt cut_at) {
  const auto is_cut = [cut_at](std::string_view all, std::size_t at) {
    return (cut_at != CutAt::blanks || all[at] == ' ') && is_safe_place(all, at);
  };
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(std::max<std::size_t>(size, 1), text.size());
    while (end < text.size() && !is_cut(text, end)) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

}  // namespace bpetite::engine
