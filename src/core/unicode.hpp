// The character classes of the patterns, for fixed Unicode versions (spec/01-text.md, S2). Also the
// general categories, the case folding, the lists of the versions, categories and scripts, the
// names of the versions, and the scalar from which on nothing changes (end_of_changes).
//
//   is_letter(U'é')         true      Lu Ll Lt Lm Lo
//   is_number(U'Ⅷ')         true      Nd Nl No
//   is_white_space(U'　')    true      White_Space, 25 scalars
//   fold(U'ſ')              U's'      simple case folding
//
// No result depends on the Unicode version of the machine or of a library. The library has the
// tables of all versions named below. Without a version, 16.0 is taken (S2d).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include <bpetite/dialect.hpp>

namespace bpetite::unicode {

// All supported versions, oldest first, and the name of each: "16.0.0".
inline constexpr std::array versions = {Version::v13_0, Version::v14_0, Version::v15_0,
                                        Version::v15_1, Version::v16_0, Version::v17_0,
                                        Version::v18_0};
std::string_view name(Version version);

// From this scalar on, nothing differs between the versions, and nothing has another normal form or
// a combining class: planes 4 to 16 have tags, variation selectors and private use only. So
// searches end here.
inline constexpr char32_t end_of_changes = 0x40000;

// The general categories. Cn is unassigned.
enum class Category : std::uint8_t {
  Lu,
  Ll,
  Lt,
  Lm,
  Lo,
  Mn,
  Mc,
  Me,
  Nd,
  Nl,
  No,
  Pc,
  Pd,
  Ps,
  Pe,
  Pi,
  Pf,
  Po,
  Sm,
  Sc,
  Sk,
  So,
  Zs,
  Zl,
  Zp,
  Cc,
  Cf,
  Cs,
  Co,
  Cn
};
// Their names, in the same order.
inline constexpr std::array<std::string_view, 30> category_names = {
    "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe",
    "Pi", "Pf", "Po", "Sm", "Sc", "Sk", "So", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Cn"};

// The scripts that patterns name (S25c).
enum class Script : std::uint8_t { han, hangul, hiragana, katakana };

Category category(char32_t scalar, Version version = pinned);
bool is_letter(char32_t scalar, Version version = pinned);  // S2a
bool is_number(char32_t scalar, Version version = pinned);  // S2b
bool is_white_space(char32_t scalar);                       // S2c: the same in all versions
char32_t fold(char32_t scalar, Version version = pinned);   // S3c: CaseFolding.txt, C and S

}  // namespace bpetite::unicode
