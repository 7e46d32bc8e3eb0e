// Tells which bytes stand side by side in a text.
//
//   "abca"     ab bc ca         may have the tokens  ab  bca  abcab      and not  ba  abd
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace bpetite::engine::merge {

class BytePairs {
 public:
  explicit BytePairs(std::string_view text) : has_(pairs, 0) {
    for (std::size_t i = 1; i < text.size(); ++i) has_[place_of(text, i)] = 1;
  }
  static BytePairs all() {
    BytePairs every("");
    every.has_all_ = true;
    return every;
  }

  // Whether each pair of the text is one of these.
  bool has_all_of(std::string_view text) const {
    for (std::size_t i = 1; !has_all_ && i < text.size(); ++i) {
      if (has_[place_of(text, i)] == 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t pairs = std::size_t{256} * 256;

  static std::size_t place_of(std::string_view text, std::size_t i) {
    return std::size_t{static_cast<unsigned char>(text[i - 1])} << 8 |
           static_cast<unsigned char>(text[i]);
  }

  std::vector<std::uint8_t> has_;
  bool has_all_ = false;
};

}  // namespace bpetite::engine::merge
