#include "conform/hypotheses/search.hpp"

#include "conform/hypotheses/candidates.hpp"

namespace bpetite::conform::hypotheses {

Search::Search(const Table& table)
    : chunks_(table),
      right_(table, decisions_of(table), chunks_),
      hypotheses_(hypotheses_of(table)),
      candidates_(candidates_of(table, chunks_)) {
  for (const Hypothesis& hypothesis : hypotheses_) {
    answerers_.push_back(std::make_unique<Answerer>(table, hypothesis.decisions, chunks_));
  }
}

std::vector<std::vector<std::string_view>> Search::found(std::size_t most) {
  std::vector<std::vector<std::string_view>> texts(hypotheses_.size());
  for (const std::string& candidate : candidates_) {
    const std::vector<TokenId> right = right_.ids(candidate);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (texts[i].size() < most && answerers_[i]->ids(candidate) != right) {
        texts[i].push_back(candidate);
      }
    }
  }
  return texts;
}

std::vector<std::size_t> Search::told_by(std::string_view text) {
  const std::vector<TokenId> right = right_.ids(text);
  std::vector<std::size_t> told;
  for (std::size_t i = 0; i < answerers_.size(); ++i) {
    if (answerers_[i]->ids(text) != right) told.push_back(i);
  }
  return told;
}

}  // namespace bpetite::conform::hypotheses
