// Checks, decodes and encodes UTF-8 as RFC 3629 defines it (spec/01-text.md, S1). Also finds where
// a scalar begins and ends, whether bytes are the incomplete beginning of a scalar, whether a text
// can hold a byte, and how many ill-formed bytes are replaced together. Throws the error for a text
// that is not UTF-8, and quotes bytes for messages.
//
//   "a€"    61 E2 82 AC      two scalars, at bytes 0 and 1
//   61 E2 82                 ill-formed at byte 1, of two bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::utf8 {

// The offset of the first byte at which no well-formed sequence begins, or nullopt if the text is
// well-formed. Over-long forms, surrogates (ED A0..BF) and values above U+10FFFF are ill-formed.
std::optional<std::size_t> first_ill_formed(std::string_view bytes);

// Throws UnicodeDecodeError for a text that is ill-formed at this offset (S1a). If `text` is a
// part of a longer text, `place` names that text, and `begin` is the offset of the part in it.
[[noreturn]] void throw_ill_formed(std::string_view text, std::size_t offset,
                                   std::string_view place = "text", std::uint64_t begin = 0);

// A scalar value and its length in bytes.
struct Scalar {
  char32_t value = 0;
  std::size_t size = 0;
};

// The scalar that begins at `offset`. The text must be well-formed there.
Scalar scalar_at(std::string_view text, std::size_t offset);
// The scalar at `offset` of any bytes, or nullopt if no well-formed sequence begins there.
std::optional<Scalar> well_formed_at(std::string_view bytes, std::size_t offset);

// Where the scalar begins that has the byte at `offset`. The text must be well-formed there.
std::size_t scalar_begin(std::string_view text, std::size_t offset);
// The first place from `offset` on that is inside no scalar; at most the end of the text.
std::size_t scalar_end(std::string_view text, std::size_t offset);

// The number of bytes from `offset` on that are replaced together (S29a). No well-formed sequence
// may begin there. They are the one to three bytes that begin a sequence, or a single byte that
// begins none.
std::size_t ill_formed_size(std::string_view bytes, std::size_t offset);

// Whether a byte of a well-formed text is not the first one of its scalar.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

// Whether a text can hold the byte: C0, C1 and F5 to FF are in no text.
constexpr bool can_hold(char byte) {
  const auto value = static_cast<unsigned char>(byte);
  return value != 0xC0 && value != 0xC1 && value < 0xF5;
}

// U+FFFD, which replaces such bytes.
inline constexpr std::string_view replacement = "\xEF\xBF\xBD";

// Whether these bytes, one to three, are an incomplete beginning of some scalar.
bool is_cut_scalar(std::string_view bytes);

// The scalar values are the numbers below this one that are not surrogates.
inline constexpr char32_t end_of_scalars = 0x110000;
constexpr bool is_surrogate(char32_t value) { return value >= 0xD800 && value < 0xE000; }

// Appends the UTF-8 form of a scalar value.
void append(std::string& text, char32_t scalar);
// The UTF-8 form of some scalar values.
std::string text_of(std::u32string_view scalars);

// The bytes for a message, as core/wording/shown.hpp shows them: in quotes, with `"` and `\`
// escaped too, and cut at a scalar after `limit` bytes. "é\xff" becomes "é\\xff" in quotes. Three
// dots after the closing quote show a cut.
std::string quoted(std::string_view bytes, std::size_t limit = 40);

}  // namespace bpetite::utf8
