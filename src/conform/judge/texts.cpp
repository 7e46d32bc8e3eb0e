// Sends the texts of a vocabulary to a program and compares its replies with the right ids
// (judge_texts): all texts in two orders, and some wrong ones again alone. Notes how the program
// treats special tokens. Looks for one cause of all wrong replies: a fault, two faults, another
// order or another vocabulary. Judges decoding, too, if the program declares it. Also gives a table
// the versions of Unicode that the program names (with_said_unicode) or was found to have
// (with_measured_unicode), and chooses the failures that a report shows (first_of_each_level).
#include "conform/judge/texts.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/faults/long_texts.hpp"
#include "conform/suite/literals.hpp"
#include "conform/suite/split_mix.hpp"
#include "reference/decode.hpp"

namespace bpetite::conform::judge {
namespace {

using faults::Answerer;
using faults::Decisions;
using faults::Literals;
using program::IdsReply;
using program::Program;
using program::Status;

// The vectors, each text once. If a text with special tokens has two vectors, the one that finds
// the special tokens stays.
std::vector<ModelVector> texts_once(std::vector<ModelVector> vectors) {
  std::erase_if(vectors, [&](const ModelVector& vector) {
    if (vector.special != "text") return false;
    return std::ranges::any_of(vectors, [&](const ModelVector& other) {
      return other.special == "found" && other.text == vector.text;
    });
  });
  return vectors;
}

constexpr std::string_view joint = " with ";  // between the names of two faults

class Judge {
 public:
  Judge(const Table& table, std::vector<ModelVector> vectors, const SelectsText& selects)
      : table_(table),
        chunks_(table),
        finding_(table, with_literals(Literals::ids), chunks_),
        plain_(table, with_literals(Literals::text), chunks_),
        vectors_(texts_once(std::move(vectors))) {
    std::erase_if(vectors_, std::not_fn(selects));
  }

  std::vector<std::string> texts() const {
    std::vector<std::string> texts;
    for (const ModelVector& vector : vectors_) texts.push_back(vector.text);
    return texts;
  }

  VocabularyVerdict verdict(const std::vector<IdsReply>& replies) {
    VocabularyVerdict verdict;
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const ModelVector& vector = vectors_[i];
      const bool holds = is_right(verdict, vector, replies[i]);
      LevelCount& count = verdict.levels[static_cast<std::size_t>(vector.level)];
      ++(holds ? count.passed : count.failed);
      if (!holds) verdict.wrong.push_back({vector, replies[i]});
    }
    sort(verdict);
    if (!verdict.wrong.empty()) {
      explain(verdict, replies);
      if (verdict.like.empty()) find_order(verdict, replies);
    }
    verdict.asked = vectors_;
    return verdict;
  }

  // Asks all texts again, in another order and behind a long text. A text whose two replies differ
  // is wrong. Then asks some of the wrong texts alone.
  void ask_again(VocabularyVerdict& verdict, const Program& program,
                 const std::vector<IdsReply>& replies) {
    const auto is_broken = [](const IdsReply& reply) { return reply.status != Status::pass; };
    const auto broken = static_cast<std::size_t>(std::ranges::count_if(replies, is_broken));
    if (verdict.order || broken >= program::most_faults) return;
    verdict.passes = 2;
    const std::vector<std::size_t> order = other_order();
    std::vector<std::string> texts = {text_between()};
    for (const std::size_t place : order) texts.push_back(vectors_[place].text);
    const std::vector<IdsReply> again = program::ids_of(program, texts);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const IdsReply& reply = again[i + 1];
      const IdsReply& first = replies[order[i]];
      if (reply.ids != first.ids || reply.status != first.status) {
        note_difference(verdict, vectors_[order[i]], reply);
      }
    }
    sort(verdict);
    ask_alone(verdict, program);
  }

  // Tests whether the program has another vocabulary, if half of the texts are wrong and nothing
  // else explains them.
  void suspect_vocabulary(VocabularyVerdict& verdict, const Program& program) {
    const bool is_explained = !verdict.like.empty() || verdict.order;
    if (is_explained || 2 * verdict.wrong.size() < vectors_.size()) return;
    verdict.another_vocabulary = another_vocabulary(table_, program, right_ids());
  }

