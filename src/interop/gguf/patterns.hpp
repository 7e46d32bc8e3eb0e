// Finds the patterns with which llama.cpp cuts a text, from the name of the pre-tokenizer in a GGUF
// file (cutting_of, Cutting). Two rules come with them: whether a chunk that is a token becomes
// that token without merges, and whether a token is put before each text by default.
//
//   "qwen2"      Llama 3's pattern with single digits, in the classes of Unicode 15.1
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::interop::gguf {

struct Cutting {
  std::vector<Split> splits;
  bool whole_chunks = false;       // S26h
  bool begins_with_token = false;  // the default, if the file does not say it
};

// ValueError for an unknown name. The message lists the known names.
Cutting cutting_of(std::string_view name);

}  // namespace bpetite::interop::gguf
