#include "conform/identify/identify.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::identify {
namespace {

// The questions that are left to make a text small, after it was found that nothing fits.
constexpr std::size_t for_shrinking = 16;
// The texts that are asked of the last combination, to see that it is nothing else.
constexpr std::size_t to_confirm = 10;

class Search {
 public:
  Search(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
         const program::Program& program)
      : vocabularies_(vocabularies), program_(program), questions_(questions) {
    for (std::size_t i = 0; i < vocabularies.size(); ++i) {
      for (const Combination& combination : vocabularies[i].all()) {
        all_.push_back({i, combination});
        left_.push_back(left_.size());
      }
    }
    agreed_.resize(all_.size());
  }

  Identified found() {
    while (result_.asked.size() + for_shrinking < most_questions && !left_.empty()) {
      const std::optional<std::size_t> best = best_question();
      if (!best) break;
      ask(*best);
    }
    confirm();
    if (left_.empty()) {
      find_nearest();
    } else {
      for (const std::size_t place : left_) result_.same.push_back(all_[place]);
      result_.given = result_.asked.size();
    }
    return std::move(result_);
  }

 private:
  // The question after which the fewest are left at worst, then on average. Nothing if no question
  // tells any of those left from each other.
  std::optional<std::size_t> best_question() const {
    std::optional<std::size_t> best;
    std::pair<std::size_t, std::size_t> least{std::numeric_limits<std::size_t>::max(), 0};
    for (std::size_t i = 0; i < questions_.size(); ++i) {
      const Replies& replies = questions_[i].replies;
      std::vector<std::size_t> sizes(replies.distinct.size());
      for (const std::size_t place : left_) ++sizes[replies.of[place]];
      const std::size_t largest = *std::ranges::max_element(sizes);
      if (largest == left_.size()) continue;
      std::size_t squares = 0;
      for (const std::size_t size : sizes) squares += size * size;
      if (std::pair(largest, squares) < least) {
        least = {largest, squares};
        best = i;
      }
    }
    return best;
  }

  void ask(std::size_t place) { note(questions_[place], reply_to(questions_[place].text)); }

  program::IdsReply reply_to(const std::string& text) {
    program::IdsReply reply = program::ids_of(program_, {&text, 1}).front();
    result_.asked.push_back({text, reply});
    return reply;
  }

  // Which combinations give this reply.
  void note(const Question& question, const program::IdsReply& reply) {
    const auto gives = [&](std::size_t place) {
      return is_reply(question.replies.distinct[question.replies.of[place]], reply);
    };
    for (std::size_t i = 0; i < all_.size(); ++i) {
      if (gives(i)) ++agreed_[i];
    }
    std::erase_if(left_, [&](std::size_t place) { return !gives(place); });
  }

  static bool is_reply(const Ids& ids, const program::IdsReply& reply) {
    return ids ? reply.ids == ids : reply.is_refusal();
  }

  // Asks what does not tell those left apart, but may tell them from everything else: the longest
  // texts, and ordinary ones, all at once.
  void confirm() {
    if (left_.empty()) return;
    std::vector<const Question*> others;
    for (const Question& question : questions_) {
      const auto is_it = [&](const AskedText& asked) { return asked.text == question.text; };
      if (std::ranges::none_of(result_.asked, is_it)) others.push_back(&question);
    }
    std::ranges::stable_sort(others, std::ranges::greater(),
                             [](const Question* it) { return it->text.size(); });
    others.resize(std::min(others.size(), to_confirm));
    std::vector<std::string> texts;
    for (const Question* question : others) texts.push_back(question->text);
    const std::vector<program::IdsReply> replies = program::ids_of(program_, texts);
    for (std::size_t i = 0; i < others.size(); ++i) {
      result_.asked.push_back({texts[i], replies[i]});
      note(*others[i], replies[i]);
    }
  }

  void find_nearest() {
    const auto nearest = std::ranges::max_element(agreed_) - agreed_.begin();
    const Candidate& candidate = all_[static_cast<std::size_t>(nearest)];
    result_.nearest = candidate;
    result_.given = agreed_[static_cast<std::size_t>(nearest)];
    const AskedText* shortest = nullptr;
    for (const AskedText& asked : result_.asked) {
      const bool is_shorter = shortest == nullptr || asked.text.size() < shortest->text.size();
      if (is_shorter && !is_reply(ids_of(candidate, asked.text), asked.reply)) shortest = &asked;
    }
    result_.shows = *shortest;
    make_smaller(candidate);
    result_.nearest_ids = ids_of(candidate, result_.shows.text);
  }

  Ids ids_of(const Candidate& candidate, const std::string& text) {
    return vocabularies_[candidate.vocabulary].reply(text, candidate.combination);
  }

  // Takes blocks of scalars from the text that shows it, as long as it still does.
  void make_smaller(const Candidate& candidate) {
    std::size_t block = suite::units_of(result_.shows.text).size() / 2;
    for (std::size_t at = 0; block > 0 && result_.asked.size() < most_questions;) {
      std::vector<std::string> units = suite::units_of(result_.shows.text);
      if (at >= units.size() || block >= units.size()) {
        block /= 2;
        at = 0;
        continue;
      }
      const auto first = units.begin() + static_cast<std::ptrdiff_t>(at);
      units.erase(first, first + static_cast<std::ptrdiff_t>(std::min(block, units.size() - at)));
      std::string text;
      for (const std::string& unit : units) text += unit;
      const program::IdsReply reply = reply_to(text);
      if (is_reply(ids_of(candidate, text), reply)) {
        at += block;
      } else {
        result_.shows = {text, reply};
      }
    }
  }

  std::vector<Combinations>& vocabularies_;
  const program::Program& program_;
  const std::vector<Question>& questions_;
  std::vector<Candidate> all_;
  std::vector<std::size_t> left_;    // places in `all_`
  std::vector<std::size_t> agreed_;  // replies that each gives
  Identified result_;
};

}  // namespace

Identified identify(std::vector<Combinations>& vocabularies, const std::vector<Question>& questions,
                    const program::Program& program) {
  return Search(vocabularies, questions, program).found();
}

}  // namespace bpetite::conform::identify