  void judge_decoding(VocabularyVerdict& verdict, const Program& program) const {
    std::vector<std::vector<TokenId>> lists;
    std::vector<std::string> ids;  // the ids of the vectors in `lists`
    for (const ModelVector& vector : vectors_) {
      // A program that does not find special tokens need not know them.
      if (!vector.special.empty() && verdict.specials != Specials::found) continue;
      lists.push_back(vector.ids);
      ids.push_back(vector.id);
    }
    const std::vector<program::Decoded> decoded = program::texts_of(program, lists);
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const bool is_right = decoded[i].text == reference::decode(lists[i], table_);
      ++(is_right ? verdict.decoding.passed : verdict.decoding.failed);
      if (!is_right) verdict.undecoded.push_back(ids[i]);
    }
  }

 private:
  // In each level, ASCII texts come first, and short texts before long ones.
  static void sort(VocabularyVerdict& verdict) {
    std::ranges::stable_sort(verdict.wrong, {}, [](const WrongReply& wrong) {
      const bool is_ascii = std::ranges::all_of(wrong.vector.text, [](char c) { return c >= 0; });
      return std::tuple(wrong.vector.level, !is_ascii, wrong.vector.text.size());
    });
  }

  std::vector<std::size_t> other_order() const {
    std::vector<std::size_t> order(vectors_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    suite::SplitMix64 random(2);
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[random.next() % left]);
    }
    return order;
  }

  // A long text with many different words, which fill the caches of a program.
  std::string text_between() const {
    constexpr std::size_t size = 500'000;
    const faults::LongTexts long_texts(table_);
    const bool has_words = std::ranges::count(long_texts.kinds(), faults::many_words) > 0;
    return long_texts.of(has_words ? faults::many_words : "prose", size);
  }

  // The reply of the second pass is not that of the first, so one of them is wrong.
  void note_difference(VocabularyVerdict& verdict, const ModelVector& vector,
                       const IdsReply& reply) {
    verdict.like.clear();
    const auto known = std::ranges::find(verdict.wrong, vector.id,
                                         [](const WrongReply& it) { return it.vector.id; });
    if (known != verdict.wrong.end()) {
      if (known->reply.ids) known->reply.status = Status::nondeterministic;
      return;
    }
    LevelCount& count = verdict.levels[static_cast<std::size_t>(vector.level)];
    --count.passed;
    ++count.failed;
    verdict.wrong.push_back({vector, reply});
    if (reply.ids) verdict.wrong.back().reply.status = Status::nondeterministic;
  }

  // Sends wrong texts alone, each to a new process: those whose two replies differ first. Goes on
  // as long as some of the last replies were right. A program that is silent, or answers no ids,
  // would only be silent again.
  void ask_alone(VocabularyVerdict& verdict, const Program& program) {
    std::vector<WrongReply*> wrong;
    for (WrongReply& each : verdict.wrong) {
      const Status status = each.reply.status;
      if (status != Status::timeout && status != Status::protocol) wrong.push_back(&each);
    }
    // clang 14 cannot compile std::ranges::stable_partition of libstdc++ 12.
    std::stable_partition(wrong.begin(), wrong.end(), [](const WrongReply* it) {
      return it->reply.status == Status::nondeterministic;
    });
    std::size_t fruitless = 0;
    for (std::size_t i = 0; i < std::min(wrong.size(), most_alone) && fruitless < enough; ++i) {
      const std::string& text = wrong[i]->vector.text;
      program.restart();
      const IdsReply alone = program::ids_of(program, {&text, 1}).front();
      const bool depends = is_right(verdict, wrong[i]->vector, alone);
      if (depends) wrong[i]->reply.status = Status::state_leak;
      fruitless = depends ? 0 : fruitless + 1;
    }
  }

  bool is_right(VocabularyVerdict& verdict, const ModelVector& vector, const IdsReply& reply) {
    if (reply.status != Status::pass) return false;
    return vector.special.empty() ? reply.ids == vector.ids : is_treated(verdict, vector, reply);
  }

  // Gives the right ids of texts without special tokens.
  RightIds right_ids() {
    return [this](const std::string& text) -> std::optional<std::vector<TokenId>> {
      if (suite::has_literal(table_, text)) return std::nullopt;
      return finding_.ids(text);
    };
  }

  Decisions with_literals(Literals literals) const {
    Decisions decisions = faults::decisions_of(table_);
    decisions.literals = literals;
    return decisions;
  }

  // Whether the program treats a text with special tokens in one of the three ways, and in the same
  // way as the texts before. Notes the way.
  bool is_treated(VocabularyVerdict& verdict, const ModelVector& vector, const IdsReply& reply) {
    const bool is_refused = reply.is_refusal();
    const bool is_found = reply.ids == finding_.ids(vector.text);
    const bool is_text = reply.ids == plain_.ids(vector.text);
    if (!is_refused && !is_found && !is_text) return false;
    const Specials way = is_refused ? Specials::refused
                         : is_found ? Specials::found
                                    : Specials::text;
    if (!way_) way_ = way;
    verdict.specials = way_ == way && verdict.specials != Specials::mixed ? way : Specials::mixed;
    return way_ == way;
  }

  // Finds the faults that give every reply to a text without special tokens. If all these replies
  // are right, it does not look: each fault that no text shows would give them too. If no single
  // fault gives them, it looks for two that do so together, such as another white space and another
  // version of Unicode.
  void explain(VocabularyVerdict& verdict, const std::vector<IdsReply>& replies) {
    const auto is_plain = [](const WrongReply& wrong) { return wrong.vector.special.empty(); };
    if (std::ranges::none_of(verdict.wrong, is_plain)) return;
    std::vector<const WrongReply*> of_other_bytes;
    std::vector<const WrongReply*> of_same_bytes;
    for (const WrongReply& wrong : verdict.wrong) {
      if (!is_plain(wrong) || !wrong.reply.ids) continue;
      const bool is_same = bytes_of(*wrong.reply.ids) == bytes_of(wrong.vector.ids);
      (is_same ? of_same_bytes : of_other_bytes).push_back(&wrong);
    }
    const Decisions& right = plain_.decisions();
    std::vector<faults::Fault> partial;  // those that give some wrong reply
    for (const faults::Fault& fault : faults::faults_of(table_)) {
      Answerer other(table_, fault.decisions, chunks_);
      if (gives_all(other, replies)) verdict.like.push_back(fault.name);
      // Ids of other bytes come from a change of the text only.
      const bool changes_text = fault.decisions.edit != faults::TextEdit::none ||
                                fault.decisions.normalizer != right.normalizer;
      const auto gives = [&](const WrongReply* wrong) {
        return other.ids(wrong->vector.text) == wrong->reply.ids;
      };
      if (verdict.like.empty() && (std::ranges::any_of(of_same_bytes, gives) ||
                                   (changes_text && std::ranges::any_of(of_other_bytes, gives)))) {
        partial.push_back(fault);
      }
    }
    if (!verdict.like.empty()) return;
    for (std::size_t i = 0; i < partial.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const auto both = faults::together(table_, partial[k], partial[i]);
        if (!both) continue;
        Answerer other(table_, *both, chunks_);
        if (gives_all(other, replies)) {
          verdict.like.push_back(partial[k].name + std::string(joint) + partial[i].name);
        }
      }
    }
  }

  // The bytes that ids of the vocabulary stand for, or nullopt if one is not of it.
  std::optional<std::string> bytes_of(const std::vector<TokenId>& ids) const {
    std::string bytes;
    for (const TokenId id : ids) {
      if (id >= table_.tokens.size()) return std::nullopt;
      bytes += table_.tokens[id];
    }
    return bytes;
  }

  // Whether this gives every reply to a text without special tokens.
  bool gives_all(Answerer& other, const std::vector<IdsReply>& replies) const {
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      if (vectors_[i].special.empty() && replies[i].ids != other.ids(vectors_[i].text))
        return false;
    }
    return true;
  }

  // Finds the order of the replies, for the first way of treating special tokens that explains it.
  void find_order(VocabularyVerdict& verdict, const std::vector<IdsReply>& replies) {
    for (const Specials way : {Specials::found, Specials::text, Specials::refused}) {
      std::vector<RightReply> right;
      for (const ModelVector& vector : vectors_) {
        right.push_back(vector.special.empty()   ? vector.ids
                        : way == Specials::found ? finding_.ids(vector.text)
                        : way == Specials::text  ? plain_.ids(vector.text)
                                                 : RightReply());
      }
      verdict.order = order_of(right, replies);
      if (verdict.order) break;
    }
  }

  // At most this many texts are sent alone, and no more after this many that stay wrong.
  static constexpr std::size_t most_alone = 64;
  static constexpr std::size_t enough = 8;

  const Table& table_;
  faults::ChunkIds chunks_;
  Answerer finding_;
  Answerer plain_;
  std::vector<ModelVector> vectors_;
  std::optional<Specials> way_;  // for the first text with special tokens
};

