// UTF-8, as strictly as RFC 3629 has it (spec/01-text.md, S1).
//
//   "a€"    61 E2 82 AC      two scalars, at bytes 0 and 1
//   61 E2 82                 ill-formed at byte 1
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::utf8 {

// The offset of the first byte at which no well-formed sequence begins; nothing if there is none.
// Over-long forms, surrogates (ED A0..BF) and values above U+10FFFF are ill-formed.
std::optional<std::size_t> first_ill_formed(std::string_view bytes);

// UnicodeDecodeError for a text that is ill-formed at this offset (S1a). For a part of a text:
// `place` names the text, and `begin` is where the part begins in it.
[[noreturn]] void throw_ill_formed(std::string_view text, std::size_t offset,
                                   std::string_view place = "text", std::uint64_t begin = 0);

// One scalar value and the number of bytes it occupies.
struct Scalar {
  char32_t value = 0;
  std::size_t size = 0;
};

// The scalar that begins at `offset`. The text must be well-formed there.
Scalar scalar_at(std::string_view text, std::size_t offset);
// The same of any bytes; nothing where no well-formed sequence begins.
std::optional<Scalar> well_formed_at(std::string_view bytes, std::size_t offset);

// Whether these bytes, one to three, are the beginning of some scalar's form and not all of it.
bool is_cut_scalar(std::string_view bytes);

// Appends the UTF-8 form of a scalar value.
void append(std::string& text, char32_t scalar);

// For messages: the bytes quoted, everything but printable ASCII escaped, cut after `limit` bytes.
// "a\n\xff" becomes "a\\n\\xff"; a cut is shown by three dots after the closing quote.
std::string quoted(std::string_view bytes, std::size_t limit = 40);

}  // namespace bpetite::utf8
