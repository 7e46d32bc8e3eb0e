// Scalars holds the scalars of a text, the byte at which each begins, and at last the size of the
// text (S1).
//
//   "a€b"      values a € b      starts 0 1 4 5
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/utf8.hpp"

namespace bpetite::reference {

struct Scalars {
  // The text must be well-formed UTF-8.
  explicit Scalars(std::string_view text) {
    for (std::size_t offset = 0; offset < text.size();) {
      const auto [value, size] = utf8::scalar_at(text, offset);
      values.push_back(value);
      starts.push_back(offset);
      offset += size;
    }
    starts.push_back(text.size());
  }

  std::u32string values;
  std::vector<std::size_t> starts;  // and at last the size of the text
};

}  // namespace bpetite::reference
