// Makes texts with wrong ids smaller, as long as the ids stay wrong: one text (smaller), or those
// of the failures that a report shows (shrink_texts), except for long texts, texts with special
// tokens and replies that depend on other texts. Sends many texts at once, because a program may
// take long to start.
#include "conform/search/smaller.hpp"

#include <algorithm>
#include <utility>

#include "bpetite/access.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/long_texts.hpp"
#include "conform/search/ddmin.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::search {

judge::WrongText smaller(judge::WrongText wrong, const program::Program& program,
                         const judge::RightIds& right, std::chrono::steady_clock::time_point end) {
  const std::vector<std::string> units = suite::units_of(wrong.text);
  fewest_at_once(units.size(), [&](const std::vector<Places>& lists) -> std::optional<std::size_t> {
    if (std::chrono::steady_clock::now() >= end) return std::nullopt;
    std::vector<std::string> texts;
    for (const Places& places : lists) {
      texts.emplace_back();
      for (const std::size_t place : places) texts.back() += units[place];
    }
    auto next = judge::shortest_wrong(judge::asked(texts, program, right));
    if (!next) return std::nullopt;
    wrong = *std::move(next);
    return static_cast<std::size_t>(std::ranges::find(texts, wrong.text) - texts.begin());
  });
  return wrong;
}

void shrink_texts(judge::VocabularyVerdict& verdict, const Tokenizer& tokenizer,
                  const program::Program& program, std::chrono::milliseconds time) {
  if (verdict.wrong.empty() || verdict.order || verdict.another_vocabulary) return;
  const auto end = std::chrono::steady_clock::now() + time;
  const Table& table = TokenizerAccess::table(tokenizer);
  faults::ChunkIds chunks(table);
  faults::Answerer answerer(table, faults::decisions_of(table), chunks);
  const judge::RightIds right =
      [&](const std::string& text) -> std::optional<std::vector<TokenId>> {
    if (suite::has_literal(table, text)) return std::nullopt;
    return answerer.ids(text);
  };
  for (const std::size_t place : judge::first_of_each_level(verdict)) {
    judge::WrongReply& wrong = verdict.wrong[place];
    // A reply that depends on other texts is not a fault of its text. Of a long text its length is
    // what matters, and the next shorter one was right.
    const bool depends = wrong.reply.status == program::Status::state_leak ||
                         wrong.reply.status == program::Status::nondeterministic;
    const bool is_long = wrong.vector.text.size() > faults::longest_of_basis;
    if (depends || is_long || !wrong.vector.special.empty() ||
        std::chrono::steady_clock::now() >= end) {
      continue;
    }
    judge::WrongText found =
        smaller({wrong.vector.text, wrong.vector.ids, wrong.reply}, program, right, end);
    if (found.text.size() < wrong.vector.text.size()) wrong.smaller = std::move(found);
  }
}

}  // namespace bpetite::conform::search
