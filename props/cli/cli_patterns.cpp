// Tests the commands `bpetite patterns list` and `patterns show` (S25n): the profiles, their
// patterns, which cut as the profile does, the same as JSON, and wrong usage. Also tests which
// pattern gets the dialect that is given to `patterns compare` (S25p), the caret that
// `pretokenize --pattern` shows under a fault in a pattern, and the final line feed of a file that
// holds a pattern (S25m).
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/json.hpp"
#include "profiles/profiles.hpp"
#include "support/programs/desk.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using Words = std::vector<std::string>;

// The standard output of a command that succeeds.
std::string output_of(const Finished& done) {
  INFO(done.err);
  CHECK(done.code == 0);
  CHECK(done.err.empty());
  return done.out;
}

CLAUSE_TEST("S25n", "the list has a line for each profile") {
  const Desk desk;
  std::string wanted;
  for (const Profile* const profile : profiles::all()) {
    const Pattern& pattern = profile->splits.front().pattern;
    wanted +=
        profile->name + (pattern.dialect == Dialect::tiktoken ? "\ttiktoken" : "\thuggingface");
    wanted += fmt::format("\t16.0.0\t{}\n", profile->splits.size());
  }
  CHECK(output_of(desk.bpetite({"patterns", "list"})) == wanted);
}

// A dialect that is given once is that of the side that has none of its own.
CLAUSE_TEST("S25p",
            "the dialect that is given is that of the file, and the profile keeps its own") {
  const Desk desk;
  desk.write("mine.txt", "[\\s\\S]");
  for (const std::string_view dialect : {"tiktoken", "huggingface"}) {
    for (const std::string_view profile : {"cl100k", "bloom"}) {
      for (const bool is_first : {false, true}) {
        std::vector<std::string> sides = {std::string(profile), "@mine.txt"};
        if (is_first) std::ranges::reverse(sides);
        const Finished done = desk.bpetite(
            {"patterns", "compare", sides[0], sides[1], "--dialect", std::string(dialect)});
        INFO(done.err);
        CHECK(done.code == 1);  // they differ
        CHECK(done.err.empty());
      }
    }
  }
}

CLAUSE_TEST("S25m", "one final line feed of a file is left out of the pattern, and no more") {
  const Desk desk;
  const std::string text = "a\n\na\r\n\n a";
  for (const std::string before : {"", " ", "\n", "\r"}) {
    for (const std::string after : {"", " ", "\n", "\n\n", "\r", "\n "}) {
      const std::string pattern = before + "a" + after;
      const std::string wanted =
          output_of(desk.bpetite({"pretokenize", "--pattern", pattern, "--text", text}));
      const bool may_lack_end = !pattern.ends_with('\n');
      for (const std::string end : {"\n", ""}) {
        if (end.empty() && !may_lack_end) continue;
        CAPTURE(pattern, end);
        desk.write("p.txt", pattern + end);
        CHECK(output_of(desk.bpetite({"pretokenize", "--pattern", "@p.txt", "--text", text})) ==
              wanted);
        CHECK(output_of(desk.bpetite({"pretokenize", "--pattern", "@-", "--text", text},
                                     pattern + end)) == wanted);
      }
    }
  }
}

CLAUSE_TEST("S25m S25b", "the caret stands under a fault that begins no scalar") {
  const Desk desk;
  const Finished done = desk.bpetite({"pretokenize", "--pattern", "\x86\x86+", "--text", "a"});
  CHECK(done.code == 1);
  CHECK(done.err ==
        "  \\x86\\x86+\n  ^\nbpetite: ValueError: pattern: byte 0: no well-formed UTF-8 [S25b, "
        "chapter 14]\n");
}

CLAUSE_TEST("S25m", "what is shown of a long pattern begins and ends with whole characters") {
  const Desk desk;
  const auto shown = [&](const std::string& pattern) {
    const std::string err = desk.bpetite({"pretokenize", "--pattern", pattern, "--text", "a"}).err;
    return err.substr(0, err.find("bpetite:"));
  };
  // A character whose last byte is even, and one whose last byte is odd. One letter before them
  // moves all by a byte.
  for (const std::string character : {"\u00e8", "\u00e9"}) {
    std::string many;
    for (int i = 0; i < 60; ++i) many += character;
    const auto times = [&](std::size_t count) { return many.substr(0, 2 * count); };
    CHECK(shown(many + "(?<=b)" + many) ==
          fmt::format("  {}(?<=b){}\n{}^\n", times(30), times(12), std::string(32, ' ')));
    CHECK(shown("a" + many + "(?<=b)a" + many) ==
          fmt::format("  {}(?<=b)a{}\n{}^\n", times(30), times(12), std::string(32, ' ')));
    CHECK(shown(many.substr(2) + "x(?<=b)" + many) ==
          fmt::format("  {}x(?<=b){}\n{}^\n", times(29), times(13), std::string(32, ' ')));
  }
}

CLAUSE_TEST("S25n S25m", "the shown patterns cut as the profile does") {
  const Desk desk;
  const std::string text = "It's  12345 don't 中文\r\n\n x_1; HTTPServer\u0301 \t";
  for (const Profile* const profile : profiles::all()) {
    INFO(profile->name);
    const Pattern& first = profile->splits.front().pattern;
    Words words = {"pretokenize", "--text", text, "--dialect", std::string(name(first.dialect))};
    std::string rest = output_of(desk.bpetite({"patterns", "show", profile->name}));
    REQUIRE(rest.ends_with('\n'));
    std::size_t count = 0;
    for (; !rest.empty(); ++count) {
      const std::size_t end = rest.find('\n') + 1;
      const std::string file = fmt::format("{}.txt", count);
      desk.write(file, rest.substr(0, end));
      rest.erase(0, end);
      words.insert(words.end(), {"--pattern", "@" + file});
    }
    CHECK(count == profile->splits.size());
    CHECK(output_of(desk.bpetite(words)) ==
          output_of(desk.bpetite({"pretokenize", "--text", text, "--profile", profile->name})));
  }
}

CLAUSE_TEST("S25n", "with --json a pattern has its dialect and version") {
  const Desk desk;
  for (const Profile* const profile : profiles::all()) {
    std::string patterns;
    for (const Split& split : profile->splits) {
      patterns += (patterns.empty() ? "" : ",") + json::quoted(split.pattern.text);
    }
    CHECK(output_of(desk.bpetite({"patterns", "show", profile->name, "--json"})) ==
          fmt::format(R"({{"name":"{}","dialect":"{}","unicode":"16.0.0","patterns":[{}]}})"
                      "\n",
                      profile->name, name(profile->splits.front().pattern.dialect), patterns));
  }
}

CLAUSE_TEST("S25n FR-33", "a name that there is not is wrong usage, and so is no subcommand") {
  const Desk desk;
  for (const Words& words :
       {Words{"patterns"}, Words{"patterns", "show"}, Words{"patterns", "show", "V1"},
        Words{"patterns", "shwo", "v1"}, Words{"patterns", "list", "v1"}}) {
    const Finished done = desk.bpetite(words);
    INFO(done.err);
    CHECK(done.code == 2);
    CHECK(done.out.empty());
  }
  CHECK_THAT(desk.bpetite({"patterns", "show", "V1"}).err,
             Catch::Matchers::StartsWith("bpetite: usage: show: \"V1\" is none of "));
}

}  // namespace
}  // namespace bpetite::test
