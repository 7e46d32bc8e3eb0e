// One merge pass (merge_pass), which training and encoding share (spec/03-train.md, FR-10c), and
// the ids of the single bytes of a chunk (byte_tokens), with which both begin.
//
//   chunk "abc"     97 98 99     after the pass (97,98) -> 256     256 99
#pragma once

#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// Replaces the pair by the token, from left to right, without overlap (FR-10c, S8).
//
//   ids   a a a     merge (a,a) -> X     gives   X a       never   a X
void merge_pass(std::vector<TokenId>& ids, const Pair& pair, TokenId token);

// The tokens of the single bytes of a chunk: the phases byte_encode and initial_tokenize of the
// kernel.
std::vector<TokenId> byte_tokens(std::string_view chunk, const Table& table);

}  // namespace bpetite::reference
