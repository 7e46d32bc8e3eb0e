// Tests that a pattern is rewritten for the engine of the target only if it then cuts every text in
// the same way (S58b).
#include <string>
#include <string_view>

#include <bpetite/errors.hpp>

#include "bpetite/export/targets.hpp"
#include "engine/compare/compare.hpp"
#include "profiles/profiles.hpp"
#include "support/property.hpp"

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
  // Here the plus matters. In one dialect it means (?:a{1,3})+, in the other it matches all three
  // of "aaa" and never less.
  CHECK(for_huggingface(R"(a{1,3}+a|[\s\S])") == R"((?:a{3}|a{1,2}(?!a))a|[\s\S])");
  CHECK(for_huggingface(R"(a{2}+a|[\s\S])") == R"(a{2}a|[\s\S])");
  CHECK(for_tiktoken(R"(a{1,3}+|[\s\S])") == R"((?:a{1,3})+|[\s\S])");
  CHECK(for_tiktoken(R"(\p{L}++|\P{L})") == R"(\p{L}++|\P{L})");
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
        "its "
        "engine [S58a, chapter 20]");
}

}  // namespace
}  // namespace bpetite::test