constexpr std::size_t shown_of_level = 5;

// Gives the table the version of Unicode that this fault is. False if it is another fault.
bool take_version(Table& table, const faults::Fault& fault) {
  if (fault.clause == "S2d") {
    table.profile.splits = fault.splits;
    return true;
  }
  const Normalizer other = fault.decisions.normalizer;
  const bool is_version = table.profile.normalizer != Normalizer::none &&
                          other != Normalizer::none && fault.clause == "S30a";
  if (is_version) table.profile.normalizer = other;
  return is_version;
}

}  // namespace

Table with_said_unicode(Table table, const program::Hello& hello) {
  const auto version = std::ranges::find(unicode::versions, hello.unicode, &unicode::name);
  if (version != unicode::versions.end()) {
    for (Split& split : table.profile.splits) split.pattern.version = *version;
  }
  if (table.profile.normalizer != Normalizer::none) {
    if (hello.normalizer_unicode == "9.0.0") table.profile.normalizer = Normalizer::nfc_9_0;
    if (hello.normalizer_unicode == "16.0.0") table.profile.normalizer = Normalizer::nfc_16_0;
  }
  return table;
}

std::optional<Table> with_measured_unicode(const Table& table, const VocabularyVerdict& verdict) {
  const std::vector<faults::Fault> known = faults::faults_of(table);
  for (const std::string& like : verdict.like) {
    Table measured = table;
    bool is_version = true;
    for (std::size_t at = 0; at < like.size();) {
      const std::size_t end = std::min(like.find(joint, at), like.size());
      const auto fault = std::ranges::find(known, like.substr(at, end - at), &faults::Fault::name);
      is_version = is_version && take_version(measured, *fault);
      at = end + joint.size();
    }
    if (is_version) return measured;
  }
  return std::nullopt;
}

