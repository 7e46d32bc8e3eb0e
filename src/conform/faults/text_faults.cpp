// Lists the faults in reading a text before it is split (spec/01-text.md, level L0 of the kit):
// ill-formed bytes that are accepted or raise another error, blank texts that are refused, and
// texts that are changed, such as normalized, folded to lower case or cut. Each fault has a change
// of the reference that makes it.
//
//   replace-invalid  61 FF        is read as "a\ufffd", and not refused
#include <algorithm>
#include <array>
#include <utility>

#include <bpetite/errors.hpp>

#include "conform/faults/fault.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/unicode.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::faults {
namespace {

using Rewrite = std::function<std::string(std::string_view text)>;

// Reads a well-formed text as another text.
PartsEdit rewriting(Rewrite rewrite) {
  return [rewrite](program::TokenizerParts parts) {
    parts.read = [read = parts.read, rewrite](std::string_view text) {
      return rewrite(read(text));
    };
    return parts;
  };
}

// Accepts an ill-formed text, and changes it.
PartsEdit accepting(Rewrite mend) {
  return [mend](program::TokenizerParts parts) {
    parts.read = [read = parts.read, mend](std::string_view text) {
      return read(utf8::first_ill_formed(text) ? mend(text) : text);
    };
    return parts;
  };
}

// Replaces each scalar by the result of a function.
template <typename Scalar>
std::string by_scalars(std::string_view text, Scalar scalar) {
  program::require_well_formed(text);
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto [value, size] = utf8::scalar_at(text, at);
    if (const std::optional<char32_t> other = scalar(value)) {
      utf8::append(result, *other);
    }
    at += size;
  }
  return result;
}

// Replaces "e" and U+0301 by "é": a small part of NFC that is enough for a test.
std::string composed(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> compositions = {{
      {"e\u0301", "\u00e9"},
      {"a\u0301", "\u00e1"},
      {"o\u0301", "\u00f3"},
      {"e\u0300", "\u00e8"},
      {"a\u0300", "\u00e0"},
      {"n\u0303", "\u00f1"},
      {"u\u0308", "\u00fc"},
      {"o\u0308", "\u00f6"},
      {"a\u0308", "\u00e4"},
      {"A\u030a", "\u00c5"},
      {"\u212b", "\u00c5"},
      {"\u1112\u1161\u11ab", "\ud55c"},
  }};
  std::string result(text);
  for (const auto& [from, to] : compositions) {
    result = suite::replaced_all(result, from, to);
  }
  return result;
}

// Replaces full-width and ideographic forms by ASCII, as NFKC does.
std::string narrowed(std::string_view text) {
  return by_scalars(text, [](char32_t scalar) -> std::optional<char32_t> {
    if (scalar >= 0xFF01 && scalar <= 0xFF5E) return scalar - 0xFEE0;
    return scalar == 0x3000 || scalar == 0xA0 ? U' ' : scalar;
  });
}

// Decodes over-long forms, surrogates and values above U+10FFFF to the number that their bits give,
// if it is a scalar. Other ill-formed bytes stay.
std::string decoded_loosely(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t size = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    const std::string_view sequence = text.substr(at, size);
    const bool whole = size > 1 && sequence.size() == size &&
                       std::all_of(sequence.begin() + 1, sequence.end(), utf8::is_continuation);
    if (!whole) {
      result += text[at];
      ++at;
      continue;
    }
    char32_t value = lead & (0x7FU >> size);
    for (const char c : sequence.substr(1)) {
      value = (value << 6) | (static_cast<unsigned char>(c) & 0x3FU);
    }
    const bool no_scalar = (value >= 0xD800 && value < 0xE000) || value > 0x10FFFF;
    utf8::append(result, no_scalar ? U'\ufffd' : value);
    at += size;
  }
  return result;
}

// The text up to its last well-formed scalar.
std::string cut_off(std::string_view text) {
  return std::string(text.substr(0, *utf8::first_ill_formed(text)));
}

