// Converts text to token ids (spec/04-encode.md): a whole text (encode), or one chunk by the rule
// of the table (encode_chunk).
//
//   merges (97,98) -> 256, (32,256) -> 257      "ab abc"      256 257 99
//
// encode_chunk_by_bytes() merges neighbours whose joined bytes are a token, which it finds in the
// table that tokens_by_bytes() makes. merge_steps() and merge_steps_by_bytes() list how a chunk
// changes, merge by merge (MergeStep). with_template() puts ids between those of a template.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The ids of a text (FR-16): finds special tokens, then chunks, then merges by rank, all as the
// table's profile and the choice of special tokens say (S27). UnicodeDecodeError if the text is not
// UTF-8 (S1a), and the errors of segments_of.
std::vector<TokenId> encode(std::string_view text, const Table& table,
                            const SpecialChoice& choice = {});

// The ids of one chunk of any bytes: by pairs (FR-16c, FR-16d) or by bytes (S19b), as the table
// says.
std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table);

// A pass that has changed the chunk. `bpetite explain` shows it.
struct MergeStep {
  std::size_t rank = 0;
  Pair pair;
  TokenId token = 0;
  std::vector<TokenId> ids;  // the chunk after this pass
};

// The passes of encode_chunk that change the chunk, in order. Only for Merging::pairs.
std::vector<MergeStep> merge_steps(std::string_view chunk, const Table& table);

// The token with these bytes; the lowest id if there are several. The views point into the table.
using TokensByBytes = std::unordered_map<std::string_view, TokenId>;
TokensByBytes tokens_by_bytes(const Table& table);

// encode_chunk for Merging::bytes, with an existing look-up table, for callers with many chunks.
std::vector<TokenId> encode_chunk_by_bytes(std::string_view chunk, const Table& table,
                                           const TokensByBytes& by_bytes);

// What merge_steps is by pairs: here a step is a single merge, and its rank the id of the token
// that it makes (S19b). None for a chunk that is taken as a whole.
std::vector<MergeStep> merge_steps_by_bytes(std::string_view chunk, const Table& table,
                                            const TokensByBytes& by_bytes);

// The ids of a text between those of a template (S26i).
std::vector<TokenId> with_template(std::vector<TokenId> ids, const Template& around);

}  // namespace bpetite::reference
