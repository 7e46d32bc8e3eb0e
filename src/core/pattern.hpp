// The patterns that cut a text into chunks: a named, closed set (spec/02-pretokenize.md).
//
// A pattern is an identity, not an input: two programs agree only if they have the same text here,
// so it is stored in the artifact and compared to the letter (FR-29j).
#pragma once

#include <string_view>

namespace bpetite {

struct Pattern {
  std::string_view name;
  std::string_view text;
};

namespace patterns {

// FR-4 "this one, to the letter": the one of GPT-2.
inline constexpr Pattern v1{
    "v1", R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"};

// The pattern of cl100k_base, as tiktoken publishes it.
inline constexpr Pattern cl100k{
    "cl100k",
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)"};

// S3: the pattern of nanochat, with inline case folding, possessive operators and an interval.
inline constexpr Pattern nanochat{
    "nanochat",
    R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"};

}  // namespace patterns
}  // namespace bpetite
