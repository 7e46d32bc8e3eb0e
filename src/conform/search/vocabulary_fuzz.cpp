// Fuzzes a program by its own vocabulary (fuzz_vocabulary). First asks whether special tokens in a
// text become ids or are ordinary text for the program, because the right ids depend on that. If
// the reply shows neither, no later text has special tokens. Then makes random texts, sends many at
// a time, and compares the ids. Makes the shortest text with a wrong reply of each batch smaller,
// unless its reply is right when it is sent alone. Ends if the replies are in another order. Also
// writes the findings as text (to_text).
#include "conform/search/vocabulary_fuzz.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/faults/basis.hpp"
#include "conform/faults/candidates.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/long_texts.hpp"
#include "conform/judge/judge.hpp"
#include "conform/search/smaller.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::conform::search {
namespace {

using Clock = std::chrono::steady_clock;

// The first batch has the least number of texts. A batch that took less than a second is followed
// by a larger one, since a program that reads lines begins anew with each.
constexpr std::size_t least_batch = 500;
constexpr std::size_t largest_batch = 16'000;
constexpr std::chrono::seconds quick{1};
constexpr std::chrono::seconds time_to_shrink{60};
constexpr std::size_t shown_limit = 300;

class VocabularyFuzzer {
 public:
  VocabularyFuzzer(const Table& table, const program::Program& program, const FuzzOptions& options)
      : options_(options),
        program_(program),
        table_(table),
        chunks_(table),
        finding_(table, with_literals(faults::Literals::ids), chunks_),
        plain_(table, with_literals(faults::Literals::text), chunks_),
        long_texts_(table),
        parts_(faults::candidates_of(table, chunks_)),
        random_(options.seed) {
    std::erase_if(parts_, [&](const std::string& text) { return suite::has_literal(table, text); });
    for (const faults::BasisText& each : faults::basis_of(table)) {
      const bool has_literal = suite::has_literal(table, each.text);
      if (!has_literal && each.text.size() <= short_text) basis_.push_back(each.text);
    }
    for (const std::string& token : table.tokens) {
      if (!token.empty() && !utf8::first_ill_formed(token) && !suite::has_literal(table, token)) {
        tokens_.push_back(token);
      }
    }
    for (const SpecialToken& special : table.specials) literals_.push_back(special.literal);
  }

  VocabularyFuzzReport report() {
    fuzz_until(options_, [this](std::size_t most) { return step(std::min(most, batch_)); });
    return std::move(report_);
  }

 private:
  static constexpr std::size_t short_text = 100;  // bytes of a text of the basis

  faults::Decisions with_literals(faults::Literals literals) const {
    faults::Decisions decisions = faults::decisions_of(table_);
    decisions.literals = literals;
    return decisions;
  }

  // Sends a batch of texts. The shortest text with a wrong reply becomes the finding, because the
  // others may have the same cause.
  FuzzStep step(std::size_t count) {
    if (std::exchange(is_first_, false)) find_treatment();
    std::vector<std::string> texts;
    for (std::size_t left = count; left > 0; --left) texts.push_back(next_text());
    report_.cases += count;
    const judge::RightIds right = [this](const std::string& text) { return wanted(text); };
    const Clock::time_point begin = Clock::now();
    const judge::AskedTexts batch = judge::asked(texts, program_, right);
    if (Clock::now() - begin < quick) batch_ = std::min(2 * batch_, largest_batch);
    const std::vector<judge::RightReply> want(batch.want.begin(), batch.want.end());
    report_.order = judge::order_of(want, batch.replies);
    if (report_.order) return {count, 0, false};
    if (auto wrong = judge::shortest_wrong(batch)) add(*std::move(wrong), right);
    return {count, report_.findings.size(), true};
  }

  // Asks how the program treats special tokens. Texts with some are sent only if it finds them or
  // takes them for text.
  void find_treatment() {
    std::vector<std::string> texts = {"a"};
    if (!literals_.empty()) texts.push_back("a" + literals_.front() + "b");
    const std::vector<program::IdsReply> replies = program::ids_of(program_, texts);
    program::require_answers(replies);
    if (literals_.empty()) return;
    if (replies[1].ids == finding_.ids(texts[1])) specials_ = &finding_;
    if (replies[1].ids == plain_.ids(texts[1])) specials_ = &plain_;
  }

  std::optional<std::vector<TokenId>> wanted(const std::string& text) {
    if (!suite::has_literal(table_, text)) return finding_.ids(text);
    if (specials_ == nullptr) return std::nullopt;
    return specials_->ids(text);
  }

  const std::string& pick(const std::vector<std::string>& list) {
    return list[random_.next() % list.size()];
  }

