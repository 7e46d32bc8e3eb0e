// Training on several texts, watching it go (S20): beside Tokenizer::train, for programs.
//
//   const std::vector<std::string_view> texts = {first_file, second_file};
//   const auto tokenizer = bpetite::train_texts(texts, 32000, [](std::size_t merges) {
//     std::cerr << merges << " merges\n";
//   });
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>

#include <bpetite/tokenizer.hpp>

namespace bpetite {

// Called after each merge with the number of merges learned so far. May throw; that ends training.
using TrainProgress = std::function<void(std::size_t merges)>;

// As Tokenizer::train, on texts that are not joined: the end of each is an end of text, and their
// order does not matter (S20). Chunks are counted by up to so many threads, of which the calling
// one is one; the merges do not depend on it.
Tokenizer train_texts(std::span<const std::string_view> texts, std::uint32_t vocab_size,
                      const TrainProgress& progress = {}, unsigned threads = 1);

}  // namespace bpetite
