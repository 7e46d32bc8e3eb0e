// Texts on which tokenizers are slow, or go wrong only when they are long.
//
//   hard_texts(9)     one letter "aaaaaaaaa", pairs "ababababa", lines "\n     ...", ...
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::test {

struct NamedText {
  std::string_view name;
  std::string text;
};

// The adversarial set, each text of about `size` bytes: one chunk, many chunks of one kind, nothing
// seen before. Always the same texts.
std::vector<NamedText> hard_texts(std::size_t size);

// Words, contractions, numbers, white space and signs, of which many come back.
std::string long_text(std::size_t size);

}  // namespace bpetite::test
