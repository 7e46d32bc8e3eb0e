// Where candidates come from. Each function appends texts; some may come twice.
#pragma once

#include <string>
#include <vector>

#include "conform/hypotheses/chunk_ids.hpp"
#include "core/table.hpp"

namespace bpetite::conform::hypotheses {

using Texts = std::vector<std::string>;

// Short sequences of characters at the edges of the classes, and of fragments that patterns name.
void add_edges(Texts& texts);
// Scalars whose class differs between versions of Unicode, between others that show it.
void add_drift(Texts& texts);
// Sequences that form C changes, in one version or another.
void add_forms(Texts& texts);
// Chunks of up to some thousand bytes.
void add_long(Texts& texts, const Table& table);
// Tokens of each shape, alone and beside others.
void add_tokens(Texts& texts, const Table& table);
// Tokens, and pairs of them, whose bytes give other ids by another look-up.
void add_merging(Texts& texts, const Table& table, ChunkIds& chunks);
// Special tokens whole, cut and side by side.
void add_specials(Texts& texts, const Table& table);

}  // namespace bpetite::conform::hypotheses
