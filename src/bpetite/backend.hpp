// The seam: what does the work behind Tokenizer. One file, backend.cpp, says which.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/training.hpp>

#include "core/table.hpp"

namespace bpetite::backend {

Table train(std::span<const std::string_view> texts, TokenId vocab_size,
            const TrainProgress& progress);
std::vector<std::string_view> pretokenize(std::string_view text);
std::vector<TokenId> encode(std::string_view text, const Table& table);
std::string decode(std::span<const TokenId> ids, const Table& table);

}  // namespace bpetite::backend
