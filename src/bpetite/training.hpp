// Trains on several texts and reports the progress (S20).
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

// Called after each merge with the number of merges so far. If it throws, training ends.
using TrainProgress = std::function<void(std::size_t merges)>;

// Trains on texts that are not joined: the end of each is an end of text, and their order does
// not matter (S20). At most `threads` threads count chunks, including the calling thread. The
// merges do not depend on their number.
Tokenizer train_texts(std::span<const std::string_view> texts, std::uint32_t vocab_size,
                      const TrainProgress& progress = {}, unsigned threads = 1);

}  // namespace bpetite
