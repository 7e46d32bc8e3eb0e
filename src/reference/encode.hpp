// From text to token ids (spec/04-encode.md).
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The ids of a text (FR-16): specials first, then chunks, then merges by rank; all as the table's
// profile says. UnicodeDecodeError if the text is not UTF-8 (S1a).
std::vector<TokenId> encode(std::string_view text, const Table& table);

// The ids of one chunk, whatever its bytes: by pairs (FR-16c, FR-16d) or by bytes (S19b), as the
// table says.
std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table);

// One pass that changed something: what `bpetite explain` shows.
struct MergeStep {
  std::size_t rank = 0;
  Pair pair;
  TokenId token = 0;
  std::vector<TokenId> ids;  // the chunk after this pass
};

// The passes that encode_chunk makes over a chunk and that change it, in order. Only for
// Merging::pairs.
std::vector<MergeStep> merge_steps(std::string_view chunk, const Table& table);

// The token that has these bytes; of several the lowest. The views are into the table.
using TokensByBytes = std::unordered_map<std::string_view, TokenId>;
TokensByBytes tokens_by_bytes(const Table& table);

// encode_chunk for Merging::bytes, with the look-up made before, for those who have many chunks.
std::vector<TokenId> encode_chunk_by_bytes(std::string_view chunk, const Table& table,
                                           const TokensByBytes& by_bytes);

}  // namespace bpetite::reference
