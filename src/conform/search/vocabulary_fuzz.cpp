// Fuzzes a program by its own vocabulary: makes random texts, sends many at a time, and describes
// the findings.
#include "conform/search/vocabulary_fuzz.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/judge/judge.hpp"
#include "conform/search/smaller.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::conform::search {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t batch_size = 500;
constexpr std::chrono::seconds time_to_shrink{60};
constexpr std::size_t shown_limit = 300;

class VocabularyFuzzer {
 public:
  VocabularyFuzzer(const Table& table, const program::Program& program, const FuzzOptions& options)
      : options_(options),
        program_(program),
        table_(table),
        chunks_(table),
        right_(table, faults::decisions_of(table), chunks_),
        parts_(faults::candidates_of(table, chunks_)),
        random_(options.seed) {
    std::erase_if(parts_, [&](const std::string& text) { return suite::has_literal(table, text); });
    for (const std::string& token : table.tokens) {
      if (!token.empty() && !utf8::first_ill_formed(token) && !suite::has_literal(table, token)) {
        tokens_.push_back(token);
      }
    }
  }

  VocabularyFuzzReport report() {
    fuzz_until(options_, [this](std::size_t most) { return step(std::min(most, batch_size)); });
    return std::move(report_);
  }

 private:
  // Sends a batch of texts. The shortest text with a wrong reply becomes the finding, because the
  // others may have the same cause.
  FuzzStep step(std::size_t count) {
    std::vector<std::string> texts;
    for (std::size_t left = count; left > 0; --left) texts.push_back(some_text());
    report_.cases += count;
    const judge::RightIds right = [this](const std::string& text) { return wanted(text); };
    const judge::AskedTexts batch = judge::asked(texts, program_, right);
    if (std::exchange(is_first_, false)) program::require_answers(batch.replies);
    const std::vector<judge::RightReply> want(batch.want.begin(), batch.want.end());
    report_.order = judge::order_of(want, batch.replies);
    if (report_.order) return {count, 0, false};
    if (auto wrong = judge::shortest_wrong(batch)) {
      add(smaller(*std::move(wrong), program_, right, Clock::now() + time_to_shrink));
    }
    return {count, report_.findings.size(), true};
  }

  std::optional<std::vector<TokenId>> wanted(const std::string& text) {
    if (suite::has_literal(table_, text)) return std::nullopt;
    return right_.ids(text);
  }

  std::string some_text() {
    std::string text;
    const std::size_t kind = random_.next() % 16;
    if (kind == 0) return faults::glued_words(table_, 200 + random_.next() % 4000);
    do {
      text.clear();
      for (std::size_t left = 1 + random_.next() % 6; left > 0; --left) {
        const std::vector<std::string>& list = random_.next() % 2 == 0 ? parts_ : tokens_;
        text += list[random_.next() % list.size()];
      }
    } while (suite::has_literal(table_, text));
    return text;
  }

  void add(judge::WrongText wrong) {
    const auto is_same = [&](const judge::WrongText& it) { return it.text == wrong.text; };
    if (std::ranges::none_of(report_.findings, is_same)) {
      report_.findings.push_back(std::move(wrong));
    }
  }

  const FuzzOptions& options_;
  const program::Program& program_;
  bool is_first_ = true;
  const Table& table_;
  faults::ChunkIds chunks_;
  faults::Answerer right_;
  std::vector<std::string> parts_;
  std::vector<std::string> tokens_;
  suite::SplitMix64 random_;
  VocabularyFuzzReport report_;
};

}  // namespace

VocabularyFuzzReport fuzz_vocabulary(const Tokenizer& tokenizer, const program::Program& program,
                                     const FuzzOptions& options) {
  return VocabularyFuzzer(TokenizerAccess::table(tokenizer), program, options).report();
}

std::string to_text(const VocabularyFuzzReport& report) {
  std::string text;
  if (report.order) text += fmt::format("ORDER  {}\n", report.order->says());
  for (const auto& [wrong, want, reply] : report.findings) {
    const std::string got = reply.ids ? fmt::format("{}", fmt::join(*reply.ids, " "))
                            : reply.is_refusal()
                                ? "a refusal"
                                : fmt::format("{}: {}", program::name(reply.status), reply.detail);
    text += fmt::format("FOUND  {}\n  text    {}\n  want    {}\n  got     {}\n",
                        suite::length_of(wrong), judge::shortened(json::quoted(wrong), shown_limit),
                        judge::shortened(fmt::format("{}", fmt::join(want, " ")), shown_limit),
                        judge::shortened(got, shown_limit));
  }
  return text + fmt::format("{} texts, {} findings\n", report.cases,
                            report.findings.size() + (report.order ? 1 : 0));
}

}  // namespace bpetite::conform::search
