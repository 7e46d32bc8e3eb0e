// Runs patterns with Boost.Regex and the project's own character classes (Regex,
// spec/02-pretokenize.md, FR-4, S3). boost_dialect() translates the text of a pattern. ScalarTraits
// tells Boost.Regex which scalars are letters, numbers and white space in a version of Unicode, and
// how case is ignored. match_lengths() gives the lengths of the matches that cover a text; it stops
// the program if they do not.
//
//   \p{L}+|\s      [[:L:]]+|[[:s:]]      on "ab c"      2 1 1
#include "reference/regex.hpp"

#include <fmt/format.h>

#include <boost/regex.hpp>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"
#include "core/utf8.hpp"
#include "reference/scalars.hpp"

namespace bpetite::reference {
namespace {

// The traits class of Boost.Regex: characters are scalar values, and the three classes of the
// patterns are those of S2. Its "locale" is the Unicode version.
class ScalarTraits {
 public:
  using char_type = char32_t;
  using size_type = std::size_t;
  using string_type = std::u32string;
  using locale_type = unicode::Version;
  using char_class_type = unsigned;
  struct boost_extensions_tag {};

  static size_type length(const char_type* text) { return std::u32string_view(text).size(); }

  // Classes by name. When Boost compiles a pattern, it looks up some classes of its own, which
  // must exist but are never used.
  char_class_type lookup_classname(const char_type* first, const char_type* last) const {
    const std::u32string_view name(first, last);
    if (name == U"L") return letter;
    if (name == U"N") return number;
    if (name == U"s") return white_space;
    if (name == U"w" || name == U"lower" || name == U"upper" || name == U"alpha") return unasked;
    return 0;
  }
  bool isctype(char_type c, char_class_type classes) const {
    return ((classes & letter) != 0 && unicode::is_letter(c, version_)) ||
           ((classes & number) != 0 && unicode::is_number(c, version_)) ||
           ((classes & white_space) != 0 && unicode::is_white_space(c));
  }

  // S3c "ignores case by simple case folding".
  char_type translate(char_type c) const { return c; }
  char_type translate_nocase(char_type c) const { return unicode::fold(c, version_); }
  char_type translate(char_type c, bool icase) const { return icase ? translate_nocase(c) : c; }
  char_type tolower(char_type c) const { return c; }
  char_type toupper(char_type c) const { return c; }

  // The syntax consists of ASCII characters. Any other character is a literal.
  boost::regex_constants::syntax_type syntax_type(char_type c) const {
    return c < 0x80 ? boost::BOOST_REGEX_DETAIL_NS::get_default_syntax_type(static_cast<char>(c))
                    : boost::regex_constants::syntax_type{boost::regex_constants::syntax_char};
  }
  boost::regex_constants::escape_syntax_type escape_syntax_type(char_type c) const {
    return c < 0x80
               ? boost::BOOST_REGEX_DETAIL_NS::get_default_escape_syntax_type(static_cast<char>(c))
               : boost::regex_constants::escape_syntax_type{
                     boost::regex_constants::escape_type_identity};
  }

  // The value of a digit in {1,2}.
  int value(char_type c, int radix) const {
    const int digit = U'0' <= c && c <= U'9' ? static_cast<int>(c - U'0') : radix;
    return digit < radix ? digit : -1;
  }
  std::intmax_t toi(const char_type*& first, const char_type* last, int radix) const {
    return boost::BOOST_REGEX_DETAIL_NS::global_toi(first, last, radix, *this);
  }

  // No pattern uses collation.
  string_type transform(const char_type* first, const char_type* last) const {
    return {first, last};
  }
  string_type transform_primary(const char_type* first, const char_type* last) const {
    return {first, last};
  }
  string_type lookup_collatename(const char_type*, const char_type*) const { return {}; }

  locale_type imbue(locale_type version) { return std::exchange(version_, version); }
  locale_type getloc() const { return version_; }
  std::string error_string(boost::regex_constants::error_type code) const {
    return boost::BOOST_REGEX_DETAIL_NS::get_default_error_string(code);
  }

 private:
  static constexpr char_class_type letter = 1;
  static constexpr char_class_type number = 2;
  static constexpr char_class_type white_space = 4;
  static constexpr char_class_type unasked = 8;

  unicode::Version version_ = unicode::pinned;
};

}  // namespace

std::string boost_dialect(std::string_view pattern) {
  std::string out;
  bool in_brackets = false;
  for (std::size_t i = 0; i < pattern.size();) {
    const std::string_view rest = pattern.substr(i);

    // Outside brackets, a class needs brackets of its own. Inside brackets, it is a member.
    const auto add_class = [&](std::string_view posix, std::size_t length) {
      out += in_brackets ? std::string(posix) : fmt::format("[{}]", posix);
      i += length;
    };
    if (rest.starts_with("\\p{L}")) {
      add_class("[:L:]", 5);
    } else if (rest.starts_with("\\p{N}")) {
      add_class("[:N:]", 5);
    } else if (rest.starts_with("\\s")) {
      add_class("[:s:]", 2);
    } else if (rest.starts_with("\\S") && !in_brackets) {
      add_class("^[:s:]", 2);
    } else if (rest.starts_with("\\p") || rest.starts_with("\\P") || rest.starts_with("\\S")) {
      throw ValueError(fmt::format("pattern: {}: unknown class", utf8::quoted(rest.substr(0, 5))),
                       "FR-4");
    } else if (rest.starts_with("\\") && rest.size() >= 2) {
      out += rest.substr(0, 2);
      i += 2;
    } else {
      in_brackets = rest.front() == '[' || (in_brackets && rest.front() != ']');
      out += rest.front();
      ++i;
    }
  }
  return out;
}

struct Regex::Compiled {
  boost::basic_regex<char32_t, ScalarTraits> regex;
};

Regex::Regex(std::string_view pattern, unicode::Version version) {
  auto compiled = std::make_unique<Compiled>();
  compiled->regex.imbue(version);
  compiled->regex.assign(Scalars(boost_dialect(pattern)).values);
  compiled_ = std::move(compiled);
}

Regex::~Regex() = default;

std::vector<std::size_t> Regex::match_lengths(std::u32string_view text) const {
  std::vector<std::size_t> lengths;
  boost::match_results<const char32_t*> match;
  const char32_t* const end = text.data() + text.size();
  for (const char32_t* at = text.data(); at != end; at = match[0].second) {
    const bool found = boost::regex_search(at, end, match, compiled_->regex,
                                           boost::regex_constants::match_continuous);
    assert_internal(found && match[0].second != at, "a pattern does not match everywhere");
    lengths.push_back(static_cast<std::size_t>(match.length(0)));
  }
  return lengths;
}

}  // namespace bpetite::reference