Fault wrong_class() {
  return {"invalid-value-error", "An ill-formed text raises ValueError, not UnicodeDecodeError.",
          "InvalidUtf8", L0, [](program::TokenizerParts parts) {
            parts.read = [](std::string_view text) {
              if (utf8::first_ill_formed(text)) throw ValueError("text: ill-formed", "S1a");
              return std::string(text);
            };
            return parts;
          }};
}

}  // namespace

std::vector<Fault> text_faults() {
  const auto drop_if = [](auto condition) {
    return [condition](std::string_view text) {
      return by_scalars(text, [condition](char32_t scalar) {
        return condition(scalar) ? std::nullopt : std::optional(scalar);
      });
    };
  };
  return {
      wrong_class(),
      {"replace-invalid", "Each ill-formed byte of a text is read as U+FFFD.", "InvalidUtf8", L0,
       accepting([](std::string_view text) { return suite::mended(text, "\ufffd"); })},
      {"drop-invalid", "The ill-formed bytes of a text are dropped.", "InvalidUtf8", L0,
       accepting([](std::string_view text) { return suite::mended(text, ""); })},
      {"latin1-invalid", "A text that is not UTF-8 is read as Latin-1.", "InvalidUtf8", L0,
       accepting([](std::string_view text) {
         std::string result;
         for (const char c : text) utf8::append(result, static_cast<unsigned char>(c));
         return result;
       })},
      {"cut-at-invalid", "A text ends where it is ill-formed.", "InvalidUtf8", L0,
       accepting(cut_off)},
      {"loose-utf8", "Over-long forms and surrogates are decoded.", "LoneSurrogate", L0,
       accepting(decoded_loosely)},
      {"controls-dropped", "Control characters but TAB, LF and CR are dropped.", "NulByte", L0,
       rewriting(drop_if([](char32_t scalar) {
         return (scalar < 0x20 && scalar != '\t' && scalar != '\n' && scalar != '\r') ||
                (scalar >= 0x7F && scalar < 0xA0);
       }))},
      {"invisible-dropped", "Zero-width scalars are dropped.", "NoNormalization", L0,
       rewriting(drop_if([](char32_t scalar) {
         return (scalar >= 0x200B && scalar <= 0x200F) || scalar == 0x2060 || scalar == 0xFEFF ||
                scalar == 0xFE0F || scalar == 0xAD;
       }))},
      {"blank-refused", "A text without anything but white space is refused.", "EofAnchor", L0,
       rewriting([](std::string_view text) {
         if (edited(text, TextEdit::trimmed).empty()) throw ValueError("text: blank");
         return std::string(text);
       })},
      {"last-scalar-lost", "The last scalar of a text is dropped.", "EofAnchor", L0,
       rewriting([](std::string_view text) {
         std::size_t end = text.size();
         while (end > 0 && utf8::is_continuation(text[--end])) {
         }
         return std::string(text.substr(0, end));
       })},
      {"nfc", "Letters and their marks are composed.", "NoNormalization", L0, rewriting(composed)},
      {"nfkc-narrow", "Full-width forms are read as ASCII.", "NoNormalization", L0,
       rewriting(narrowed)},
      {"case-folded", "Texts are folded to lower case.", "NoNormalization", L0,
       rewriting([](std::string_view text) {
         return by_scalars(text,
                           [](char32_t scalar) { return std::optional(unicode::fold(scalar)); });
       })},
      {"tabs-to-spaces", "A TAB is read as a space.", "NoNormalization", L0,
       rewriting([](std::string_view text) { return suite::replaced_all(text, "\t", " "); })},
      {"spaces-collapsed", "Two spaces are read as one.", "NoNormalization", L0,
       rewriting([](std::string_view text) { return suite::replaced_all(text, "  ", " "); })},
  };
}

}  // namespace bpetite::conform::faults
