// Finds special tokens in one pass over the text, whatever their number (S10).
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

namespace bpetite::engine::scan {

class Specials {
 public:
  // None.
  Specials() = default;
  enum class Which { all, plain };  // or only those that are not special (S27f)

  // Those that are found in a text as it is given, or in normalized text (S30e). The literals must
  // outlive it. An empty literal is never found.
  Specials(const std::vector<SpecialToken>& specials, bool normalized, Which which = Which::all);

  bool empty() const { return first_bytes_.empty(); }

  // Whether some special has this byte in it.
  bool have(char byte) const;

  struct Found {
    std::size_t at = 0;
    std::size_t size = 0;  // 0: none until the end
    TokenId id = 0;
    bool is_special = false;
  };
  // The leftmost special from `from` on, and of those that begin there the longest.
  Found find(std::string_view text, std::size_t from) const;

 private:
  // By their first byte, the longest first.
  std::array<std::vector<const SpecialToken*>, 256> by_first_byte_;
  std::vector<unsigned char> first_bytes_;
};

}  // namespace bpetite::engine::scan
