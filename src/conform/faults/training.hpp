// Training, divided into steps (Training): counting pairs, deciding which pairs may be merged,
// choosing one, the merge pass, and the end, when no pair is left. A faulty trainer has another
// rule for a step (TrainingRule, TrainingStep). Rules for different steps can be combined. learn
// trains with given rules.
//
//   {"tie-first-seen", "early-stop-error"}     on "bc xy ab" learns (98,99) first, and fails
//                                              when no pair is left: minbpe's rules
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reference/merge.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::faults {

using Chunks = std::vector<reference::CountedChunk>;
using Tokens = std::vector<std::string>;  // the bytes of all tokens so far, by id

// The steps of a merge. The defaults are those of the reference.
struct Training {
  std::function<reference::PairCounts(const Chunks& chunks)> count_pairs = reference::count_pairs;
  // Whether a pair may be merged.
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
  TrainingStep step = TrainingStep::choose;
  std::function<void(Training& training)> change;
};

}  // namespace bpetite::conform::faults
