// Tests that a pattern is rewritten for the regular expression engine of the target only if it then
// cuts every text in the same way (S58b). For example, `$`, and `+` after a repetition such as
// `a{1,3}`, have another meaning in the other engine. Instead of `a`, a scalar, an escape or a
// class may be repeated. A class that differs in the target's version of Unicode is refused.
// Numbers of Unicode 17.0 become the step Digits of a tokenizer.json file.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

#include "bpetite/export/targets.hpp"
#include "engine/compare/compare.hpp"
#include "profiles/profiles.hpp"
#include "support/property.hpp"
#include "support/texts/vocabulary_files.hpp"

namespace bpetite::test {
namespace {

std::string in_other(std::string_view text, Dialect from, Dialect to) {
  const Split split{{std::string(text), from, unicode::Version::v16_0}, Behaviour::isolated};
  try {
    return exporting::rewritten(split, to, "x").pattern.text;
  } catch (const ValueError& error) {
    return std::string(error.clause());
  }
}
std::string for_huggingface(std::string_view text) {
  return in_other(text, Dialect::tiktoken, Dialect::huggingface);
}
std::string for_tiktoken(std::string_view text) {
  return in_other(text, Dialect::huggingface, Dialect::tiktoken);
}

CLAUSE_TEST("S58b", "what the engines read otherwise is written out") {
  CHECK(for_huggingface(R"(\p{L}+|\P{L})") == R"(\p{L}+|\P{L})");
  CHECK(for_huggingface(R"(\p{N}{1,3}+|\P{N})") == R"(\p{N}{1,3}|\P{N})");
  CHECK(for_huggingface(R"(\s+$|\s|\S)") == R"(\s+\z|\s|\S)");
  CHECK(for_huggingface(R"(\p{L}+|\P{L}+$|\P{L})") == R"(\p{L}+|\P{L}+\z|\P{L})");
  CHECK(for_tiktoken(R"(\s+$|\s|\S)") == R"(\s+(?![^\n])|\s|\S)");
  CHECK(for_tiktoken(R"([$]+\$|\s|\S)") == R"([$]+\$|\s|\S)");
  CHECK(for_huggingface(R"([\]$]+$|[\s\S])") == R"([\]$]+\z|[\s\S])");
  // Here the plus matters. In one dialect it means (?:a{1,3})+, in the other it matches all three
  // of "aaa" and never less.
  CHECK(for_huggingface(R"(a{1,3}+a|[\s\S])") == R"((?:a{3}|a{1,2}(?!a))a|[\s\S])");
  CHECK(for_huggingface(R"(a{2}+a|[\s\S])") == R"(a{2}a|[\s\S])");
  CHECK(for_huggingface(R"(a{1,3}+a|b{2}+b|[\s\S])") == R"((?:a{3}|a{1,2}(?!a))a|b{2}b|[\s\S])");
  CHECK(for_tiktoken(R"(a{1,3}+|[\s\S])") == R"((?:a{1,3})+|[\s\S])");
  CHECK(for_tiktoken(R"(\p{L}++|\P{L})") == R"(\p{L}++|\P{L})");
}

// In each row the plus matters: the pattern cannot be written without it. What may match nothing
// cannot be a repeated group (S25b).
CLAUSE_TEST("S58b", "an interval with a plus is written out, whatever its limits are") {
  struct Row {
    std::string_view interval;
    std::string_view written;
    std::string_view repeated;
  };
  for (const Row& row :
       std::to_array<Row>({{"a{0,}+", "a{0,}(?!a)", ""},
                           {"a{1,}+", "a{1,}(?!a)", "(?:a{1,})+"},
                           {"a{2,}+", "a{2,}(?!a)", "(?:a{2,})+"},
                           {"a{12,}+", "a{12,}(?!a)", "(?:a{12,})+"},
                           {"a{1,2}+", "(?:a{2}|a{1,1}(?!a))", "(?:a{1,2})+"},
                           {"a{0,2}+", "(?:a{2}|a{0,1}(?!a))", ""},
                           {"a{9,11}+", "(?:a{11}|a{9,10}(?!a))", "(?:a{9,11})+"}})) {
    CAPTURE(row.interval);
    const auto in_pattern = [](std::string_view part) {
      return fmt::format(R"({}ab|[\s\S])", part);
    };
    CHECK(for_huggingface(in_pattern(row.interval)) == in_pattern(row.written));
    CHECK(for_tiktoken(in_pattern(row.interval)) ==
          (row.repeated.empty() ? "S25b" : in_pattern(row.repeated)));
  }
}

CLAUSE_TEST("S58b", "an escape, a class and a scalar of any size is one item") {
  for (const std::string_view item : {R"(\.)", R"(\x2e)", R"(\u002E)", R"(\x{2e})", R"(\\)", "[.]",
                                      R"([\]])", R"([\]$.])", R"([^\[\]+])", "\u00e9", "\u4e2d",
                                      "\U0001f600", R"(\p{L})", R"(\P{L})", R"([\u00e9\u4e2d])"}) {
    CAPTURE(item);
    CHECK(for_huggingface(fmt::format(R"({0}{{1,3}}+{0}|[\s\S])", item)) ==
          fmt::format(R"((?:{0}{{3}}|{0}{{1,2}}(?!{0})){0}|[\s\S])", item));
    CHECK(for_tiktoken(fmt::format(R"({}{{1,3}}+|[\s\S])", item)) ==
          fmt::format(R"((?:{}{{1,3}})+|[\s\S])", item));
  }
}

CLAUSE_TEST("S58b", "the patterns of the profiles cut every text alike in the other dialect") {
  for (const Profile* profile :
       {&profiles::gpt2(), &profiles::cl100k(), &profiles::o200k(), &profiles::nanochat(),
        &profiles::p50k(), &profiles::llama3(), &profiles::kimi_k2()}) {
    CAPTURE(profile->name);
    const Split& split = profile->splits.front();
    const Split other = exporting::rewritten(split, Dialect::huggingface, "hf");
    CHECK(other.pattern.dialect == Dialect::huggingface);
    CHECK(engine::compare::compare({&split, 1}, {&other, 1}).is_same == true);
  }
}

CLAUSE_TEST("S58b", "classes of another version are refused where they are not the same") {
  const auto refused = [](std::string_view text) {
    const Split split{{std::string(text), Dialect::tiktoken, unicode::Version::v13_0}, {}};
    try {
      return exporting::rewritten(split, Dialect::huggingface, "hf").pattern.version ==
                     unicode::Version::v16_0
                 ? std::string("written")
                 : "otherwise";
    } catch (const ValueError& error) {
      return std::string(error.what());
    }
  };
  CHECK(refused(R"(\s+|\S+)") == "written");
  CHECK(refused(R"(\p{L}+|\P{L})") ==
        "export: hf: the pattern \"\\\\p{L}+|\\\\P{L}\" with Unicode 13.0.0 cannot be written for "
        "its engine: it has the classes of Unicode 16.0.0 [S58a, chapter 20]");
  const Split words{{R"(\w+|\W)", Dialect::tiktoken, unicode::Version::v16_0}, {}};
  CHECK_THROWS_WITH(exporting::rewritten(words, Dialect::huggingface, "hf"),
                    Catch::Matchers::Contains(R"(\w is another class there (S25c))"));
}

CLAUSE_TEST("S50d S58b", "numbers of Unicode 17.0 are written as the step Digits, and only these") {
  const auto steps_of = [](const Split& split) {
    Table table = small_exchange_table();
    table.profile.splits = {split};
    table.profile.added.rule = SpecialRule::matched;
    try {
      return exporting::target(ExportFormat::huggingface).write(table)[0];
    } catch (const ValueError& error) {
      return std::string(error.what());
    }
  };
  for (const std::string_view text : {R"(\p{N})", R"(\p{N}+)", R"(\p{Nd})", R"(\p{L}|\P{L})"}) {
    for (const Dialect dialect : {Dialect::tiktoken, Dialect::huggingface}) {
      for (const auto version : {unicode::Version::v16_0, unicode::Version::v17_0}) {
        for (const Behaviour behaviour : {Behaviour::isolated, Behaviour::matches}) {
          const std::string written = steps_of({{std::string(text), dialect, version}, behaviour});
          CAPTURE(text, name(dialect), unicode::name(version), written);
          const bool is_digits = text.starts_with("\\p{N}") && dialect == Dialect::huggingface &&
                                 version == unicode::Version::v17_0 &&
                                 behaviour == Behaviour::isolated;
          CHECK((written.find("\"Digits\"") != std::string::npos) == is_digits);
        }
      }
    }
  }
}

}  // namespace
}  // namespace bpetite::test
