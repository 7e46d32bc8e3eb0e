// Two enumerations: the dialects of patterns (tiktoken, huggingface), and the versions of Unicode
// (13.0 to 18.0). The meaning of a pattern depends on its text, on its dialect, which is the
// library that it was written for, and on the version of Unicode (S25a). The constant `pinned` is
// the version that the specification uses, 16.0.
//
//   \p{N}{1,3}+    tiktoken      one to three digits, as many as there are: none is given back
//                  huggingface   one to three digits, again and again: a whole run of digits
#pragma once

#include <cstdint>

namespace bpetite {

enum class Dialect : std::uint8_t { tiktoken, huggingface };

namespace unicode {

enum class Version : std::uint8_t { v13_0, v14_0, v15_0, v15_1, v16_0, v17_0, v18_0 };

// S2d "Unicode 16.0.0".
inline constexpr Version pinned = Version::v16_0;

}  // namespace unicode
}  // namespace bpetite
