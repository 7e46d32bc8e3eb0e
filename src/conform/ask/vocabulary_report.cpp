#include "conform/ask/vocabulary_report.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "conform/drive/claims.hpp"
#include "conform/report/report_of.hpp"
#include "conform/suite/digest.hpp"
#include "conform/suite/vectors.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {
namespace {

std::string words_of(const std::vector<TokenId>& ids) {
  return fmt::format("{}", fmt::join(ids, " "));
}

std::string text_and_ids(const std::string& text, const Reply& reply) {
  return fmt::format("{}: {}", json::quoted(text), reply.ids ? words_of(*reply.ids) : reply.detail);
}

diagnose::Result result_of(const plain::ModelVector& vector) {
  diagnose::Result result;
  result.id = vector.id;
  result.level = vector.level;
  if (vector.level == suite::Level::L1) {
    result.part = vector.special.empty() ? diagnose::Part::ids : diagnose::Part::special;
  }
  return result;
}

void tell_failure(diagnose::Result& result, const WrongReply& wrong,
                  const std::vector<std::string>& like) {
  const Reply& reply = wrong.reply;
  result.status = reply.status == drive::Status::pass ? drive::Status::fail : reply.status;
  result.harm = reply.ids ? diagnose::Harm::wrong_result : diagnose::Harm::no_result;
  result.requirements = {wrong.vector.clause};
  result.where = fmt::format("text {}", json::quoted(wrong.vector.text));
  result.want = words_of(wrong.vector.ids);
  if (reply.ids) result.got = words_of(*reply.ids);
  result.detail = reply.detail;
  result.tests = wrong.vector.tests;
  // Each of the causes gives every reply: which one it is, no text tells.
  if (!like.empty() && wrong.vector.special.empty()) {
    result.causes = {fmt::format("{}", fmt::join(like, " or "))};
    result.rule = "A tokenizer with this one fault gives every reply.";
  }
  if (wrong.smaller) result.shrunk = text_and_ids(wrong.smaller->text, wrong.smaller->reply);
}

diagnose::Result undecoded(const plain::ModelVector& vector) {
  diagnose::Result result;
  result.id = vector.id + ".decode";
  result.level = suite::Level::L1;
  result.part = diagnose::Part::decoding;
  result.requirements = {"FR-17"};
  result.where = fmt::format("ids {}", words_of(vector.ids));
  result.tests = "the right ids are decoded to the text that they are of";
  return result;
}

// Of the texts that were asked: two runs with the same digest can be compared.
std::string digest_of(const std::vector<plain::ModelVector>& asked) {
  std::string ids;
  for (const plain::ModelVector& vector : asked) ids += vector.id + "\n";
  return suite::sha256_hex(ids);
}

}  // namespace

report::Report report_of(const VocabularyVerdict& verdict, const Judged& judged,
                         const judge::RunOptions& options, const drive::Hello& hello) {
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

  std::map<std::string, const WrongReply*> wrong;
  for (const WrongReply& each : verdict.wrong) wrong.emplace(each.vector.id, &each);
  const std::set<std::string> not_decoded(verdict.undecoded.begin(), verdict.undecoded.end());
  const bool has_decoding = verdict.decoding.passed + verdict.decoding.failed > 0;
  for (const plain::ModelVector& vector : verdict.asked) {
    report.results.push_back(result_of(vector));
    const auto failure = wrong.find(vector.id);
    if (failure != wrong.end()) {
      tell_failure(report.results.back(), *failure->second, verdict.like);
    }
    if (!has_decoding || (!vector.special.empty() && verdict.specials != Specials::found)) continue;
    report.results.push_back(undecoded(vector));
    if (not_decoded.contains(vector.id)) report.results.back().status = drive::Status::fail;
  }
  if (!verdict.like.empty()) {
    diagnose::Diagnosis diagnosis{
        "fault",      "A tokenizer with this one fault gives every reply.",
        verdict.like, {"encode"},
        {},           verdict.wrong.size()};
    for (const WrongReply& each : verdict.wrong) {
      if (each.vector.special.empty()) diagnosis.explains.push_back(each.vector.id);
    }
    report.diagnoses.push_back(std::move(diagnosis));
  }
  report::conclude(report);
  return report;
}

}  // namespace bpetite::conform::ask
