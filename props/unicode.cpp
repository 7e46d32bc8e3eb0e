// Tests the Unicode tables (spec/01-text.md, S2 and S3c). Every scalar, in each version of Unicode,
// must be a letter, a number or white space, and fold, as Python's package regex says.
// tools/verify/oracle/witness writes that to props/data/unicode-*-witness.txt; regex shares no code
// with the packages that make our tables. Also tests the sizes of classes, that no two share a
// scalar, single scalars of each class, simple folding, what lies beyond plane 3, and the pinned
// version.
#include <fmt/format.h>

#include "core/unicode.hpp"

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/normal_form/normal_form.hpp"
#include "support/property.hpp"
#include "support/share.hpp"

namespace {

namespace unicode = bpetite::unicode;
using bpetite::test::every;
using unicode::Version;

constexpr char32_t scalar_limit = 0x110000;

bool is_scalar(char32_t value) {
  return value < 0xD800 || (value > 0xDFFF && value < scalar_limit);
}

// The classes and the folding of one scalar value in a version of Unicode.
struct Classes {
  bool letter = false;
  bool number = false;
  bool white_space = false;
  char32_t fold = 0;
  friend bool operator==(const Classes&, const Classes&) = default;
};

Classes classes_of(char32_t scalar, Version version) {
  return {unicode::is_letter(scalar, version), unicode::is_number(scalar, version),
          unicode::is_white_space(scalar), unicode::fold(scalar, version)};
}

char32_t from_hex(std::string_view digits) {
  std::uint32_t value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  REQUIRE(result.ptr == digits.data() + digits.size());
  REQUIRE(value < scalar_limit);
  return value;
}

// Reads the classes of every scalar from a witness file. Its sections list the ranges of a class
// ("0041-005A", "00AA") and the foldings ("0041>0061").
std::vector<Classes> read_witness(Version version) {
  const std::string path = fmt::format("{}/props/data/unicode-{}-witness.txt", BPETITE_SOURCE_DIR,
                                       unicode::name(version));
  std::ifstream file(path);
  INFO(path);
  REQUIRE(file.is_open());

  std::vector<Classes> witness(scalar_limit);
  for (char32_t scalar = 0; scalar < scalar_limit; ++scalar) {
    witness[scalar].fold = scalar;
  }
  std::string section;
  for (std::string line; std::getline(file, line);) {
    std::istringstream entries(line.starts_with('#') ? "" : line);
    for (std::string entry; entries >> entry;) {
      if (entry.starts_with('[')) {
        section = entry;
        continue;
      }
      const std::size_t mark = entry.find_first_of("->");
      const char32_t first = from_hex(std::string_view(entry).substr(0, mark));
      const char32_t second =
          mark == std::string::npos ? first : from_hex(std::string_view(entry).substr(mark + 1));
      if (section == "[fold]") {
        witness[first].fold = second;
        continue;
      }
      for (char32_t scalar = first; scalar <= second; ++scalar) {
        witness[scalar].letter |= section == "[letter]";
        witness[scalar].number |= section == "[number]";
        witness[scalar].white_space |= section == "[white_space]";
      }
    }
  }
  return witness;
}

// The number of scalars in each class, and of those that do not fold to themselves.
struct Sizes {
  int letters = 0;
  int numbers = 0;
  int white_space = 0;
  int foldings = 0;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

Sizes sizes_of(Version version) {
  Sizes sizes;
  for (char32_t scalar = 0; scalar < scalar_limit; ++scalar) {
    const Classes classes = classes_of(scalar, version);
    sizes.letters += classes.letter ? 1 : 0;
    sizes.numbers += classes.number ? 1 : 0;
    sizes.white_space += classes.white_space ? 1 : 0;
    sizes.foldings += classes.fold != scalar ? 1 : 0;
  }
  return sizes;
}

}  // namespace

TEST_CASE("S2a S2b S2c S2d S3c: every scalar value has the classes of a second source",
          "[exhaustive]") {
  std::uint64_t compared = 0;
  for (std::size_t i = 0; i < unicode::versions.size(); i += every(4)) {
    const Version version = unicode::versions[i];
    const std::vector<Classes> witness = read_witness(version);
    std::uint64_t scalars = 0;
    for (char32_t scalar = 0; scalar < scalar_limit; ++scalar) {
      if (!is_scalar(scalar)) {
        continue;
      }
      if (classes_of(scalar, version) != witness[scalar]) {
        FAIL("Unicode " << unicode::name(version) << ": U+" << std::hex << std::uint32_t{scalar}
                        << " differs in a class or in its folding");
      }
      ++scalars;
    }
    REQUIRE(scalars == 1112064);
    std::cout << "Unicode " << unicode::name(version) << ": " << scalars << " scalars, 0 differ\n";
    compared += scalars;
  }
  bpetite::test::record("exhaustive", "S2a S2b S2c S2d S3c",
                        "every scalar value has the classes of a second source", compared);
}

CLAUSE_TEST("S2a S2b S2c S2d S3c", "the classes have the sizes that Unicode gives them") {
  CHECK(sizes_of(Version::v16_0) == Sizes{141028, 1911, 25, 1484});
  if (bpetite::test::few_cases()) return;
  CHECK(sizes_of(Version::v13_0) == Sizes{131241, 1781, 25, 1414});
  CHECK(sizes_of(Version::v14_0) == Sizes{131756, 1791, 25, 1454});
  CHECK(sizes_of(Version::v15_0) == Sizes{136104, 1831, 25, 1454});
  CHECK(sizes_of(Version::v15_1) == Sizes{136726, 1831, 25, 1457});
  CHECK(sizes_of(Version::v17_0) == Sizes{145672, 1924, 25, 1512});
  CHECK(sizes_of(Version::v18_0) == Sizes{158172, 2247, 25, 1533});
}

CLAUSE_TEST("S2a S2b S2c", "a class is empty beyond the scalar values, and no two share one") {
  for (char32_t value = 0; value < scalar_limit + 0x1000; ++value) {
    const Classes classes = classes_of(value, Version::v18_0);
    const int members = int{classes.letter} + int{classes.number} + int{classes.white_space};
    if (members > (is_scalar(value) ? 1 : 0)) {
      FAIL("U+" << std::hex << std::uint32_t{value} << " is in " << members << " classes");
    }
  }
}

CLAUSE_TEST("S2d S30a", "beyond plane 3 no version differs, and nothing has another form") {
  using unicode::FormVersion;
  for (char32_t scalar = unicode::end_of_changes; scalar < scalar_limit; ++scalar) {
    bool is_same = true;
    for (const Version version : unicode::versions) {
      is_same &= unicode::category(scalar, version) == unicode::category(scalar);
    }
    for (const FormVersion version : {FormVersion::v9_0, FormVersion::v16_0}) {
      is_same &= unicode::combining_class(scalar, version) == 0;
      is_same &= unicode::decomposition(scalar, version).empty();
    }
    if (!is_same) FAIL("U+" << std::hex << std::uint32_t{scalar} << " differs");
  }
}

CLAUSE_TEST("S2a", "letters of each of the five categories, and what only looks like one") {
  for (const char32_t letter : {U'A', U'a', U'ǅ', U'ʰ', U'ª', U'中', U'\U00020000'}) {
    CHECK(unicode::is_letter(letter));
  }
  // A combining accent, a joiner, the degree sign, letter-like numbers, an emoji, and ASCII signs.
  for (const char32_t other : {U'\u0301', U'\u200D', U'°', U'Ⅷ', U'ⓐ', U'😀', U'_', U'\''}) {
    CHECK_FALSE(unicode::is_letter(other));
  }
}

CLAUSE_TEST("S2b", "numbers are digits, letter-like numbers and others") {
  for (const char32_t number : {U'0', U'9', U'٣', U'Ⅷ', U'²', U'½', U'①', U'〇'}) {
    CHECK(unicode::is_number(number));
  }
  for (const char32_t other : {U'O', U'l', U'十', U'.', U'%'}) {
    CHECK_FALSE(unicode::is_number(other));
  }
}

CLAUSE_TEST("S2c", "white space is 25 scalars, and none of those that some libraries add") {
  const std::u32string all =
      U"\u0009\u000A\u000B\u000C\u000D\u0020\u0085\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005"
      U"\u2006\u2007\u2008\u2009\u200A\u2028\u2029\u202F\u205F\u3000";
  REQUIRE(all.size() == 25);
  for (char32_t scalar = 0; scalar < scalar_limit; ++scalar) {
    if (unicode::is_white_space(scalar) != (all.find(scalar) != std::u32string::npos)) {
      FAIL("U+" << std::hex << std::uint32_t{scalar} << " is white space, or not, by mistake");
    }
  }
  for (const char32_t other : U"\u001C\u001D\u001E\u001F\u180E\u200B\u2060\uFEFF") {
    CHECK_FALSE(unicode::is_white_space(other));
  }
}

CLAUSE_TEST("S2d", "the version is pinned to 16.0.0, and others are carried beside it") {
  CHECK(unicode::name(unicode::pinned) == "16.0.0");
  std::string names;
  for (const Version version : unicode::versions) {
    names += std::string(unicode::name(version)) + " ";
  }
  CHECK(names == "13.0.0 14.0.0 15.0.0 15.1.0 16.0.0 17.0.0 18.0.0 ");

  // For each version a letter that it added. In the version before, it is not a letter.
  const std::u32string newcomers = U"\u0870\U00011F02\U0002EBF0\u1C89\u088F\u0558";
  for (std::size_t i = 0; i < newcomers.size(); ++i) {
    INFO(unicode::name(unicode::versions.at(i + 1)));
    CHECK_FALSE(unicode::is_letter(newcomers[i], unicode::versions.at(i)));
    CHECK(unicode::is_letter(newcomers[i], unicode::versions.at(i + 1)));
  }
  CHECK(unicode::is_letter(U'\u1C89'));
  CHECK_FALSE(unicode::is_letter(U'\u088F'));
}

CLAUSE_TEST("S3c", "folding is simple: the long s is an s, the sharp s is not two") {
  CHECK(unicode::fold(U'S') == U's');
  CHECK(unicode::fold(U's') == U's');
  CHECK(unicode::fold(U'\u017F') == U's');       // long s
  CHECK(unicode::fold(U'\u212A') == U'k');       // the sign of kelvin
  CHECK(unicode::fold(U'\u1E9E') == U'ß');       // status S
  CHECK(unicode::fold(U'ß') == U'ß');            // only a full folding (F), to "ss"
  CHECK(unicode::fold(U'\u0130') == U'\u0130');  // dotted I: only a Turkish folding (T)
  CHECK(unicode::fold(U'I') == U'i');            // status C, not the Turkish folding (T)
  CHECK(unicode::fold(U'Ā') == U'ā');
  CHECK(unicode::fold(U'ā') == U'ā');
  for (std::size_t i = 0; i < unicode::versions.size(); i += every(4)) {
    const Version version = unicode::versions[i];
    for (char32_t scalar = 0; scalar < scalar_limit; ++scalar) {
      const char32_t folded = unicode::fold(scalar, version);
      if (unicode::fold(folded, version) != folded) {
        FAIL("U+" << std::hex << std::uint32_t{scalar} << " folds to what folds again");
      }
    }
  }
}
