// Declares with_memory, which gives the slow parts of a tokenizer caches for their results: cutting
// texts, loading files, encoding chunks, and learning merges.
//
//   const program::TokenizerParts parts = with_memory(program::reference_parts());
//   parts.pretokenize("a b"), and again      the second call takes the chunks from the cache
#pragma once

#include "conform/program/tokenizer_parts.hpp"

namespace bpetite::conform::faults {

// The same parts, with caches for the slow ones. Tokenizers that differ only in other parts share
// the caches.
program::TokenizerParts with_memory(program::TokenizerParts parts);

}  // namespace bpetite::conform::faults
