#include "engine/scan/safe_places.hpp"

#include <algorithm>
#include <optional>

#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::engine::scan {
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

// Behind a letter or a number, before a scalar of another class: a chunk ends there, and nothing
// that ends a chunk looks farther.
bool is_place_between_classes(std::string_view text, std::size_t at) {
  if (is_trailing(text[at])) return false;
  std::size_t begin = at - 1;
  while (begin > 0 && at - begin < 4 && is_trailing(text[begin])) --begin;
  const auto before = utf8::well_formed_at(text.substr(0, at), begin);
  const auto after = utf8::well_formed_at(text, at);
  if (!before || !after || before->size != at - begin) return false;
  const PlaceClass left = class_of(before->value);
  return left != PlaceClass::other && left != class_of(after->value);
}

}  // namespace

bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at) {
  if (cutter.compiled() != nullptr) return cutter.compiled()->is_safe_place(text, at);
  switch (*cutter.by_hand()) {
    case kernels::ScanPattern::gpt2:
    case kernels::ScanPattern::cl100k:
    case kernels::ScanPattern::nanochat:
      return is_place_between_classes(text, at);
  }
  return false;
}

std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at) {
  const auto is_cut = [&](std::string_view all, std::size_t at) {
    return (cut_at != CutAt::blanks || all[at] == ' ') && is_safe_place(cutter, all, at);
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

}  // namespace bpetite::engine::scan
