// How the bytes of a fuzzer become the input of a harness, and back: seeds are written with it.
//
//   encode, canary   merges, then the text                        1 | 97 98 | "ab ab"
//   decode           merges, then ids of 4 bytes each             0 | 226 130 172
//   train            how many merges, then texts between FF       2 | "ab" FF "abab"
//
// Merges are a count and two operands of two bytes each. FF never occurs in well-formed text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/assertion.hpp"

// What libFuzzer calls with each input; replay.cpp calls it with the bytes of a file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace bpetite::fuzz {

inline std::string_view bytes_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};  // NOLINT(*-reinterpret-cast)
}

class Input {
 public:
  explicit Input(std::string_view bytes) : bytes_(bytes) {}

  // Zero where the input has ended.
  std::uint32_t number(std::size_t bytes);
  // A valid merge list: operands are brought below the id of their own token, and a merge that
  // would make a token of more than 64 bytes is left out.
  std::vector<Pair> merges();
  std::vector<TokenId> ids();
  std::vector<std::string_view> texts() const;
  std::string_view rest() const { return bytes_; }

 private:
  std::string_view bytes_;
};

std::string written(std::uint32_t number, std::size_t bytes);
std::string written(std::span<const Pair> merges);
std::string written(std::span<const TokenId> ids);

}  // namespace bpetite::fuzz
