// Runs training with exchangeable steps.
#include "conform/mutants/training.hpp"

#include <utility>

#include <bpetite/errors.hpp>

#include "conform/program/implementation.hpp"
#include "conform/suite/judged_profile.hpp"
#include "core/table.hpp"

namespace bpetite::conform::mutants {

std::vector<Pair> learn(const Training& training, Chunks chunks, std::size_t planned) {
  Tokens tokens = suite::judged_table({}).tokens;
  std::vector<Pair> merges;
  while (merges.size() < planned) {
    reference::PairCounts counts = training.count_pairs(chunks);
    if (training.admits) {
      std::erase_if(counts, [&](const auto& entry) {
        return !training.admits(entry.first, entry.second, tokens);
      });
    }
    const auto best = training.choose(counts, chunks, tokens);
    if (!best && training.fails_at_end) {
      throw ValueError("train: max() of an empty sequence");  // internal: a rule that is wrong
    }
    if (!best) break;
    for (reference::CountedChunk& chunk : chunks) {
      training.pass(chunk.ids, *best, static_cast<TokenId>(tokens.size()));
    }
    merges.push_back(*best);
    tokens.push_back(tokens[best->left] + tokens[best->right]);
  }
  return merges;
}

}  // namespace bpetite::conform::mutants
