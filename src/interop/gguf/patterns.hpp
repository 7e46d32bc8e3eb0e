// How llama.cpp cuts a text, by the name of the pre-tokenizer in a GGUF file.
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
