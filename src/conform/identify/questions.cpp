#include "conform/identify/questions.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <utility>

#include "conform/hypotheses/candidates.hpp"

namespace bpetite::conform::identify {
namespace {

constexpr std::array<std::size_t, 5> long_chunks = {270, 520, 1030, 2060, 4110};  // in bytes

// The candidates that refine the partition of the combinations into those with the same replies.
std::vector<std::string> telling_texts(Combinations& combinations) {
  std::vector<std::size_t> classes(combinations.all().size(), 0);
  std::size_t count = 1;
  std::vector<std::string> texts;
  for (std::string& text : hypotheses::candidates_of(combinations.table(), combinations.chunks())) {
    const Replies replies = combinations.replies(text);
    if (replies.distinct.size() == 1) continue;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> parts;
    std::vector<std::size_t> refined;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      refined.push_back(parts.try_emplace({classes[i], replies.of[i]}, parts.size()).first->second);
    }
    if (parts.size() == count) continue;
    count = parts.size();
    classes = std::move(refined);
    texts.push_back(std::move(text));
  }
  return texts;
}

}  // namespace

Question question_of(std::vector<Combinations>& vocabularies, const std::string& text) {
  Question question{text, {}};
  std::map<Ids, std::size_t> places;
  for (Combinations& combinations : vocabularies) {
    const Replies replies = combinations.replies(text);
    for (const std::size_t place : replies.of) {
      const Ids& ids = replies.distinct[place];
      const auto [same, is_first] = places.try_emplace(ids, question.replies.distinct.size());
      if (is_first) question.replies.distinct.push_back(ids);
      question.replies.of.push_back(same->second);
    }
  }
  return question;
}

std::vector<Question> questions_about(std::vector<Combinations>& vocabularies) {
  std::vector<std::string> texts = hypotheses::ordinary_texts();
  for (Combinations& combinations : vocabularies) {
    for (const std::size_t size : long_chunks) {
      texts.push_back(hypotheses::glued_words(combinations.table(), size));
    }
    for (std::string& text : telling_texts(combinations)) texts.push_back(std::move(text));
  }
  std::vector<Question> questions;
  for (const std::string& text : texts) questions.push_back(question_of(vocabularies, text));
  return questions;
}

}  // namespace bpetite::conform::identify
