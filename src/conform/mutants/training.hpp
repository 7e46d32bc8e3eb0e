// Training taken apart: the steps that are done again and again, each of which a wrong trainer does
// otherwise. Rules of different steps make one trainer, as two faults do.
//
//   {"tie-first-seen", "early-stop-error"}     on "bc xy ab" learns (98,99) first, and complains
//                                              when no pair is left: minbpe's rules
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/merge.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::mutants {

using Chunks = std::vector<reference::CountedChunk>;
using Tokens = std::vector<std::string>;  // the bytes of those learned so far, by id

// The steps of a merge; those of the reference.
struct Training {
  std::function<reference::PairCounts(const Chunks& chunks)> count_pairs = reference::count_pairs;
  // Whether a pair may be merged at all.
  std::function<bool(const Pair& pair, Count count, const Tokens& tokens)> admits = {};
  std::function<std::optional<Pair>(const reference::PairCounts& counts, const Chunks& chunks,
                                    const Tokens& tokens)>
      choose = [](const reference::PairCounts& counts, const Chunks&, const Tokens&) {
        return reference::best_pair(counts);
      };
  std::function<void(std::vector<TokenId>& ids, const Pair& pair, TokenId token)> pass =
      reference::merge_pass;
  bool fails_at_end = false;  // a corpus that runs out of pairs is an error
};

std::vector<Pair> learn(const Training& training, Chunks chunks, std::size_t planned);

// The step that a rule changes.
enum class TrainingStep { count, admit, choose, pass, end };

struct TrainingRule {
  std::string name;   // "tie-largest", and that of the mutant
  std::string fault;  // "Among the most frequent pairs the largest is merged."
  std::string flag;
  TrainingStep step = TrainingStep::choose;
  std::function<void(Training& training)> change;
};

std::vector<TrainingRule> training_rules();

// Rules that other trainers follow, and no mutant does.
std::vector<TrainingRule> further_training_rules();

}  // namespace bpetite::conform::mutants
