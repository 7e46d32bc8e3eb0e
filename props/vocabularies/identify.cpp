// `conform identify` in this process: the program under test is a combination itself (S73).
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "conform/hypotheses/candidates.hpp"
#include "conform/identify/identify.hpp"
#include "conform/suite/split_mix.hpp"
#include "conform/suite/test_material.hpp"
#include "support/property.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

using namespace conform::identify;
using conform::ask::Program;
using conform::ask::Reply;

// A program that is this combination.
Program program_of(Combinations& combinations, const Combination& combination) {
  return [&combinations, combination](std::span<const std::string> texts) {
    std::vector<Reply> replies;
    for (const std::string& text : texts) {
      replies.push_back({combinations.reply(text, combination), conform::drive::Status::pass, ""});
    }
    return replies;
  };
}

// Nearly every place between two bytes shows in the ids of this table. Some tokens of three letters
// are made by their bytes, and not by pairs: of "xyz" the pair that has the lower rank goes first.
Table revealing_table() {
  std::vector<Pair> merges = conform::suite::reveal_merges(1);
  const auto token_of = [&](char left, char right) {
    const Pair pair{static_cast<TokenId>(left), static_cast<TokenId>(right)};
    return static_cast<TokenId>(256 + (std::ranges::find(merges, pair) - merges.begin()));
  };
  for (const std::string_view word : {"abc", "def", "ghi", "jkl", "mno", "pqr", "stu", "vwx"}) {
    const TokenId first = token_of(word[0], word[1]);
    const TokenId second = token_of(word[1], word[2]);
    merges.push_back(first > second ? Pair{first, static_cast<TokenId>(word[2])}
                                    : Pair{static_cast<TokenId>(word[0]), second});
  }
  return v1_table(std::move(merges));
}

}  // namespace

CLAUSE_TEST("S73", "a hundred combinations are named rightly, with at most forty questions each") {
  const Table table = revealing_table();
  std::vector<Combinations> vocabularies;
  vocabularies.emplace_back(table);
  Combinations& combinations = vocabularies.front();
  const std::vector<Question> questions = questions_about(vocabularies);
  const std::vector<std::string> texts =
      conform::hypotheses::candidates_of(table, combinations.chunks());

  conform::suite::SplitMix64 random(process_seed());
  std::size_t alone = 0;
  for (int made = 0; made < 100; ++made) {
    const Combination truth = combinations.all()[random.next() % combinations.all().size()];
    const Identified found = identify(vocabularies, questions, program_of(combinations, truth));
    CAPTURE(truth.pattern, truth.version, truth.normalizer, truth.merging, truth.specials);
    CHECK(found.asked.size() <= most_questions);
    REQUIRE(std::ranges::count(found.same, Candidate{0, truth}) == 1);
    if (found.same.size() == 1) ++alone;

    // Those that are called the same have the same ids of every candidate, of which some are tried.
    for (int tried = 0; tried < 100; ++tried) {
      const std::string& text = texts[random.next() % texts.size()];
      const Candidate& other = found.same[random.next() % found.same.size()];
      CHECK(combinations.reply(text, other.combination) == combinations.reply(text, truth));
    }
  }
  CHECK(alone >= 50);  // the others differ in nothing that a text can show
}

CLAUSE_TEST("S73", "what no combination gives is none of them, and a text shows it") {
  const std::vector<std::string_view> texts = {"the cat sat on the mat, the cat sat 12 123 12"};
  const Table table = v1_train(texts, 270);
  std::vector<Combinations> vocabularies;
  vocabularies.emplace_back(table);
  Combinations& combinations = vocabularies.front();
  const std::vector<Question> questions = questions_about(vocabularies);
  const Program right = program_of(combinations, combinations.all().front());
  const Program wrong = [&](std::span<const std::string> asked) {
    std::vector<Reply> replies = right(asked);
    for (std::size_t i = 0; i < replies.size(); ++i) {
      if (asked[i].size() > 300) replies[i].ids->push_back(0);
    }
    return replies;
  };
  const Identified found = identify(vocabularies, questions, wrong);
  CHECK(found.same.empty());
  REQUIRE(found.nearest);
  CHECK(found.nearest->combination.pattern == 0);
  CHECK(found.asked.size() <= most_questions);
  CHECK(found.shows.text.size() > 300);
  CHECK(found.shows.reply.ids != found.nearest_ids);
}

CLAUSE_TEST("S73", "a vocabulary is told from another") {
  const std::vector<std::string_view> texts = {"the cat sat on the mat, the cat sat"};
  const Table small = v1_train(texts, 262);
  const Table smaller = v1_train(texts, 260);
  std::vector<Combinations> vocabularies;
  vocabularies.reserve(2);
  vocabularies.emplace_back(small);
  vocabularies.emplace_back(smaller);
  const std::vector<Question> questions = questions_about(vocabularies);
  for (std::size_t i = 0; i < 2; ++i) {
    const Identified found =
        identify(vocabularies, questions, program_of(vocabularies[i], Combination{}));
    REQUIRE(!found.same.empty());
    CHECK(std::ranges::all_of(found.same, [&](const Candidate& it) { return it.vocabulary == i; }));
  }
}

}  // namespace bpetite::test