std::vector<std::size_t> first_of_each_level(const VocabularyVerdict& verdict) {
  std::vector<std::size_t> places;
  std::array<std::size_t, 2> shown = {};
  for (std::size_t i = 0; i < verdict.wrong.size(); ++i) {
    const auto level = static_cast<std::size_t>(verdict.wrong[i].vector.level);
    if (++shown.at(level) <= shown_of_level) places.push_back(i);
  }
  return places;
}

VocabularyVerdict judge_texts(ModelVectors vectors, const Tokenizer& tokenizer,
                              const Program& program, const SelectsText& selects) {
  const Table& table = TokenizerAccess::table(tokenizer);
  Judge judge(table, std::move(vectors.vectors), selects);
  const std::vector<std::string> texts = judge.texts();
  if (texts.empty()) return {};
  const std::vector<IdsReply> replies = program::ids_of(program, texts);
  program::require_answers(replies);
  VocabularyVerdict verdict = judge.verdict(replies);
  judge.ask_again(verdict, program, replies);
  judge.suspect_vocabulary(verdict, program);
  if (program.hello.ops.contains("decode")) judge.judge_decoding(verdict, program);
  verdict.hypotheses = faults::faults_of(table).size();
  for (const auto& hypothesis : vectors.not_shown) verdict.not_shown.push_back(hypothesis.name);
  return verdict;
}

}  // namespace bpetite::conform::judge
