// Holds <bpetite/pattern.hpp> against the reference, and its errors.
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/errors.hpp>
#include <bpetite/pattern.hpp>

#include "profiles/profiles.hpp"
#include "reference/pretokenize.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"

namespace bpetite::test {
namespace {

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
  const auto complaint = [](const std::vector<std::string>& patterns) {
    try {
      Pretokenizer::compile(patterns);
    } catch (const ValueError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  CHECK(complaint(std::vector<std::string>(64, "a")) == "none");
  CHECK(complaint(std::vector<std::string>(65, "a")) ==
        "pattern: a sequence of 65, required at most 64 [S25i, chapter 14]");
  CHECK(complaint({"a", "b", "c("}) ==
        "pattern 3: byte 1: the group is not closed [S25b, chapter 14]");
  CHECK(complaint({"c("}) == "pattern: byte 1: the group is not closed [S25b, chapter 14]");
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
