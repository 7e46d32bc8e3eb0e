// The names by which GGUF files say how texts are cut, and what llama.cpp does for each.
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
  bool begins_with_token = false;  // unless the file says otherwise
};

// ValueError, which lists the names that there are, for another name.
Cutting cutting_of(std::string_view name);

}  // namespace bpetite::interop::gguf
