// Learns merges from the counts of chunks, without counting all pairs again after each merge
// (learn_merges). The counts come from a ChunkSource, or from a ChunkCounts in memory.
//
//   chunks   ab:1  ␠ab:2      cells   | a b | ␠ a b |      places of (a,b)   1, 5
//
// All distinct chunks of two bytes or more lie in one array of cells, a byte a cell, with a cell
// between any two. A token covers as many cells as it has bytes; its first and last cell know how
// many. A pair has the places where it occurs.
//
// All occurrences of a pair arise in the merge that makes the later of its two tokens. After that,
// its count can only fall. So the places of a pair are written once, and none is added later. A
// heap has each pair with a count that it had at some time. When a pair comes to the top, its
// places are counted again. If its count has fallen, it goes back with the new count. If not, no
// other pair can have more (FR-10a). Of equal counts, the smaller pair is on top (FR-10b).
//
// Cost: each merge touches the places of its pair and their neighbours. TrainingSize has the size
// of a corpus, and memory() the memory that follows from it; training_size() measures a corpus.
// props/engine/engine_train.cpp compares the merges with the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/count/chunk_counts.hpp"

namespace bpetite::engine {

// The size of the corpus of a training.
struct TrainingSize {
  std::uint64_t chunks = 0;        // distinct ones
  std::uint64_t cells = 1;         // of those that have a pair (FR-7), and one between any two
  std::uint64_t corpus_bytes = 0;  // of all chunks, each as often as it occurs

  // The memory that training takes, in bytes: 24 a cell, 8 more for the pairs, and 8 for each
  // distinct chunk. No corpus that was measured has had more pairs than that.
  std::uint64_t memory() const;
};

// ValueError if all chunks together have 2^64 bytes or more, so that counts of pairs might not fit
// into 64 bits (S5, S40e).
TrainingSize training_size(const count::ChunkSource& source);

// Learns at most `planned` merges (FR-9..FR-11). Calls `progress` after each with their number so
// far. ValueError for 2^32 cells or more (S42d).
std::vector<Pair> learn_merges(const count::ChunkSource& source, const TrainingSize& size,
                               std::size_t planned,
                               const std::function<void(std::size_t)>& progress = {});

std::vector<Pair> learn_merges(const count::ChunkSource& source, std::size_t planned,
                               const std::function<void(std::size_t)>& progress = {});

// The same for counts in memory, whose chunks may have 2^64 bytes or more. ValueError if all pairs
// together are 2^64 or more (S5).
std::vector<Pair> learn_merges(const count::ChunkCounts& chunks, std::size_t planned,
                               const std::function<void(std::size_t)>& progress = {});

}  // namespace bpetite::engine
