// The parts of normalization form C, for Unicode 9.0 and 16.0 (FormVersion;
// spec/15-normalization.md, S30): how scalars decompose and compose, their combining classes,
// whether a scalar may join the one before it, and the arithmetic of Hangul syllables (hangul).
//
//   decomposition(U'é', v16_0)               {U'e', U'\u0301'}      one step; empty if none
//   combining_class(U'\u0301', v16_0)        230
//   composition(U'e', U'\u0301', v16_0)      U'é'                   nullopt if they stay two
//   may_join_previous(U'\u0301', v16_0)      true
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace bpetite::unicode {

// The versions of Unicode whose form C some vocabulary needs. Hugging Face's library has that of
// 9.0.
enum class FormVersion : std::uint8_t { v9_0, v16_0 };

// The one or two scalars that a scalar decomposes to in one step; empty if it does not.
std::u32string decomposition(char32_t scalar, FormVersion version);

// 0 for a scalar that begins a character, and for a scalar that the version does not have.
unsigned combining_class(char32_t scalar, FormVersion version);

// The scalar that two neighbours become, or nullopt.
std::optional<char32_t> composition(char32_t first, char32_t second, FormVersion version);

// Whether a scalar is the second of some composition, and so may join the scalar before it.
bool may_join_previous(char32_t scalar, FormVersion version);

// S30c: a Hangul syllable has a leading consonant, a vowel, and perhaps a trailing consonant. It is
// composed by arithmetic, and is in no table.
namespace hangul {

inline constexpr char32_t syllables = 0xAC00;
inline constexpr char32_t leading = 0x1100;
inline constexpr char32_t vowels = 0x1161;
inline constexpr char32_t trailing = 0x11A7;  // stands for no consonant
inline constexpr unsigned leading_count = 19;
inline constexpr unsigned vowel_count = 21;
inline constexpr unsigned trailing_count = 28;
inline constexpr unsigned syllable_count = leading_count * vowel_count * trailing_count;

constexpr bool is_syllable(char32_t it) { return it - syllables < syllable_count; }
constexpr bool is_leading(char32_t it) { return it - leading < leading_count; }
constexpr bool is_vowel(char32_t it) { return it - vowels < vowel_count; }
constexpr bool is_trailing(char32_t it) { return it - trailing - 1 < trailing_count - 1; }

}  // namespace hangul
}  // namespace bpetite::unicode
