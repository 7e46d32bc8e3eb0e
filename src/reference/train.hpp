// Learns the merges of a corpus (train, spec/03-train.md).
//
//   corpus "ab ab ab"     chunks   ab:1  ␠ab:2      merges   (97,98)  (32,256)
//
// The steps are functions too: the chunks of texts with their counts (count_chunks, CountedChunk),
// the counts of pairs (count_pairs), the pair to merge (best_pair), and the merges of counted
// chunks (learn_merges), which stops at a number of merges or when no pair is left.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// A distinct chunk as ids, and how often it occurs in the corpus.
struct CountedChunk {
  std::vector<TokenId> ids;
  Count count = 0;
};

using PairCounts = std::map<Pair, Count>;

// Called after each merge with the number of merges so far.
using Progress = std::function<void(std::size_t merges)>;

// FR-9..FR-13: the table learned from the texts with the profile's pattern. Each text is separate
// (S20). Before it reads a text, it throws ValueError if vocab_size is below 256 or above
// max_vocab_size (FR-9, S16). UnicodeDecodeError if a text is not UTF-8 (S1a).
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const Progress& progress = {});

// The steps of training, each tested alone.
std::vector<CountedChunk> count_chunks(std::span<const std::string_view> texts,
                                       const Profile& profile);
PairCounts count_pairs(const std::vector<CountedChunk>& chunks);
std::optional<Pair> best_pair(const PairCounts& counts);

// FR-9..FR-11 from chunks that were counted elsewhere. Learns at most `planned` merges.
std::vector<Pair> learn_merges(std::vector<CountedChunk> chunks, std::size_t planned,
                               const Progress& progress = {});

}  // namespace bpetite::reference
