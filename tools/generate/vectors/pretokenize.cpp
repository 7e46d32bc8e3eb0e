// Makes vectors (test cases) for pre-tokenizing in loops: each of 15 kinds of scalar beside each
// other kind, three of six kinds in a row, each member of White_Space and scalars that only look
// like it, scalars of most general categories, scalars that versions of Unicode added, and texts
// that are not UTF-8. For programs that do not have an operation for chunks, most texts are also
// vectors of `encode`: with the reveal table, whose ids show where chunks end, and as probes, with
// a table of one merge, which shows whether a chunk ends at one place.
#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "conform/suite/protocol.hpp"
#include "core/unicode_tables.hpp"
#include "core/utf8.hpp"
#include "groups.hpp"
#include "ill_formed.hpp"

namespace bpetite::generate {
namespace {

using conform::suite::Level;
using conform::suite::Tier;

struct Sample {
  std::string_view name;
  std::string_view text;
};

// One scalar of each kind that the pattern, or a faulty port of it, distinguishes.
constexpr std::array<Sample, 15> samples = {{{"letter", "a"},
                                             {"letter2", "\u00e9"},
                                             {"letter3", "\u4e2d"},
                                             {"letter4", "\U0001d400"},
                                             {"number", "1"},
                                             {"number2", "\u0663"},
                                             {"symbol", "!"},
                                             {"symbol3", "\u3001"},
                                             {"symbol4", "\U0001f600"},
                                             {"mark", "\u0301"},
                                             {"apostrophe", "'"},
                                             {"space", " "},
                                             {"tab", "\t"},
                                             {"newline", "\n"},
                                             {"nbsp", "\u00a0"}}};

std::string of(char32_t scalar) {
  std::string text;
  utf8::append(text, scalar);
  return text;
}

std::string hex_name(char32_t scalar) {
  return fmt::format("{:04x}", static_cast<unsigned>(scalar));
}

void add_pairs(std::vector<Group>& groups) {
  Group& group = group_named(groups, "pretokenize-pair", Level::L0, "pretokenize");
  for (const Sample& left : samples) {
    for (const Sample& right : samples) {
      // The letters at both ends show whether the scalars join their neighbours.
      auto& vector =
          add(group, fmt::format("{}-{}", left.name, right.name), "FR-4,S3a,S4a", "ClassTransition",
              fmt::format("{} before {}, letters around them", left.name, right.name));
      put_text(vector.input, "text", fmt::format("b{}{}c", left.text, right.text));
    }
  }
}

void add_triples(std::vector<Group>& groups) {
  constexpr std::array<Sample, 6> kinds = {{{"letter", "s"},
                                            {"number", "1"},
                                            {"symbol", "!"},
                                            {"apostrophe", "'"},
                                            {"space", " "},
                                            {"newline", "\n"}}};
  Group& group = group_named(groups, "pretokenize-triple", Level::L0, "pretokenize");
  for (const Sample& a : kinds) {
    for (const Sample& b : kinds) {
      for (const Sample& c : kinds) {
        auto& vector =
            add(group, fmt::format("{}-{}-{}", a.name, b.name, c.name), "FR-4,FR-5,S3a",
                "ClassTransition",
                fmt::format("{}, {}, {}: a whole text of three", a.name, b.name, c.name));
        vector.tier = Tier::recommended;
        put_text(vector.input, "text", fmt::format("{}{}{}", a.text, b.text, c.text));
      }
    }
  }
}

// S2c: the 25 members of White_Space, and scalars that are white space for some regex engine.
void add_white_space(std::vector<Group>& groups) {
  Group& group = group_named(groups, "pretokenize-white-space", Level::L0, "pretokenize");
  for (const unicode::ScalarRange& range : unicode::white_space()) {
    for (char32_t scalar = range.first; scalar <= range.last; ++scalar) {
      auto& vector = add(group, fmt::format("u{}", hex_name(scalar)), "S2c,FR-4", "WhitespaceClass",
                         "WS-03, WS-06, WS-07: a member of White_Space, twice between letters and "
                         "once between symbols");
      put_text(vector.input, "text", fmt::format("a{0}{0}b!{0}!", of(scalar)));
    }
  }
  for (const char32_t scalar :
       {0x1cU, 0x1dU,   0x1eU,   0x1fU,   0x180eU, 0x200bU, 0x200cU, 0x200dU, 0x200eU, 0x2060U,
        0xadU, 0xfeffU, 0x2800U, 0x3164U, 0x115fU, 0x0U,    0x8U,    0x7fU,   0x2063U, 0x303fU}) {
    auto& vector =
        add(group, fmt::format("not-u{}", hex_name(scalar)), "S2c,FR-4", "WhitespaceClass",
            "WS-02, WS-04, WS-05, WS-08: blank, or white space elsewhere, but no member");
    put_text(vector.input, "text", fmt::format("a{0}{0}b!{0}!", of(scalar)));
  }
}

// S2a, S2b: one scalar of each general category.
void add_categories(std::vector<Group>& groups) {
  struct Category {
    std::string_view name;
    char32_t scalar;
    std::string_view clause;
    std::string_view flag;
  };
  constexpr std::array<Category, 29> categories = {
      {{"lu", 0x0416, "S2a", "LetterClass"},           {"ll", 0x0436, "S2a", "LetterClass"},
       {"lt", 0x01c5, "S2a", "LetterClass"},           {"lm", 0x02b0, "S2a", "LetterClass"},
       {"lo", 0x05d0, "S2a", "LetterClass"},           {"lo-ordinal", 0x00aa, "S2a", "LetterClass"},
       {"lm-astral", 0x16f93, "S2a", "AstralPlane"},   {"lo-astral", 0x20000, "S2a", "AstralPlane"},
       {"mn", 0x0301, "S2a", "CombiningMarks"},        {"mc", 0x0903, "S2a", "CombiningMarks"},
       {"me", 0x20dd, "S2a", "CombiningMarks"},        {"nd", 0x0967, "S2b", "NumberClass"},
       {"nd-astral", 0x1d7ce, "S2b", "AstralPlane"},   {"nl", 0x2160, "S2b", "NumberClass"},
       {"nl-han", 0x3007, "S2b", "NumberClass"},       {"no", 0x00bc, "S2b", "NumberClass"},
       {"no-circled", 0x2460, "S2b", "NumberClass"},   {"han-two", 0x4e8c, "S2a", "NumberClass"},
       {"pc", 0x203f, "S2a", "ClassTransition"},       {"pd", 0x2014, "S2a", "ClassTransition"},
       {"ps", 0x300c, "S2a", "ClassTransition"},       {"po", 0x00b7, "S2a", "ClassTransition"},
       {"sm", 0x221a, "S2a", "ClassTransition"},       {"sc", 0x20ac, "S2a", "ClassTransition"},
       {"sk", 0x02c7, "S2a", "LetterClass"},           {"so-letter", 0x24b6, "S2a", "LetterClass"},
       {"so-regional", 0x1f1e6, "S2a", "AstralPlane"}, {"cf", 0x200f, "S2a", "ClassTransition"},
       {"co", 0xf8ff, "S2a", "ClassTransition"}}};
  Group& group = group_named(groups, "pretokenize-category", Level::L0, "pretokenize");
  for (const Category& category : categories) {
    auto& vector = add(group, category.name, fmt::format("FR-4,{}", category.clause), category.flag,
                       "a scalar of this general category after a letter, a number and a space");
    put_text(vector.input, "text", fmt::format("b{0}c 2{0}3 {0}{0}!{0}", of(category.scalar)));
  }
}

// S2d: the first letters and numbers that each version added, and the last before the pinned
// version.
void add_drift(std::vector<Group>& groups) {
  Group& group = group_named(groups, "pretokenize-drift", Level::L0, "pretokenize");
  const auto add_new = [&](std::string_view kind, unicode::Version version, char32_t scalar) {
    auto& vector =
        add(group, fmt::format("{}-u{}", kind, hex_name(scalar)), "S2d,S19a,FR-4", "UnicodeDrift",
            fmt::format("UNI-02: a {} since Unicode {}", kind, unicode::name(version)));
    put_text(vector.input, "text", fmt::format("a{0}b 1{0}2 {0}", of(scalar)));
  };
  for (const unicode::Version version : unicode::versions) {
    if (version == unicode::versions.front()) {
      continue;
    }
    const auto add_first = [&](std::string_view kind, auto ranges, int wanted) {
      for (const unicode::ScalarRange& range : ranges) {
        if (range.since == version && wanted-- > 0) {
          add_new(kind, version, range.first);
        }
      }
    };
    add_first("letter", unicode::letters(), 4);
    add_first("number", unicode::numbers(), 2);
  }
}

void add_ill_formed_to_pretokenize(std::vector<Group>& groups) {
  Group& group = group_named(groups, "pretokenize-ill-formed", Level::L0, "pretokenize");
  for (const IllFormed& bytes : ill_formed) {
    auto& vector = add(group, bytes.name, "S1a,ERR", "InvalidUtf8", bytes.comment);
    put_text(vector.input, "text", conform::suite::from_hex(bytes.hex).value());
  }
}

// The same texts, encoded with the reveal table, whose ids show where chunks end.
void add_reveal(std::vector<Group>& groups) {
  Group reveal{"reveal", Level::L0, "encode", {}};
  for (const Group& source : groups) {
    const bool pairs = source.name == "pretokenize-pair";
    if (source.op != "pretokenize" || source.name == "pretokenize-long" ||
        source.name == "pretokenize-triple" || source.name == "pretokenize-ill-formed") {
      continue;
    }
    for (const conform::suite::Vector& from : source.vectors) {
      const std::string* hex = conform::suite::text_member(from.input, "text_hex");
      if (hex == nullptr || hex->empty() ||
          hex->find("3c7c656e646f66746578747c3e") != std::string::npos) {
        continue;
      }
      auto& vector = add(reveal, from.id.substr(std::string_view("pretokenize-").size()), "", "",
                         fmt::format("{}, through encode", from.comment));
      vector.tier = pairs ? Tier::recommended : from.tier;
      vector.clauses = from.clauses;
      vector.clauses.push_back("S4b");
      vector.flags = from.flags;
      vector.input = from.input;
      vector.artifact = json::string("reveal-one");
    }
  }
  groups.push_back(std::move(reveal));
}

// For each place between two scalars of a text, a table with one merge: of the bytes on both sides.
void add_probes(std::vector<Group>& groups) {
  constexpr std::array<Sample, 16> texts = {{{"double-space", "a  b"},
                                             {"triple-space", "a   b"},
                                             {"tabs", "a\t\tb"},
                                             {"space-tab", "a \tb"},
                                             {"newlines", "a\n\nb"},
                                             {"crlf", "a\r\nb"},
                                             {"contraction", "it's"},
                                             {"contraction-upper", "IT'S"},
                                             {"contraction-tis", "'tis"},
                                             {"two-quotes", "x''t"},
                                             {"digits", "1234"},
                                             {"letter-number", "a1b"},
                                             {"symbols", "a.,b"},
                                             {"accent", "\u00e9\u0301x"},
                                             {"ideographic", "\u3000\u3000a"},
                                             {"eof", "x\n  "}}};
  Group& group = group_named(groups, "probe", Level::L0, "encode");
  for (const auto& [name, text] : texts) {
    for (std::size_t at = utf8::scalar_at(text, 0).size; at < text.size();
         at += utf8::scalar_at(text, at).size) {
      auto& vector =
          add(group, fmt::format("{}-{}", name, at), "FR-4,S4b,S4a", "ClassTransition",
              fmt::format("one merge astride byte {}: it joins if no chunk ends there", at));
      put_text(vector.input, "text", text);
      vector.artifact = json::string("probe-" + conform::suite::to_hex(text.substr(at - 1, 2)));
    }
  }
}

}  // namespace

void add_pretokenize_families(std::vector<Group>& groups) {
  add_white_space(groups);
  add_categories(groups);
  add_drift(groups);
  add_pairs(groups);
  add_triples(groups);
  add_ill_formed_to_pretokenize(groups);
  add_reveal(groups);
  add_probes(groups);
}

}  // namespace bpetite::generate
