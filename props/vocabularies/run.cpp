// A run with a vocabulary of the program's own, and its report (S71).
#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/encoding.hpp>
#include <bpetite/tokenizer.hpp>

#include "bpetite/access.hpp"
#include "conform/ask/vocabulary_report.hpp"
#include "conform/report/judged_class.hpp"
#include "conform/small/small_vocabularies.hpp"
#include "support/property.hpp"

namespace bpetite::test {
namespace {

using conform::ask::Reply;
using conform::ask::VocabularyVerdict;
using conform::diagnose::Harm;
using conform::drive::Status;

// A small vocabulary with special tokens, where a text that has some is not refused.
Tokenizer finding_tokenizer() {
  Table table = TokenizerAccess::table(conform::small::small_vocabulary("o200k"));
  table.profile.added.rule = SpecialRule::matched;
  return TokenizerAccess::open(std::move(table));
}

// Replies as the tokenizer does; a text for which `edit` returns true has been edited by it.
conform::ask::Program program_of(const Tokenizer& tokenizer,
                                 std::function<bool(const std::string&, Reply&)> edit) {
  return [&tokenizer, edit = std::move(edit)](std::span<const std::string> texts) {
    std::vector<Reply> replies;
    for (const std::string& text : texts) {
      Reply reply;
      if (!edit(text, reply)) reply.ids = encode(tokenizer, text, SpecialChoice());
      replies.push_back(std::move(reply));
    }
    return replies;
  };
}

conform::report::Report report_of(const VocabularyVerdict& verdict) {
  conform::judge::RunOptions options;
  options.command = "./encode";
  return conform::ask::report_of(verdict, {"o200k", "16.0.0"}, options, {});
}

}  // namespace

CLAUSE_TEST("S71", "the report has each text, and is read as it was written") {
  const Tokenizer tokenizer = finding_tokenizer();
  const auto right =
      run_vocabulary("o200k", tokenizer, program_of(tokenizer, [](auto&, auto&) { return false; }));
  const conform::report::Report report = report_of(right);
  CHECK(report.results.size() == right.asked.size());
  CHECK(report.exit_code == 0);
  CHECK(conform::report::headline_of(report).text == "ids exact: o200k, Unicode 16.0");
  const std::string json = conform::report::to_json(report);
  CHECK(conform::report::to_json(conform::report::parse_report(json)) == json);
}

CLAUSE_TEST("S71",
            "a failure has its harm, its cause if one gives every reply, and a shorter text") {
  const Tokenizer tokenizer = finding_tokenizer();
  const auto verdict = run_vocabulary("o200k", tokenizer,
                                      program_of(tokenizer,
                                                 [](const std::string& text, Reply& reply) {
                                                   if (text.find("quick") == std::string::npos)
                                                     return false;
                                                   reply.ids = std::vector<TokenId>{0};
                                                   return true;
                                                 }),
                                      {}, {.time_to_shrink = std::chrono::seconds(60)});
  REQUIRE_FALSE(verdict.wrong.empty());
  for (const auto& each : verdict.wrong) {
    REQUIRE(each.smaller);
    CHECK(each.smaller->text == "quick");
    CHECK(each.smaller->want == encode(tokenizer, "quick", SpecialChoice()));
  }
  const conform::report::Report report = report_of(verdict);
  CHECK(report.exit_code == 1);
  CHECK(report.diagnoses.empty());
  std::size_t failures = 0;
  for (const auto& result : report.results) {
    if (result.status != Status::fail) continue;
    ++failures;
    CHECK(result.harm == Harm::wrong_result);
    CHECK(result.causes.empty());
    CHECK(result.shrunk == "\"quick\": 0");
  }
  CHECK(failures == verdict.wrong.size());
}

// The first text with special tokens is refused, the others are answered.
CLAUSE_TEST("S71", "special tokens that are treated otherwise from text to text are failures") {
  const Tokenizer tokenizer = finding_tokenizer();
  bool is_first = true;
  const auto verdict = run_vocabulary(
      "o200k", tokenizer, program_of(tokenizer, [&](const std::string& text, Reply& reply) {
        if (text.find("<|") == std::string::npos || !std::exchange(is_first, false)) return false;
        reply.detail = "ValueError";
        return true;
      }));
  CHECK_FALSE(is_first);
  CHECK(verdict.specials == conform::ask::Specials::mixed);
  CHECK_FALSE(verdict.wrong.empty());
  CHECK(report_of(verdict).exit_code == 1);
}

}  // namespace bpetite::test
