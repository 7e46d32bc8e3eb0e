// Reads the steps around the model of a tokenizer.json: normalizer, pre-tokenizer, decoder (S50d).
#pragma once

#include "core/json/pointer.hpp"
#include "core/profile.hpp"

namespace bpetite::interop::huggingface {

// Each throws ValueError, with the JSON pointer, for a step that is not carried.
Normalizer read_normalizer(const json::Field& normalizer);
std::vector<Split> read_pre_tokenizer(const json::Field& pre_tokenizer);
void check_decoder(const json::Field& decoder);

}  // namespace bpetite::interop::huggingface
