// Gives the parts of a tokenizer caches for their results.
#pragma once

#include "conform/program/tokenizer_parts.hpp"

namespace bpetite::conform::faults {

// The same parts, with caches for the slow ones. Tokenizers that differ only in other parts share
// the caches.
program::TokenizerParts with_memory(program::TokenizerParts parts);

}  // namespace bpetite::conform::faults
