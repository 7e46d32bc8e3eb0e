// Learning merges without counting anew.
//
//   chunks   ab:1  ␠ab:2      cells   | a b | ␠ a b |      places of (a,b)   1, 5
//
// All distinct chunks lie in one array of cells, a byte a cell. A token covers as many cells as it
// has bytes; its first and last cell know how many. A pair has the places where it occurs.
//
// Every occurrence of a pair comes about in the merge that made the later of its two tokens; from
// then on its count can only fall. So the places of a pair are written once, and never added to. A
// heap has each pair with a count that it had at some time: when the pair comes to the top, its
// places are looked through; if its count has fallen, it goes back with the new one, and if not, no
// other pair can have more (FR-10a). Of equal counts the smaller pair is on top (FR-10b).
//
// Cost: each merge touches the places of its pair and their neighbours. Memory: 24 bytes a cell,
// and 32 for each pair that occurs. props/engine_train.cpp holds it against the reference.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include <bpetite/ids.hpp>

#include "engine/chunk_counts.hpp"

namespace bpetite::engine {

// At most `planned` merges (FR-9..FR-11); `progress` is called after each with their number so far.
std::vector<Pair> learn_merges(const ChunkCounts& chunks, std::size_t planned,
                               const std::function<void(std::size_t)>& progress = {});

}  // namespace bpetite::engine
