// Checks, decodes and encodes UTF-8 with the table of RFC 3629: the first byte gives the length and
// the range of the second byte. Also finds where a scalar begins and ends, whether bytes are the
// incomplete beginning of a scalar, and how many ill-formed bytes are replaced together. Throws the
// error for a text that is not UTF-8, and quotes bytes for messages.
//
//   E0 A0 80      U+0800
//   E0 9F 80      ill-formed at byte 0: after E0 the second byte is A0 to BF
#include "core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::utf8 {
namespace {

unsigned byte_at(std::string_view bytes, std::size_t offset) {
  return static_cast<unsigned char>(bytes[offset]);
}

// The requirements of a first byte: the length, and the range of the second byte. This range
// excludes over-long forms (E0, F0), surrogates (ED) and values above U+10FFFF (F4).
struct Form {
  std::size_t size = 0;  // 0: no sequence begins with this byte
  unsigned second_low = 0x80;
  unsigned second_high = 0xBF;
};

Form form_of(unsigned first) {
  if (first < 0x80) return {1};
  if (first < 0xC2) return {0};
  if (first < 0xE0) return {2};
  if (first == 0xE0) return {3, 0xA0, 0xBF};
  if (first == 0xED) return {3, 0x80, 0x9F};
  if (first < 0xF0) return {3};
  if (first == 0xF0) return {4, 0x90, 0xBF};
  if (first < 0xF4) return {4};
  if (first == 0xF4) return {4, 0x80, 0x8F};
  return {0};
}

// How many bytes from `offset` on agree with this form. The first one always does.
std::size_t matching_size(std::string_view bytes, std::size_t offset, const Form& form) {
  std::size_t size = 1;
  for (; size < form.size && offset + size < bytes.size(); ++size) {
    const unsigned byte = byte_at(bytes, offset + size);
    const bool allowed = size == 1 ? form.second_low <= byte && byte <= form.second_high
                                   : 0x80 <= byte && byte <= 0xBF;
    if (!allowed) break;
  }
  return size;
}

// The size of the well-formed sequence at `offset`, 0 if there is none.
std::size_t sequence_size(std::string_view bytes, std::size_t offset) {
  const Form form = form_of(byte_at(bytes, offset));
  return matching_size(bytes, offset, form) == form.size ? form.size : 0;
}

void append_byte(std::string& text, char32_t value) {
  text.push_back(static_cast<char>(static_cast<unsigned char>(value)));
}

}  // namespace

// Tries both 80 and A0 as the second byte: every first byte allows at least one of them.
bool is_cut_scalar(std::string_view bytes) {
  if (bytes.empty() || bytes.size() > 3) return false;
  for (const char second : {'\x80', '\xA0'}) {
    std::string whole(bytes);
    while (whole.size() < 4) {
      whole += whole.size() == 1 ? second : '\x80';
      const auto scalar = well_formed_at(whole, 0);
      if (scalar && scalar->size == whole.size()) return true;
    }
  }
  return false;
}

std::optional<std::size_t> first_ill_formed(std::string_view bytes) {
  std::size_t offset = 0;
  while (offset < bytes.size()) {
    const std::size_t size = sequence_size(bytes, offset);
    if (size == 0) {
      return offset;
    }
    offset += size;
  }
  return std::nullopt;
}

std::size_t ill_formed_size(std::string_view bytes, std::size_t offset) {
  return matching_size(bytes, offset, form_of(byte_at(bytes, offset)));
}

void throw_ill_formed(std::string_view text, std::size_t offset, std::string_view place,
                      std::uint64_t begin) {
  throw UnicodeDecodeError(fmt::format("{}: byte {}: {} begins no well-formed UTF-8 sequence",
                                       place, begin + offset, quoted(text.substr(offset, 1))),
                           "S1a", begin + offset);
}

std::size_t scalar_begin(std::string_view text, std::size_t offset) {
  while (is_continuation(text[offset])) --offset;
  return offset;
}

std::size_t scalar_end(std::string_view text, std::size_t offset) {
  while (offset < text.size() && is_continuation(text[offset])) ++offset;
  return std::min(offset, text.size());
}

Scalar scalar_at(std::string_view text, std::size_t offset) {
  const std::optional<Scalar> scalar = well_formed_at(text, offset);
  assert_internal(scalar.has_value(), "a scalar was read where there is none");
  return *scalar;
}

std::optional<Scalar> well_formed_at(std::string_view bytes, std::size_t offset) {
  const std::size_t size = sequence_size(bytes, offset);
  if (size == 0) return std::nullopt;

  // The first byte has 7, 5, 4 or 3 bits of the value, each further byte has 6.
  static constexpr unsigned first_bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  char32_t value = byte_at(bytes, offset) & first_bits[size];
  for (std::size_t i = 1; i < size; ++i) {
    value = (value << 6) | (byte_at(bytes, offset + i) & 0x3F);
  }
  return Scalar{value, size};
}

void append(std::string& text, char32_t scalar) {
  if (scalar < 0x80) {
    append_byte(text, scalar);
  } else if (scalar < 0x800) {
    append_byte(text, 0xC0 | (scalar >> 6));
    append_byte(text, 0x80 | (scalar & 0x3F));
  } else if (scalar < 0x10000) {
    append_byte(text, 0xE0 | (scalar >> 12));
    append_byte(text, 0x80 | ((scalar >> 6) & 0x3F));
    append_byte(text, 0x80 | (scalar & 0x3F));
  } else {
    append_byte(text, 0xF0 | (scalar >> 18));
    append_byte(text, 0x80 | ((scalar >> 12) & 0x3F));
    append_byte(text, 0x80 | ((scalar >> 6) & 0x3F));
    append_byte(text, 0x80 | (scalar & 0x3F));
  }
}

std::string text_of(std::u32string_view scalars) {
  std::string text;
  for (const char32_t scalar : scalars) append(text, scalar);
  return text;
}

std::string quoted(std::string_view bytes, std::size_t limit) {
  std::string text = "\"";
  std::size_t at = 0;
  while (at < std::min(limit, bytes.size())) {
    const auto [part, size] = first_shown(bytes.substr(at), "\"\\");
    text += part;
    at += size;
  }
  return text + (at < bytes.size() ? "\"..." : "\"");
}

}  // namespace bpetite::utf8