  // A new text, or one of the last ones again, for programs that remember texts. The texts do not
  // depend on the sizes of the batches, which depend on time.
  std::string next_text() {
    std::string& recent = recent_[random_.next() % recent_.size()];
    if (random_.next() % 16 != 0) recent = some_text();
    return recent;
  }

  std::string some_text() {
    switch (random_.next() % 16) {
      case 0:
      case 1:
        return long_text();
      case 2:
        return joined(basis_, 1 + random_.next() % 4);
      case 3:
        return with_specials();
      case 4:
        return behind_a_run();
      default:
        break;
    }
    std::string text;
    do {
      text = mixed(1 + random_.next() % 6);
    } while (suite::has_literal(table_, text));
    return text;
  }

  // Candidate texts and tokens.
  std::string mixed(std::size_t count) {
    std::string text;
    for (; count > 0; --count) text += pick(random_.next() % 2 == 0 ? parts_ : tokens_);
    return text;
  }

  std::string joined(const std::vector<std::string>& list, std::size_t count) {
    std::string text;
    for (; count > 0; --count) text += pick(list);
    return text;
  }

  // A text of any kind, of any length or one beside a power of two. Few are long.
  std::string long_text() {
    const std::size_t bits = 4 + random_.next() % (random_.next() % 16 == 0 ? 13 : 9);
    std::size_t size = std::size_t{1} << bits;
    size += random_.next() % 2 == 0 ? random_.next() % 5 - 2 : random_.next() % size;
    const auto& kinds = long_texts_.kinds();
    const std::string_view kind = kinds[random_.next() % kinds.size()];
    return long_texts_.of(kind, size) + mixed(random_.next() % 3);
  }

  // Special tokens in a text: whole, beside each other, cut short, at any distance.
  std::string with_specials() {
    if (specials_ == nullptr) return mixed(3);
    std::string text = random_.next() % 8 == 0 ? long_text() : mixed(random_.next() % 3);
    for (std::size_t left = 1 + random_.next() % 4; left > 0; --left) {
      const std::string& literal = pick(literals_);
      const bool is_cut = random_.next() % 4 == 0;
      text += is_cut ? literal.substr(0, utf8::scalar_begin(literal, literal.size() / 2)) : literal;
      if (random_.next() % 2 == 0) text += mixed(random_.next() % 3);
    }
    return text;
  }

  // A token behind a run of one of its own characters, near the end of a block.
  std::string behind_a_run() {
    const std::string& token = pick(tokens_);
    const std::string first = token.substr(0, utf8::scalar_at(token, 0).size);
    const std::size_t most = std::size_t{1} << (3 + random_.next() % 8);
    std::string text;
    while (text.size() + token.size() < most + random_.next() % 4) text += first;
    return text + token + mixed(random_.next() % 2);
  }

  // Adds a finding, if it is new. A text whose reply is right alone is not made smaller: its fault
  // lies in the texts before it.
  void add(judge::WrongText wrong, const judge::RightIds& right) {
    program_.restart();
    const program::IdsReply alone = program::ids_of(program_, {&wrong.text, 1}).front();
    if (alone.ids == wrong.want) {
      wrong.reply.status = program::Status::state_leak;
    } else {
      wrong = smaller(std::move(wrong), program_, right, Clock::now() + time_to_shrink);
    }
    const auto is_same = [&](const judge::WrongText& it) { return it.text == wrong.text; };
    if (std::ranges::none_of(report_.findings, is_same)) {
      report_.findings.push_back(std::move(wrong));
    }
  }

  const FuzzOptions& options_;
  const program::Program& program_;
  bool is_first_ = true;
  std::size_t batch_ = least_batch;
  const Table& table_;
  faults::ChunkIds chunks_;
  faults::Answerer finding_;
  faults::Answerer plain_;
  faults::Answerer* specials_ = nullptr;  // how the program treats special tokens, if it is known
  faults::LongTexts long_texts_;
  std::vector<std::string> parts_;
  std::vector<std::string> basis_;
  std::vector<std::string> tokens_;
  std::vector<std::string> literals_;
  suite::SplitMix64 random_;
  std::array<std::string, 64> recent_;
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
    const bool leaks = reply.status == program::Status::state_leak;
    text += fmt::format("FOUND  {}{}\n  text    {}\n  want    {}\n  got     {}\n",
                        suite::length_of(wrong),
                        leaks ? " after other texts; alone it is right (STATE_LEAK)" : "",
                        judge::shortened(json::quoted(wrong), shown_limit),
                        judge::shortened(fmt::format("{}", fmt::join(want, " ")), shown_limit),
                        judge::shortened(got, shown_limit));
  }
  return text + fmt::format("{}, {}\n", counted(report.cases, "text"),
                            counted(report.findings.size() + (report.order ? 1 : 0), "finding"));
}

}  // namespace bpetite::conform::search
