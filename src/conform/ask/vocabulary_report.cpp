#include "conform/ask/vocabulary_report.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conform/program/program.hpp"
#include "conform/report/report_of.hpp"
#include "conform/suite/digest.hpp"
#include "conform/suite/vectors.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {
namespace {

std::string words_of(const std::vector<TokenId>& ids) {
  return fmt::format("{}", fmt::join(ids, " "));
}

std::string text_and_ids(const std::string& text, const program::IdsReply& reply) {
  return fmt::format("{}: {}", json::quoted(text), reply.ids ? words_of(*reply.ids) : reply.detail);
}

explain::Result result_of(const judge::ModelVector& vector) {
  explain::Result result;
  result.id = vector.id;
  result.level = vector.level;
  if (vector.level == suite::Level::L1) {
    result.part = vector.special.empty() ? explain::Part::ids : explain::Part::special;
  }
  return result;
}

// What explains the wrong replies: their order, another vocabulary, or one hypothesis of those that
// no text tells apart.
std::optional<explain::Diagnosis> common_cause(const judge::VocabularyVerdict& verdict) {
  explain::Diagnosis cause;
  if (verdict.order) {
    cause = {"order", verdict.order->says(), {verdict.order->name()}, {"encode"}, {}, 0};
  } else if (verdict.another_vocabulary) {
    cause = {"vocabulary",
             verdict.another_vocabulary->says(),
             {"another-vocabulary"},
             {"encode"},
             {},
             0};
  } else if (!verdict.like.empty()) {
    cause = {"fault",      "A tokenizer with this one fault gives every reply.",
             verdict.like, {"encode"},
             {},           0};
  } else {
    return std::nullopt;
  }
  cause.failures = verdict.wrong.size();
  for (const judge::WrongReply& each : verdict.wrong) {
    const bool is_answer = each.reply.status == program::Status::pass;
    if (verdict.order ? is_answer : each.vector.special.empty()) {
      cause.explains.push_back(each.vector.id);
    }
  }
  return cause;
}

void tell_failure(explain::Result& result, const judge::WrongReply& wrong,
                  const std::optional<explain::Diagnosis>& cause) {
  const program::IdsReply& reply = wrong.reply;
  result.status = reply.status == program::Status::pass ? program::Status::fail : reply.status;
  result.harm = reply.ids ? explain::Harm::wrong_result : explain::Harm::no_result;
  result.requirements = {wrong.vector.clause};
  result.where = fmt::format("text {}", json::quoted(wrong.vector.text));
  result.want = words_of(wrong.vector.ids);
  if (reply.ids) result.got = words_of(*reply.ids);
  result.detail = reply.detail;
  result.tests = wrong.vector.tests;
  if (cause && std::ranges::count(cause->explains, wrong.vector.id) > 0) {
    result.causes = {fmt::format("{}", fmt::join(cause->rules, " or "))};
    result.rule = cause->says;
  }
  if (wrong.smaller) result.shrunk = text_and_ids(wrong.smaller->text, wrong.smaller->reply);
}

explain::Result undecoded(const judge::ModelVector& vector) {
  explain::Result result;
  result.id = vector.id + ".decode";
  result.level = suite::Level::L1;
  result.part = explain::Part::decoding;
  result.requirements = {"FR-17"};
  result.where = fmt::format("ids {}", words_of(vector.ids));
  result.tests = "the right ids are decoded to the text that they are of";
  return result;
}

// Of the texts that were asked: two runs with the same digest can be compared.
std::string digest_of(const std::vector<judge::ModelVector>& asked) {
  std::string ids;
  for (const judge::ModelVector& vector : asked) ids += vector.id + "\n";
  return suite::sha256_hex(ids);
}

}  // namespace

report::Report report_of(const judge::VocabularyVerdict& verdict, const Judged& judged,
                         const judge::RunOptions& options, const program::Hello& hello) {
  report::Report report;
  report.vocabulary = judged.name;
  report.suite_version = suite::embedded_suite().version;
  report.suite_digest = digest_of(verdict.asked);
  report.command = options.command;
  report.name = hello.name.empty() ? options.command : hello.name;
  report.version = hello.version;
  report.language = hello.language;
  report.unicode = judged.unicode;
  report.ops.assign(hello.ops.begin(), hello.ops.end());
  report.caps.assign(hello.caps.begin(), hello.caps.end());
  report.claims = {suite::Level::L0, suite::Level::L1};
  report.timeout_ms = static_cast<std::uint64_t>(options.timeout.count());
  report.date = report::today();
  report.passes = 1;
  report.selection = report::selection_of(options);

  const std::optional<explain::Diagnosis> cause = common_cause(verdict);
  if (cause) report.diagnoses.push_back(*cause);
  std::map<std::string, const judge::WrongReply*> wrong;
  for (const judge::WrongReply& each : verdict.wrong) wrong.emplace(each.vector.id, &each);
  const std::set<std::string> not_decoded(verdict.undecoded.begin(), verdict.undecoded.end());
  const bool has_decoding = verdict.decoding.passed + verdict.decoding.failed > 0;
  for (const judge::ModelVector& vector : verdict.asked) {
    report.results.push_back(result_of(vector));
    const auto failure = wrong.find(vector.id);
    if (failure != wrong.end()) {
      tell_failure(report.results.back(), *failure->second, cause);
    }
    if (!has_decoding || (!vector.special.empty() && verdict.specials != judge::Specials::found))
      continue;
    report.results.push_back(undecoded(vector));
    if (not_decoded.contains(vector.id)) report.results.back().status = program::Status::fail;
  }
  report::conclude(report);
  return report;
}

}  // namespace bpetite::conform::ask
