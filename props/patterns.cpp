// Tests the language of patterns, the regular expressions that cut texts into chunks: the patterns
// that it takes or refuses and the place of the error, its limits, and its classes and their
// unions, intersections and complements in each version of Unicode. The reference cuts by the
// pattern of v1 with Boost.Regex, and by all others with its own matcher, which must cut as
// Boost.Regex does, in bounded time. Also tests the public interface, <bpetite/pattern.hpp>:
// patterns of a dialect, a version and a profile, cutting texts, errors, and comparing two
// patterns.
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/pattern.hpp>

#include "core/unicode.hpp"
#include "core/wording/clause.hpp"
#include "pattern/parse.hpp"
#include "pattern/pattern_error.hpp"
#include "pattern/properties.hpp"
#include "profiles/profiles.hpp"
#include "reference/matcher.hpp"
#include "reference/pretokenize.hpp"
#include "support/programs/process.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/random_patterns.hpp"

namespace bpetite::test {
namespace {

using pattern::ScalarSet;

pattern::Node tree_of(std::string_view text, Dialect dialect = Dialect::tiktoken) {
  return pattern::parse({std::string(text), dialect, unicode::pinned});
}

// The error of a pattern, as "byte clause".
std::string complaint(std::string_view text, Dialect dialect = Dialect::tiktoken) {
  try {
    tree_of(text, dialect);
  } catch (const pattern::PatternError& error) {
    return fmt::format("{} {}", error.offset(), error.clause());
  }
  return "none";
}

CLAUSE_TEST("S25f", "$ is the end of the text, and under huggingface also that of each line") {
  for (const Dialect dialect : {Dialect::tiktoken, Dialect::huggingface}) {
    const bool is_theirs = dialect == Dialect::huggingface;
    CHECK(tree_of("a$", dialect) == tree_of(is_theirs ? "a(?![^\\n])" : "a\\z", dialect));
    const Pattern pattern{"\\s+$|x|\\s", dialect, unicode::pinned};
    Profile profile = profiles::gpt2();
    profile.splits = {{pattern, Behaviour::isolated}};
    using Chunks = std::vector<std::string_view>;
    CHECK(reference::pretokenize("x \t\nx", profile) ==
          (is_theirs ? Chunks{"x", " \t", "\n", "x"} : Chunks{"x", " ", "\t", "\n", "x"}));
    CHECK(reference::pretokenize("x \r\u0085 ", profile) == Chunks{"x", " \r\u0085 "});
    CHECK(reference::pretokenize("x\n\n", profile) == Chunks{"x", "\n\n"});
    CHECK(reference::pretokenize("\n\nx", profile) == (Chunks{"\n", "\n", "x"}));
  }
}

// A text with one fault, and what its error has: the byte, the clause, and the words about it.
struct Fault {
  std::string_view text;
  std::size_t offset;
  std::string_view clause;
  std::string_view message;
  Dialect dialect = Dialect::tiktoken;
};

const std::vector<Fault>& faults() {
  static const std::vector<Fault> all = {
      {"a(?<=b)", 1, "S25b", "\"(?<=\" is a look-behind, which the language does not have"},
      {"a(?<!b)", 1, "S25b", "\"(?<!\" is a look-behind, which the language does not have"},
      {"(?>a)", 0, "S25b", "\"(?>\" is an atomic group, which the language does not have"},
      {"(?<n>a)", 0, "S25b", "\"(?<\" is a named group, which the language does not have"},
      {"(?P<n>a)", 0, "S25b", "\"(?P\" is a named group, which the language does not have"},
      {"(?#c)", 0, "S25b", "\"(?#\" is a comment, which the language does not have"},
      {"(?|a)", 0, "S25b", "\"(?|\" is a branch reset, which the language does not have"},
      {"(?~a)", 0, "S25b", "\"(?~\" is an absent operator, which the language does not have"},
      {"(?(a)b)", 0, "S25b", "\"(?(\" is a condition, which the language does not have"},
      {"(?i)a", 0, "S25b", "\"(?\" is a group with flags, which the language does not have"},
      {"(?s:a)", 0, "S25b", "\"(?\" is a group with flags, which the language does not have"},
      {"(a)\\1", 3, "S25b", "a back-reference, which the language does not have"},
      {"ab\\b", 2, "S25b", "\"\\\\b\" is a word boundary, which the language does not have"},
      {"\\Bx", 0, "S25b", "\"\\\\B\" is a word boundary, which the language does not have"},
      {"\\Ga", 0, "S25b", "\"\\\\G\" is an anchor, which the language does not have"},
      {"\\Aa", 0, "S25b", "\"\\\\A\" is an anchor, which the language does not have"},
      {"a\\Z", 1, "S25b", "\"\\\\Z\" is an anchor, which the language does not have"},
      {"^a", 0, "S25b", "\"^\" is an anchor, which the language does not have"},
      {"a.b", 1, "S25b",
       "\".\" is any scalar but some line breaks, which the language does not have"},
      {"a*?", 1, "S25b", "\"*?\" is lazy"},
      {"a{1,2}?", 1, "S25b", "\"{1,2}?\" is lazy"},
      {"a++?", 1, "S25b", "\"++?\" is lazy"},
      {"a**", 2, "S25b", "a quantifier of a quantifier"},
      {"a+{2}", 2, "S25b", "a quantifier of a quantifier"},
      {"a+++", 3, "S25b", "a quantifier of a quantifier"},
      {"*a", 0, "S25b", "\"*\" has nothing to repeat"},
      {"a|+", 2, "S25b", "\"+\" has nothing to repeat"},
      {"|+", 1, "S25b", "\"+\" has nothing to repeat"},
      {"|?", 1, "S25b", "\"?\" has nothing to repeat"},
      {"{1}", 0, "S25b", "\"{\" has nothing to repeat"},
      {"a{2,1}", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"a{,2}", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"a{0}", 1, "S25b", "an interval of no times"},
      {"a{0,0}", 1, "S25b", "an interval of no times"},
      {"a{x}", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"a{1x}", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"a{1,2x}", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"a{99999999999,}", 1, "S25i", "an interval beyond 1000"},
      {"a{4294967296}", 1, "S25i", "an interval beyond 1000"},
      {"a{1001,2000}", 1, "S25i", "an interval beyond 1000"},
      {"a{1", 1, "S25b", "\"{\" begins no interval {m}, {m,} or {m,n}"},
      {"(a", 0, "S25b", "the group is not closed"},
      {"b(a", 1, "S25b", "the group is not closed"},
      {"a)", 1, "S25b", "\")\" closes no group"},
      {"[a", 0, "S25c", "the class is not closed"},
      {"[]a]", 0, "S25c", "a class without members"},
      {"[a&&]", 0, "S25c", "a class without members"},
      {"[b-a]", 1, "S25c", "a range whose end comes before its beginning"},
      {"[a-\\d]", 2, "S25c", "a hyphen in a list: write \\-"},
      {"[A-[b]]", 2, "S25c", "a hyphen in a list: write \\-"},
      {"[A-", 2, "S25c", "a hyphen in a list: write \\-"},
      {"[\\d-a]", 3, "S25c", "a hyphen in a list: write \\-"},
      {"[a-c-e]", 4, "S25c", "a hyphen in a list: write \\-"},
      {"[a--b]", 2, "S25c", "an operator of classes that the language does not have"},
      {"[+--]", 2, "S25c", "an operator of classes that the language does not have"},
      {"[[:alpha:]]", 1, "S25c", "a class of POSIX, which the language does not have"},
      {"\\", 0, "S25b", "a backslash at the end"},
      {"b\\", 1, "S25b", "a backslash at the end"},
      {"\\q", 0, "S25b", "\"\\\\q\" is not an escape of the language"},
      {"b\\q", 1, "S25b", "\"\\\\q\" is not an escape of the language"},
      {"\\x{110000}", 0, "S25b", "\"\\\\x{110000}\" is not a scalar"},
      {"\\x{000000041}", 0, "S25b", "\"\\\\x{000000041}\" is not a scalar"},
      {"\\xZZ", 0, "S25b", "\"\\\\xZZ\" is not a scalar"},
      {"\\uD800", 0, "S25b", "\"\\\\uD800\" is not a scalar"},
      {"\\u{110000}", 0, "S25b", "\"\\\\u{110000}\" is not a scalar"},
      {"\\p{L", 0, "S25c", "the name of the class is not closed"},
      {"(?:a|)*", 0, "S25b", "what is repeated can be empty"},
      {"x(?:a?){2}", 1, "S25b", "what is repeated can be empty"},
      {"(?:b||a){2}b", 0, "S25b", "what is repeated can be empty"},
      {"(?:a*)?", 0, "S25b", "what is repeated can be empty"},
      {"(?:){1}", 0, "S25b", "what is repeated can be empty"},
      {"(?:(?=a)a?){2}", 0, "S25b", "what is repeated can be empty"},
      {"(?:(?=a)|b){2}", 0, "S25b", "what is repeated can be empty"},
      {"(?:(?:$|c)|b)?", 0, "S25b", "what is repeated can be empty"},
      {"(?:$)+", 0, "S25b", "what is repeated can be empty"},
      {"(?=a)*", 0, "S25b", "what is repeated can be empty"},
      {"(?:ab)?+", 6, "S25e", "\"?+\" is possessive over more than one class"},
      {"(?:ab){2}+", 6, "S25e", "\"{2}+\" is possessive over more than one class"},
      {"\\p{Foo}", 0, "S25c", "\"\\\\p{Foo}\" names no class"},
      {"a\\P{Foo}", 1, "S25c", "\"\\\\P{Foo}\" names no class"},
      {"[a\\pX]", 2, "S25c", "\"\\\\pX\" names no class"},
      {"[^s[^\\d\\D]]", 3, "S25c", "a list inside a list that leaves no scalar"},
      {"[s[^\\d\\D]]", 2, "S25c", "a list inside a list that leaves no scalar"},
      {"[a&&[^\\x{0}-\\x{10FFFF}]]", 4, "S25c", "a list inside a list that leaves no scalar"},
      {"\\p{}", 0, "S25c", "\"\\\\p{}\" names no class"},
      {"\\p{l}", 0, "S25c", "\"\\\\p{l}\" names no class"},
      {"(?i:é)", 4, "S25d", "a scalar beyond ASCII in (?i:...)"},
      {"(?i:[a-b])", 5, "S25d", "a range in (?i:...)"},
      {"(?i:\\s)", 4, "S25d", "a class in (?i:...)"},
      {"(?i:[\\d])", 5, "S25d", "a class in (?i:...)"},
      {"(?i:[[a]])", 5, "S25d", "a list inside a list in (?i:...)"},
      {"(?i:[^[^a]b])", 6, "S25d", "a list inside a list in (?i:...)"},
      {"(?i:[^a&&b])", 7, "S25d", "\"&&\" in (?i:...)"},
      {"(?i:[a&&b])", 6, "S25d", "\"&&\" in (?i:...)"},
      {"a(?!bc)", 1, "S25g", "a look-ahead at more than one class"},
      {"(?=a|bc)", 0, "S25g", "a look-ahead at more than one class"},
      {"(?!a+)", 0, "S25g", "a look-ahead at more than one class"},
      {"a\xff", 1, "S25b", "no well-formed UTF-8"},
      {"a\\<", 1, "S25b", "the beginning or end of a word, which the language does not have"},
      {"(?:\\>)", 3, "S25b", "the beginning or end of a word, which the language does not have"},
      {"a\\x80", 1, "S25b", "\\x80 is a byte in this dialect: write \\x{80}", Dialect::huggingface},
      {"[\\xe0-\\xff]", 1, "S25b", "\\xe0 is a byte in this dialect: write \\x{e0}",
       Dialect::huggingface},
      {"\\u{61}", 0, "S25b", "no braces behind \\u in this dialect: write \\x{...}",
       Dialect::huggingface},
      {"\\pL", 0, "S25c", "a class is named in braces in this dialect: \\p{L}",
       Dialect::huggingface},
      {"[\\PN]", 1, "S25c", "a class is named in braces in this dialect: \\p{L}",
       Dialect::huggingface},
      {"(?i:ss)", 5, "S25d", "\"ss\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:a|S(?:\\x53))", 10, "S25d",
       "\"ss\" in (?i:...) is also a single scalar in this dialect", Dialect::huggingface},
      {"(?i:xst+|xst)", 11, "S25d", "\"st\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:(f)((?:f)))", 11, "S25d", "\"ff\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:(?:f|a)Fi)", 12, "S25d", "\"fi\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:fl)", 5, "S25d", "\"fl\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:s{1}t)", 8, "S25d", "\"st\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:s{1,1}(t{01}))", 11, "S25d",
       "\"st\" in (?i:...) is also a single scalar in this dialect", Dialect::huggingface},
      {"(?i:(?:s){1}t)", 12, "S25d", "\"st\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:(?:t|s)s)", 11, "S25d", "\"ss\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:s(?:)s)", 9, "S25d", "\"ss\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"(?i:s(?:s)+)", 8, "S25d", "\"ss\" in (?i:...) is also a single scalar in this dialect",
       Dialect::huggingface},
      {"a{0,2}+", 0, "S25b", "what is repeated can be empty", Dialect::huggingface},
  };
  return all;
}

CLAUSE_TEST("S25b S25c S25d S25e S25f S25g S25i S25q",
            "what is outside the language is refused at its place, and the error says what it is") {
  for (const Fault& fault : faults()) {
    INFO(fault.text);
    CHECK(complaint(fault.text, fault.dialect) == fmt::format("{} {}", fault.offset, fault.clause));
    CHECK(error_of([&] { tree_of(fault.text, fault.dialect); }) ==
          fmt::format("ValueError: pattern: byte {}: {} [{}]", fault.offset, fault.message,
                      cited(fault.clause)));
  }
}

PROPERTY("S25q", "a fault behind other alternatives is named as many bytes later") {
  const Fault fault = *rc::gen::elementOf(faults());
  std::string before;
  for (auto left = *number_between(1, 4); left > 0; --left) {
    before +=
        *rc::gen::element<std::string>("a", "\u00e9", "[a-c\u4e2d]+", "(?:b|c{2,3})x", "\\p{L}",
                                       "(?!\\s)", "$", "\\x{1f600}", "(?i:k)", "|", "a++");
  }
  before += "|";
  const std::string text = before + std::string(fault.text);
  RC_LOG() << text;
  RC_ASSERT(complaint(text, fault.dialect) ==
            fmt::format("{} {}", before.size() + fault.offset, fault.clause));
}

CLAUSE_TEST("S25b S25c S25e", "what is in the language is taken") {
  const std::vector<std::string> good = {"",
                                         "a||b",
                                         "()",
                                         "(a)(?:b)",
                                         "[a-]",
                                         "[-a]",
                                         "[^-a]",
                                         "[\\]\\-\\\\]",
                                         "]",
                                         "}",
                                         "\\pL\\PN",
                                         "[[a][^b]&&[c]]",
                                         "[^\\d\\D]",
                                         "[^a[b&&c]]",
                                         "\\x{1F600}",
                                         "\\/\\'\\ ",
                                         "a{1000}",
                                         "(?i:[sdmt]|ll)",
                                         "\\s++$",
                                         "[(|)?*+.^$]",
                                         "\\s{256}(?!\\S)",
                                         "(?:\\p{L}\\p{M}*)+",
                                         "\r\n"};
  for (const std::string& text : good) {
    INFO(text);
    CHECK_NOTHROW(pattern::parse({text}));
  }
  for (const char* text :
       {"(?:ab){1,2}+\\z", "\\<\\>[\\<]", "\\x7F\\x{e9}\\u00e9", "(?i:s|s)(?i:s)s",
        "(?i:s+s|ss?|s{2}|[s][s]|s[t]|(?:s|t)s|sx|ts|if)", "ss|[s][t]|(?i:'s|'ll)",
        "(?i:s{1}+t|st{2}|(?:s)?t|(?:s){2}s|s(?:|x)t|s$t|s(?=s)|(?=s)t|(?i:s)t|s{1}x)"}) {
    INFO(text);
    CHECK_NOTHROW(tree_of(text, Dialect::huggingface));
  }
  CHECK_NOTHROW(pattern::parse({"(?i:ss|st|ff)|[\\<]|\\xe9\\u{61}"}));
}

CLAUSE_TEST("S25i", "patterns beyond the limits are refused") {
  const auto repeated = [](std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t i = 0; i < times; ++i) all += text;
    return all;
  };
  CHECK(complaint(repeated("(", 100) + "a" + repeated(")", 100)) == "none");
  CHECK(complaint(repeated("(", 101) + "a" + repeated(")", 101)) == "100 S25i");
  CHECK(complaint(repeated("[", 101)) == "100 S25i");
  CHECK(complaint(repeated("[a]", 16384)) == "none");
  CHECK(complaint(repeated("a", 16385)) == "0 S25i");
  CHECK(complaint(repeated("|", 16383)) == "none");
  CHECK(complaint(repeated("|", 16384)) == "0 S25i");
  // Empty texts count too.
  CHECK(complaint("(?:a" + repeated("()", 15) + "){1000}") == "none");
  CHECK(complaint("(?:a" + repeated("()", 16) + "){1000}") == "0 S25i");
  CHECK(complaint("(?:(?:(?:a||b){0,1000}c){0,1000}d){0,1000}") == "6 S25b");
  CHECK(complaint("(?:(?:a{0,1000}b){0,1000}c){0,1000}") == "0 S25i");
  // An interval counts as often as it may repeat, or at least repeats.
  for (const std::string_view interval : {"{1000}", "{1000,}", "{0,1000}", "{999,1000}"}) {
    INFO(interval);
    const std::string many = repeated("a" + std::string(interval), 16);
    CHECK(complaint(many + repeated("a", 384)) == "none");
    CHECK(complaint(many + repeated("a", 385)) == "0 S25i");
  }
  const auto error = [](const std::string& text) { return error_of([&] { tree_of(text); }); };
  CHECK(error(repeated("(", 102)) ==
        "ValueError: pattern: byte 100: more than 100 brackets inside each other "
        "[S25i, chapter 14]");
  CHECK(error(repeated("a", 20000)) ==
        "ValueError: pattern: byte 0: more than 16384 classes and empty texts, with intervals "
        "written out [S25i, chapter 14]");
  CHECK(error(repeated("a", 70000)) ==
        "ValueError: pattern: byte 65536: longer than 65536 bytes [S25i, chapter 14]");
  CHECK(complaint(repeated("|", 65537)) == "65536 S25i");
  CHECK(complaint("[" + repeated("a", 65534) + "]") == "none");
  CHECK(complaint("[" + repeated("a", 65535) + "]") == "65536 S25i");
  CHECK(complaint(repeated("[", 100) + "a" + repeated("]", 100)) == "none");
  CHECK(complaint("a{1000,1000}") == "none");
  CHECK(complaint("a{1001}") == "1 S25i");
  CHECK(complaint("a{1000}") == "none");
  CHECK(complaint("a{0,1001}") == "1 S25i");
  CHECK(complaint("(?:a{1000}){17}") == "0 S25i");
}

CLAUSE_TEST("S25b S25c S25d", "scalars and ranges at the edges of what is taken") {
  for (const char* const text : {"[a-a]", "\\x{10FFFF}", "\\x{0}", "\\x{D7FF}", "\\x{E000}",
                                 "(?i:\x7F)", "[a-]", "[\\-a]", "[a~]", "[a&b]"}) {
    CAPTURE(text);
    CHECK(complaint(text) == "none");
  }
  for (const char* const text :
       {"[b-a]", "\\x{110000}", "\\x{100000000}", "\\x{100000041}", "\\x{D800}", "\\x{DFFF}",
        "\\x{}", "\\x{g}", "\\x{1g}", "\\x{", "(?i:\u0080)", "[a--b]", "[a~~b]", "[[:alpha:]]",
        "\\p{}", "\\p{X}", "\\p{Lx}"}) {
    CAPTURE(text);
    CHECK(complaint(text) != "none");
  }
}

CLAUSE_TEST("S25c S25d S2b", "what a version of Unicode brings belongs to it and to later ones") {
  struct New {
    const char* pattern;
    char32_t scalar;
    unicode::Version since;
  };
  using unicode::Version;
  for (const auto& [text, scalar, since] :
       {New{"\\p{Han}", 0x30000, Version::v13_0}, New{"\\p{Han}", 0x31350, Version::v15_0},
        New{"\\p{Han}", 0x2EBF0, Version::v15_1}, New{"\\p{Hiragana}", 0x3042, Version::v13_0},
        New{"(?i:s)", 0x17F, Version::v13_0}, New{"(?i:k)", 0x212A, Version::v13_0},
        New{"\\p{L}", 0x31350, Version::v15_0}}) {
    for (const Version version : unicode::versions) {
      CAPTURE(text, unicode::name(version));
      const pattern::Node tree = pattern::parse({text, Dialect::tiktoken, version});
      CHECK(tree.set.has(scalar) == (version >= since));
    }
  }
}

// Compares the classes of patterns, which come from the categories, with the tables that S2 uses.
CLAUSE_TEST("S25c S2a S2b", "the categories give the letters and numbers of every version") {
  for (const unicode::Version version : unicode::versions) {
    const ScalarSet letters = *pattern::property("L", version);
    const ScalarSet numbers = *pattern::property("N", version);
    const ScalarSet cased = *pattern::property("Lu", version);
    std::size_t differ = 0;
    for (char32_t scalar = 0; scalar < 0x110000; scalar += few_cases() ? 7U : 1U) {
      differ += letters.has(scalar) != unicode::is_letter(scalar, version) ? 1U : 0U;
      differ += numbers.has(scalar) != unicode::is_number(scalar, version) ? 1U : 0U;
      const bool is_upper = unicode::category(scalar, version) == unicode::Category::Lu;
      differ += cased.has(scalar) != is_upper ? 1U : 0U;
    }
    CHECK(differ == 0);
  }
}

CLAUSE_TEST("S25c", "the categories part all scalars, and Cn is what is left") {
  ScalarSet all;
  std::size_t count = 0;
  for (const std::string_view name : {"L", "M", "N", "P", "S", "Z", "C"}) {
    const ScalarSet part = *pattern::property(name, unicode::pinned);
    CHECK(part.within(all).empty());
    all = all.with(part);
    ++count;
  }
  CHECK(count == 7);
  CHECK(all == ScalarSet::all());
  CHECK(unicode::category(0x0378) == unicode::Category::Cn);
  CHECK(pattern::property("Cn", unicode::pinned)->has(0x0378));
  CHECK(unicode::category(0x0295, unicode::Version::v16_0) == unicode::Category::Ll);
  CHECK(unicode::category(0x0295, unicode::Version::v17_0) == unicode::Category::Lo);
  CHECK_FALSE(pattern::property("Ll", unicode::Version::v17_0)->has(0x0295));
}

// The scalars of a class, written alone or in a list.
ScalarSet scalars_of(std::string_view text, Dialect dialect, unicode::Version version) {
  return pattern::parse({std::string(text), dialect, version}).set;
}

CLAUSE_TEST("S25c", "a class and the class of all others share no scalar, also in lists") {
  for (const Dialect dialect : dialects) {
    for (const unicode::Version version : unicode::versions) {
      for (const std::string small : {"s", "d", "w", "p{L}", "p{Nd}", "p{C}", "p{Han}"}) {
        const std::string large = static_cast<char>(small[0] - 'a' + 'A') + small.substr(1);
        INFO(small << " of " << name(dialect));
        const auto of = [&](const std::string& text) { return scalars_of(text, dialect, version); };
        const ScalarSet alone = of("\\" + small);
        const ScalarSet listed = of("[\\" + small + "]");
        CHECK(of("\\" + large) == alone.complement());
        CHECK(of("[\\" + large + "]") == listed.complement());
        CHECK(of("[^\\" + small + "]") == listed.complement());
        CHECK(of("[^\\" + large + "]") == listed);
        if (small == "w") {
          const ScalarSet named = of("[\\p{L}\\p{M}\\p{Nd}\\p{Pc}]");
          CHECK(named.within(alone.complement()).empty());
        }
        // Only \w differs in lists: there it lacks six numbers.
        ScalarSet wanted = listed;
        if (small == "w" && dialect == Dialect::huggingface) {
          for (const char32_t number : U"\u00b2\u00b3\u00b9\u00bc\u00bd\u00be") {
            if (number == 0) continue;
            CHECK_FALSE(listed.has(number));
            wanted = wanted.with(ScalarSet::range(number, number));
          }
        }
        CHECK(alone == wanted);
      }
    }
  }
}

CLAUSE_TEST("S25c",
            "each class of one letter has the scalars of its categories, and Cn all others") {
  for (const unicode::Version version : unicode::versions) {
    ScalarSet all;
    std::map<char, ScalarSet> by_letter;
    for (const std::string_view category : unicode::category_names) {
      const ScalarSet part = *pattern::property(category, version);
      by_letter[category[0]] = by_letter[category[0]].with(part);
      all = all.with(part);
    }
    for (const auto& [letter, set] : by_letter) {
      INFO(letter << " of " << unicode::name(version));
      CHECK(*pattern::property(std::string(1, letter), version) == set);
    }
    CHECK(all == ScalarSet::all());
  }
}

// Sets of ranges of few scalars, so that ranges overlap and touch.
rc::Gen<ScalarSet> some_set() {
  const auto place =
      rc::gen::oneOf(rc::gen::inRange<char32_t>(0, 40), rc::gen::inRange<char32_t>(0xD7F0, 0xE010),
                     rc::gen::inRange<char32_t>(0x10FFF0, 0x110000));
  return rc::gen::map(rc::gen::container<std::vector<std::pair<char32_t, char32_t>>>(
                          rc::gen::pair(place, rc::gen::inRange<char32_t>(0, 9))),
                      [](const std::vector<std::pair<char32_t, char32_t>>& starts) {
                        std::vector<pattern::ScalarRange> ranges;
                        for (const auto& [first, more] : starts) {
                          ranges.push_back({first, std::min<char32_t>(first + more, 0x10FFFF)});
                        }
                        return ScalarSet(ranges);
                      });
}

PROPERTY("S25c", "union, intersection and complement of classes mean what they say") {
  const ScalarSet one = *some_set();
  const ScalarSet other = *some_set();
  for (const char32_t begin : {char32_t{0}, char32_t{0xD7E0}, char32_t{0x10FFE0}}) {
    for (char32_t scalar = begin; scalar < begin + 0x60 && scalar < 0x110000; ++scalar) {
      const bool is_scalar = scalar < 0xD800 || scalar > 0xDFFF;
      RC_ASSERT(one.with(other).has(scalar) == (one.has(scalar) || other.has(scalar)));
      RC_ASSERT(one.within(other).has(scalar) == (one.has(scalar) && other.has(scalar)));
      RC_ASSERT(one.complement().has(scalar) == (is_scalar && !one.has(scalar)));
    }
  }
  RC_ASSERT(one.complement().complement() == one);
}

// Whether Boost.Regex can be compared: it has the classes of the pattern, and compiles it.
bool is_for_both(const Pattern& pattern) {
  try {
    const reference::Regex compiled(pattern.text, pattern.version);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

std::vector<const Profile*> profiles_for_both() {
  std::vector<const Profile*> found;
  for (const Profile* profile : profiles::all()) {
    if (profile->splits.size() == 1 && is_for_both(profile->splits.front().pattern)) {
      found.push_back(profile);
    }
  }
  return found;
}

CLAUSE_TEST("FR-4 S25a", "FR-4's pattern alone is run by Boost.Regex") {
  std::vector<std::string_view> by_boost;
  for (const Profile* profile : profiles::all()) {
    if (reference::has_pattern_of_v1(*profile)) by_boost.push_back(profile->name);
  }
  std::vector<std::string_view> by_both;
  for (const Profile* profile : profiles_for_both()) by_both.push_back(profile->name);
  CHECK(by_boost == std::vector<std::string_view>{"fim", "gpt2", "v1"});
  for (const std::string_view name : {"v1", "cl100k", "nanochat", "llama3", "qwen2"}) {
    CAPTURE(name);
    CHECK(std::ranges::find(by_both, name) != by_both.end());
  }
}

// The same patterns, compiled by the reference and by Boost.Regex.
struct Both {
  std::vector<reference::Matcher> matchers;
  std::unique_ptr<const reference::Regex> regex;
};

PROPERTY("FR-4 S25k S3a S3b S3c S25e",
         "the matcher cuts as Boost.Regex does, by each pattern of both") {
  static const std::vector<Both> all = [] {
    std::vector<Both> made;
    for (const Profile* profile : profiles_for_both()) {
      const Pattern& pattern = profile->splits.front().pattern;
      made.push_back({reference::matchers_of(*profile),
                      std::make_unique<const reference::Regex>(pattern.text, pattern.version)});
    }
    return made;
  }();
  const std::string text = *any_text();
  for (const auto& [matchers, regex] : all) {
    RC_ASSERT(reference::cut(text, matchers) == reference::pretokenize(text, *regex));
  }
}

// A random pattern that Boost.Regex reads as chapter 14 does, and that matches at every scalar.
// Boost has other classes for \w and \d, and its $ and {1,2}+ mean something else.
Pattern random_pattern_for_both(conform::search::Random& random) {
  for (;;) {
    Pattern pattern = random_pattern(random);
    pattern.dialect = Dialect::tiktoken;
    const auto has = [&](std::string_view part) {
      return pattern.text.find(part) != std::string::npos;
    };
    if (has("\\w") || has("\\d") || has("&&") || has("$") || has("}+") || has("\\z")) continue;
    try {
      if (!pattern::can_be_empty(pattern::parse(pattern)) && is_for_both(pattern)) {
        pattern.text += "|\\s|\\S";
        return pattern;
      }
    } catch (const pattern::PatternError&) {
      continue;
    }
  }
}

PROPERTY("S25k S25e S3a S3b", "the matcher cuts as Boost.Regex does, by random patterns") {
  conform::search::Random random(*rc::gen::arbitrary<std::uint64_t>());
  const Pattern pattern = random_pattern_for_both(random);
  const std::string text = random_pattern_text(random, 24);
  RC_LOG() << pattern.text << "\n";
  const reference::Matcher matcher(pattern);
  const reference::Regex regex(pattern.text, pattern.version);
  RC_ASSERT(reference::cut(text, {&matcher, 1}) == reference::pretokenize(text, regex));
}

CLAUSE_TEST("S25k", "a pattern that goes back over and over takes bounded time") {
  const reference::Matcher matcher({"(?:a|a)(?:a|a)*b|[ab]"});
  const std::u32string text(2000, U'a');
  CHECK(matcher.piece_ends(text).size() == text.size());
}

// Compares <bpetite/pattern.hpp> with the reference.

using Chunks = std::vector<std::string_view>;

PROPERTY("S25k S25j", "a named pretokenizer cuts as the reference does") {
  static const std::vector<Pretokenizer> named = [] {
    std::vector<Pretokenizer> all;
    for (const Profile* const profile : profiles::all()) {
      all.push_back(Pretokenizer::named(profile->name));
    }
    return all;
  }();
  const std::string text = *any_text();
  const auto which = *rc::gen::inRange<std::size_t>(0, named.size());
  RC_ASSERT(named[which].chunks(text) == reference::pretokenize(text, *profiles::all()[which]));
}

CLAUSE_TEST("S25a S25j", "patterns are compiled by their dialect and version") {
  const auto dialect = [](Dialect it) { return PatternOptions{.dialect = it}; };
  CHECK(Pretokenizer::compile("\\p{N}{1,3}+", dialect(Dialect::tiktoken)).chunks("0000") ==
        Chunks{"000", "0"});
  CHECK(Pretokenizer::compile("\\p{N}{1,3}+", dialect(Dialect::huggingface)).chunks("0000") ==
        Chunks{"0000"});
  CHECK(Pretokenizer::compile("\\p{Ll}+", {.version = unicode::Version::v17_0}).chunks("a\u0295") ==
        Chunks{"a", "\u0295"});
  const std::vector<std::string> two = {"\\d", "\\s+"};
  CHECK(Pretokenizer::compile(two).chunks("a1  b") == Chunks{"a", "1", "  ", "b"});
  CHECK(Pretokenizer::compile("a").chunks("").empty());
}

CLAUSE_TEST("S25b S25j S26b", "what is no pattern, no profile and no text is an error") {
  CHECK_THROWS_AS(Pretokenizer::compile("a(?<=b)"), ValueError);
  CHECK_THROWS_AS(Pretokenizer::compile(std::vector<std::string>{}), ValueError);
  CHECK_THROWS_AS(Pretokenizer::named("gtp2"), KeyError);
  CHECK_THROWS_AS(Pretokenizer::named("gpt2").chunks("\xff"), UnicodeDecodeError);
}

CLAUSE_TEST("S25i S25b S25j", "a sequence has at most 64 patterns, and an error says which") {
  const auto error = [](const std::vector<std::string>& patterns) {
    return error_of([&] { Pretokenizer::compile(patterns); });
  };
  CHECK(error(std::vector<std::string>(64, "a")) == "none");
  CHECK(error(std::vector<std::string>(65, "a")) ==
        "ValueError: pattern: a sequence of 65, required at most 64 [S25i, chapter 14]");
  CHECK(error({"a", "b", "c("}) ==
        "ValueError: pattern 3: byte 1: the group is not closed [S25b, chapter 14]");
  CHECK(error({"c("}) == "ValueError: pattern: byte 1: the group is not closed [S25b, chapter 14]");
}

CLAUSE_TEST("S25o", "a comparison has its text, and no text if both are the same") {
  const PatternComparison differ =
      compare(Pretokenizer::named("cl100k"), Pretokenizer::named("nanochat"));
  CHECK(differ.same == false);
  CHECK(differ.text == "\n ");
  const PatternComparison same = compare(Pretokenizer::named("gpt2"), Pretokenizer::named("r50k"));
  CHECK(same.same == true);
  CHECK(same.text.empty());
}

}  // namespace
}  // namespace bpetite::test
