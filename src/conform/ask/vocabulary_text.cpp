#include "conform/ask/vocabulary_text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "conform/judge/judge.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {
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
  return "fails: treated otherwise from text to text";
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
    text += fmt::format("more      {} failures (--all shows them)\n", verdict.wrong.size() - shown);
  }
  for (const std::string& id : verdict.undecoded) text += fmt::format("FAIL {}  decode\n", id);
  for (const std::string& name : verdict.like) {
    text += fmt::format("like      {}: it gives every reply\n", name);
  }
  if (!verdict.wrong.empty() && verdict.like.empty() && !verdict.order &&
      !verdict.another_vocabulary) {
    text += "like      no single hypothesis gives every reply (see conform identify)\n";
  }
  text += fmt::format("told      {} of {} hypotheses\n",
                      verdict.hypotheses - verdict.not_shown.size(), verdict.hypotheses);
  if (!verdict.not_shown.empty()) {
    text += fmt::format("not told  {}\n", fmt::join(verdict.not_shown, " "));
  }
  text += fmt::format("specials  {}\n", treatment_of(verdict));
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

}  // namespace bpetite::conform::ask
