#include "conform/identify/questions.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "conform/hypotheses/candidates.hpp"
#include "conform/suite/text_edits.hpp"

namespace bpetite::conform::identify {
namespace {

constexpr std::array<std::size_t, 5> long_chunks = {270, 520, 1030, 2060, 4110};  // in bytes

// Texts about the changes of patterns, which the candidates of plain vectors have too few of.
std::vector<std::string> texts_about_changes() {
  constexpr std::array<std::string_view, 13> spaces = {
      "\ufeff", "\u0085", "\u00a0", "\u2003", "\u2028", "\u180e", "\x1c",
      "\x1f",   "\x7f",   "\x01",   "\v",     "\f",     "\u200b"};
  constexpr std::array<std::string_view, 12> contractions = {
      "'s", "'S", "'ſ", "'ll", "'LL", "'lL", "'re", "'RE", "'VE", "'d", "'D", "'\u212a"};
  constexpr std::array<std::string_view, 6> after = {"", "a", " a", "\n", "!", " "};
  std::vector<std::string> texts;
  for (const std::string_view before : {"", "a", " ", "  ", "!", "\n"}) {
    for (const std::string_view behind : after) {
      const auto add = [&](std::string_view middle) {
        texts.push_back(std::string(before) + std::string(middle) + std::string(behind));
      };
      for (const std::string_view space : spaces) add(space);
      for (const std::string_view contraction : contractions) add(contraction);
      for (const std::string_view digits : {"12", "123", "1234", "12345", "1234567"}) add(digits);
    }
  }
  return texts;
}

// Whether two of one class have different replies.
bool tells_some(const std::vector<std::size_t>& classes, std::size_t count,
                const Replies& replies) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> firsts(count, none);  // of each class
  for (std::size_t i = 0; i < classes.size(); ++i) {
    std::uint32_t& first = firsts[classes[i]];
    if (first == none) first = replies.of[i];
    if (first != replies.of[i]) return true;
  }
  return false;
}

// The texts that refine the partition of the first combinations into those with the same replies.
std::vector<std::string> refining(Combinations& combinations, std::size_t most,
                                  const std::vector<std::string>& candidates) {
  std::vector<std::size_t> classes(most, 0);
  std::size_t count = 1;
  std::vector<std::string> texts;
  for (const std::string& text : candidates) {
    const Replies replies = combinations.replies(text, most);
    if (replies.distinct.size() == 1 || !tells_some(classes, count, replies)) continue;
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> parts;
    std::vector<std::size_t> refined;
    for (std::size_t i = 0; i < classes.size(); ++i) {
      refined.push_back(parts.try_emplace({classes[i], replies.of[i]}, parts.size()).first->second);
    }
    count = parts.size();
    classes = std::move(refined);
    texts.push_back(text);
  }
  return texts;
}

// All candidates are tried on the patterns that are not changed, and the shortest on the others:
// there are ten times as many of these.
std::vector<std::string> telling_texts(Combinations& combinations) {
  constexpr std::size_t longest = 3;  // scalars
  const std::vector<std::string> candidates =
      hypotheses::candidates_of(combinations.table(), combinations.chunks());
  std::vector<std::string> texts =
      refining(combinations, combinations.unchanged_count(), candidates);
  std::ranges::move(texts_about_changes(), std::back_inserter(texts));
  std::ranges::copy_if(candidates, std::back_inserter(texts), [](const std::string& text) {
    return suite::units_of(text).size() <= longest;
  });
  return refining(combinations, combinations.all().size(), texts);
}

}  // namespace

Question question_of(std::vector<Combinations>& vocabularies, const std::string& text) {
  Question question{text, {}};
  std::map<Ids, std::uint32_t> places;
  for (Combinations& combinations : vocabularies) {
    const Replies replies = combinations.replies(text, combinations.all().size());
    for (const std::size_t place : replies.of) {
      const Ids& ids = replies.distinct[place];
      const auto next = static_cast<std::uint32_t>(question.replies.distinct.size());
      const auto [same, is_first] = places.try_emplace(ids, next);
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
