// The parts of a tokenizer with caches of their results.
#pragma once

#include "conform/program/tokenizer_parts.hpp"

namespace bpetite::conform::faults {

// The parts with caches for slow ones. Tokenizers that differ in other parts share them.
program::TokenizerParts with_memory(program::TokenizerParts parts);

}  // namespace bpetite::conform::faults
