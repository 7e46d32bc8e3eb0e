#include "conform/ask/vocabulary_text.hpp"

#include <iterator>
#include <numeric>
#include <string_view>

#include <fmt/format.h>

#include "conform/judge/shown.hpp"
#include "core/json.hpp"

namespace bpetite::conform::ask {
namespace {

constexpr std::size_t line_limit = 300;

std::string ids_of(const std::vector<TokenId>& ids) {
  return judge::shortened(fmt::format("{}", fmt::join(ids, " ")), line_limit);
}

std::string got(const Reply& reply) {
  if (reply.ids) return ids_of(*reply.ids);
  if (reply.is_refusal()) return "a refusal " + reply.detail;
  return fmt::format("{}: {}", drive::name(reply.status), reply.detail);
}

std::string asked(const WrongText& wrong) {
  return fmt::format("  text    {}\n  want    {}\n  got     {}\n",
                     judge::shortened(json::quoted(wrong.text), line_limit), ids_of(wrong.want),
                     judge::shortened(got(wrong.reply), line_limit));
}

std::vector<std::size_t> every_place(const VocabularyVerdict& verdict) {
  std::vector<std::size_t> places(verdict.wrong.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  return places;
}

std::string_view name_of(Specials specials) {
  switch (specials) {
    case Specials::not_asked:
      return "not asked: the vocabulary has none";
    case Specials::found:
      return "found in every text";
    case Specials::text:
      return "ordinary text";
    case Specials::refused:
      return "a text that has some is refused";
    case Specials::mixed:
      break;
  }
  return "fails: treated otherwise from text to text";
}

std::string counts_of(std::string_view name, const LevelCount& count) {
  if (count.failed + count.passed == 0) return fmt::format("{:<9} not asked\n", name);
  return fmt::format("{:<9} {}{}  PASS {}\n", name, count.failed == 0 ? "conforms" : "fails   ",
                     count.failed == 0 ? "" : fmt::format("  FAIL {}", count.failed), count.passed);
}

}  // namespace

std::string to_text(const VocabularyVerdict& verdict, bool all) {
  std::string text;
  for (const std::size_t place : all ? every_place(verdict) : first_of_each_level(verdict)) {
    const auto& [vector, reply, smaller] = verdict.wrong[place];
    fmt::format_to(std::back_inserter(text), "FAIL {}  {} {}  {}\n{}", vector.id,
                   suite::level_names[static_cast<std::size_t>(vector.level)], vector.clause,
                   vector.tests, asked({vector.text, vector.ids, reply}));
    if (smaller) {
      fmt::format_to(std::back_inserter(text), "  smaller, and wrong too\n{}", asked(*smaller));
    }
  }
  for (const std::string& id : verdict.undecoded) text += fmt::format("FAIL {}  decode\n", id);
  for (const std::string& name : verdict.like) {
    text += fmt::format("like      {}: it gives every reply\n", name);
  }
  if (!verdict.wrong.empty() && verdict.like.empty()) {
    text += "like      no single hypothesis gives every reply (see conform identify)\n";
  }
  text += fmt::format("told      {} of {} hypotheses\n",
                      verdict.hypotheses - verdict.not_shown.size(), verdict.hypotheses);
  if (!verdict.not_shown.empty()) {
    text += fmt::format("not told  {}\n", fmt::join(verdict.not_shown, " "));
  }
  text += fmt::format("specials  {}\n", name_of(verdict.specials));
  text += counts_of("L0", verdict.levels[0]) + counts_of("L1", verdict.levels[1]);
  const LevelCount& decoding = verdict.decoding;
  if (decoding.passed + decoding.failed > 0) text += counts_of("decoding", decoding);
  return text;
}

}  // namespace bpetite::conform::ask
