// Describes the verdict on a program that was judged by its own vocabulary: as a report
// (report_of), and as text with the failures, their common cause, special tokens, lengths and
// levels (to_text). Also writes the verdicts on several profiles as text (to_text).
#include "conform/report/vocabulary_report.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "conform/explain/common.hpp"
#include "conform/judge/judge.hpp"
#include "conform/program/program.hpp"
#include "conform/suite/text_edits.hpp"
#include "conform/suite/vectors.hpp"
#include "core/json.hpp"
#include "core/wording/counted.hpp"
#include "corpus/sha256.hpp"

namespace bpetite::conform::report {
namespace {

constexpr std::size_t where_limit = 10'000;

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

// The one cause of all wrong replies, or nullopt: another order, another vocabulary, or a fault.
// Several faults are named if no text distinguishes them.
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
  result.where =
      fmt::format("text {}", judge::shortened(json::quoted(wrong.vector.text), where_limit));
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

// A digest of the texts that were asked. Two runs with the same digest can be compared.
std::string digest_of(const std::vector<judge::ModelVector>& asked) {
  std::string ids;
  for (const judge::ModelVector& vector : asked) ids += vector.id + "\n";
  return corpus::sha256_hex(ids);
}

}  // namespace

Report report_of(const judge::VocabularyVerdict& verdict, const Judged& judged,
                 const judge::RunOptions& options, const program::Hello& hello) {
  Report report;
  report.vocabulary = judged.name;
  report.suite_version = suite::embedded_suite().version;
  report.suite_digest = digest_of(verdict.asked);
  report.command = suite::text_of(options.command);
  report.name = hello.name.empty() ? report.command : hello.name;
  report.version = hello.version;
  report.language = hello.language;
  report.unicode = judged.unicode;
  report.ops.assign(hello.ops.begin(), hello.ops.end());
  report.caps.assign(hello.caps.begin(), hello.caps.end());
  report.claims = {suite::Level::L0, suite::Level::L1};
  report.timeout_ms = static_cast<std::uint64_t>(options.timeout.count());
  report.date = today();
  report.passes = verdict.passes;
  report.selection = selection_of(options);

  const std::optional<explain::Diagnosis> cause = common_cause(verdict);
  if (cause) report.diagnoses.push_back(*cause);
  std::map<std::string, const judge::WrongReply*> wrong;
  for (const judge::WrongReply& each : verdict.wrong) wrong.emplace(each.vector.id, &each);
  const std::set<std::string> not_decoded(verdict.undecoded.begin(), verdict.undecoded.end());
  const bool has_decoding = verdict.decoding.passed + verdict.decoding.failed > 0;
  const auto tell = [&](const judge::ModelVector& vector) {
    report.results.push_back(result_of(vector));
    const auto failure = wrong.find(vector.id);
    if (failure != wrong.end()) tell_failure(report.results.back(), *failure->second, cause);
  };
  for (const judge::ModelVector& vector : verdict.asked) {
    tell(vector);
    if (!has_decoding || (!vector.special.empty() && verdict.specials != judge::Specials::found))
      continue;
    report.results.push_back(undecoded(vector));
    if (not_decoded.contains(vector.id)) report.results.back().status = program::Status::fail;
  }
  for (const judge::ModelVector& vector : verdict.long_texts) tell(vector);
  conclude(report);
  return report;
}

// --- As text. ---

namespace {

constexpr std::size_t line_limit = 300;

std::string ids_of(const std::vector<TokenId>& ids) {
  return judge::shortened(fmt::format("{}", fmt::join(ids, " ")), line_limit);
}

std::string got(const program::IdsReply& reply) {
  if (reply.ids) return ids_of(*reply.ids);
  if (reply.is_refusal()) return "a refusal " + reply.detail;
  return fmt::format("{}: {}", program::name(reply.status), reply.detail);
}

std::string asked(const judge::WrongText& wrong) {
  return fmt::format("  text    {}\n  want    {}\n  got     {}\n",
                     judge::shortened(json::quoted(wrong.text), line_limit), ids_of(wrong.want),
                     judge::shortened(got(wrong.reply), line_limit));
}

std::vector<std::size_t> every_place(const judge::VocabularyVerdict& verdict) {
  std::vector<std::size_t> places(verdict.wrong.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

std::string_view status_of(const program::IdsReply& reply) {
  return reply.status == program::Status::pass ? "FAIL" : program::name(reply.status);
}

std::string_view treatment_of(const judge::VocabularyVerdict& verdict) {
  switch (verdict.specials) {
    case judge::Specials::not_asked:
      return std::ranges::all_of(verdict.asked, &std::string_view::empty,
                                 &judge::ModelVector::special)
                 ? "not asked: no text has one"
                 : "not told: those replies are wrong";
    case judge::Specials::found:
      return "found in every text";
    case judge::Specials::text:
      return "ordinary text";
    case judge::Specials::refused:
      return "a text that has some is refused";
    case judge::Specials::mixed:
      break;
  }
  return "fails: not treated in the same way in every text";
}

// "L0        fails     FAIL 3  TIMEOUT 1  PASS 26"
std::string counts_of(std::string_view name, std::size_t passed,
                      const std::map<std::string_view, std::size_t>& failures) {
  std::string failed;
  for (const auto& [status, count] : failures) {
    if (count > 0) failed += fmt::format("  {} {}", status, count);
  }
  if (failed.empty() && passed == 0) return fmt::format("{:<9} not asked\n", name);
  return fmt::format("{:<9} {}{}  PASS {}\n", name, failed.empty() ? "conforms" : "fails   ",
                     failed, passed);
}

// "lengths   right up to 1,048,576 bytes of prose, words; 16,385 bytes of blanks (slow)"
std::string lengths_line(const judge::VocabularyVerdict& verdict) {
  std::map<std::pair<std::size_t, std::string_view>, std::vector<std::string_view>, std::greater<>>
      kinds;
  for (const judge::LengthAsked& asked : verdict.lengths) {
    kinds[{asked.right, asked.ended}].push_back(asked.kind);
  }
  std::vector<std::string> parts;
  for (const auto& [end, names] : kinds) {
    parts.push_back(fmt::format("{} of {}{}", suite::counted(end.first, "byte"),
                                fmt::join(names, ", "),
                                end.second.empty() ? "" : fmt::format(" ({})", end.second)));
  }
  return parts.empty() ? ""
                       : fmt::format("{:<9} right up to {}\n", "lengths", fmt::join(parts, "; "));
}

// What the wrong texts have in common, if no cause is known.
std::string common_lines(const judge::VocabularyVerdict& verdict) {
  constexpr std::size_t most = 4;
  if (verdict.order || verdict.another_vocabulary || !verdict.like.empty()) return "";
  std::string text;
  if (const auto common = explain::common_to_wrong(verdict)) {
    text += fmt::format("common    {}\n", *common);
  }
  std::vector<std::string> always = explain::always_wrong(verdict);
  const std::size_t others = always.size() - std::min(always.size(), most);
  always.resize(always.size() - others);
  if (!always.empty()) {
    text += fmt::format("always    wrong: {}{}\n", fmt::join(always, "; "),
                        others == 0 ? "" : fmt::format("; and {} more", others));
  }
  return text;
}

std::string level_line(const judge::VocabularyVerdict& verdict, suite::Level level) {
  std::map<std::string_view, std::size_t> failures;
  for (const judge::WrongReply& wrong : verdict.wrong) {
    if (wrong.vector.level == level) ++failures[status_of(wrong.reply)];
  }
  const auto place = static_cast<std::size_t>(level);
  return counts_of(suite::level_names[place], verdict.levels.at(place).passed, failures);
}

}  // namespace

std::string to_text(const judge::VocabularyVerdict& verdict, bool all) {
  std::string text;
  if (verdict.order) {
    text += fmt::format("{:<9} {} {} are in a wrong place.\n", "order", verdict.order->says(),
                        verdict.order->wrong);
  }
  if (verdict.another_vocabulary) {
    text += fmt::format(
        "vocabulary {} of {} texts are wrong. {} `bpetite conform identify` with the files that it "
        "may have (--tokenizer A --tokenizer B) says which.\n",
        verdict.wrong.size(), verdict.asked.size(), verdict.another_vocabulary->says());
  }
  for (const std::size_t place : all ? every_place(verdict) : judge::first_of_each_level(verdict)) {
    const auto& [vector, reply, smaller] = verdict.wrong[place];
    fmt::format_to(std::back_inserter(text), "{} {}  {} {}\n  tests   {}\n{}", status_of(reply),
                   vector.id, suite::level_names[static_cast<std::size_t>(vector.level)],
                   vector.clause, vector.tests, asked({vector.text, vector.ids, reply}));
    if (smaller) {
      fmt::format_to(std::back_inserter(text), "  smaller, and wrong too\n{}", asked(*smaller));
    }
  }
  if (const std::size_t shown =
          all ? verdict.wrong.size() : judge::first_of_each_level(verdict).size();
      shown < verdict.wrong.size()) {
    text += fmt::format("more      {} (--all shows them)\n",
                        counted(verdict.wrong.size() - shown, "failure"));
  }
  for (const std::string& id : verdict.undecoded) text += fmt::format("FAIL {}  decode\n", id);
  for (const std::string& name : verdict.like) {
    text += fmt::format("like      {}: it gives every reply\n", name);
  }
  if (!verdict.wrong.empty() && verdict.like.empty() && !verdict.order &&
      !verdict.another_vocabulary) {
    text += "like      no single hypothesis gives every reply (see conform identify)\n";
  }
  text += common_lines(verdict);
  text += fmt::format("told      {} of {} hypotheses\n",
                      verdict.hypotheses - verdict.not_shown.size(), verdict.hypotheses);
  if (!verdict.not_shown.empty()) {
    text += fmt::format("not told  {}\n", fmt::join(verdict.not_shown, " "));
  }
  text += fmt::format("specials  {}\n", treatment_of(verdict));
  text += lengths_line(verdict);
  for (const suite::Level level : {suite::Level::L0, suite::Level::L1}) {
    text += level_line(verdict, level);
  }
  const judge::LevelCount& decoding = verdict.decoding;
  if (decoding.passed + decoding.failed > 0) {
    text += counts_of("decoding", decoding.passed, {{"FAIL", decoding.failed}});
  }
  return text;
}

std::string to_text(const std::vector<judge::ProfileVerdict>& verdicts, bool all) {
  std::string text;
  std::vector<std::string_view> exact;
  for (const judge::ProfileVerdict& each : verdicts) {
    if (!each.not_judged.empty()) {
      text += fmt::format("profile   {}: not judged: {}\n\n", each.profile, each.not_judged);
      continue;
    }
    fmt::format_to(std::back_inserter(text), "profile   {}, handed over as {}, Unicode {}{}\n{}\n",
                   each.profile, each.form, each.unicode,
                   each.normalizer == "none" ? "" : ", " + each.normalizer,
                   to_text(each.verdict, all));
    if (each.verdict.conforms()) exact.push_back(each.profile);
  }
  return text + (exact.empty() ? "ids exact: of no profile\n"
                               : fmt::format("ids exact: {}\n", fmt::join(exact, ", ")));
}

}  // namespace bpetite::conform::report
