// Learning the merges of a corpus (spec/03-train.md).
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

// A distinct chunk, as ids, and how often the corpus holds it.
struct CountedChunk {
  std::vector<TokenId> ids;
  Count count = 0;
};

using PairCounts = std::map<Pair, Count>;

// Called after each merge with the number of merges learned so far.
using Progress = std::function<void(std::size_t merges)>;

// FR-9..FR-13: the table learned from the texts (S20: each a text of its own), by the profile's
// pattern.
// ValueError if vocab_size is below 256 or above max_vocab_size (FR-9, S16), before a text is
// looked at; UnicodeDecodeError if a text is not UTF-8 (S1a).
Table train(std::span<const std::string_view> texts, TokenId vocab_size, const Profile& profile,
            const Progress& progress = {});

// The steps of it, each tested on its own.
std::vector<CountedChunk> count_chunks(std::span<const std::string_view> texts,
                                       const Profile& profile);
PairCounts count_pairs(const std::vector<CountedChunk>& chunks);
std::optional<Pair> best_pair(const PairCounts& counts);

// FR-9..FR-11 from the chunks on: for those who count elsewhere. At most `planned` merges.
std::vector<Pair> learn_merges(std::vector<CountedChunk> chunks, std::size_t planned,
                               const Progress& progress = {});

}  // namespace bpetite::reference
