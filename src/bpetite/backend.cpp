// Tokenizer stands on the reference.
#include "bpetite/backend.hpp"

#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"

namespace bpetite::backend {

Table train(std::span<const std::string_view> texts, TokenId vocab_size,
            const TrainProgress& progress) {
  return reference::train(texts, vocab_size, patterns::v1, unicode::pinned, progress);
}

std::vector<std::string_view> pretokenize(std::string_view text) {
  return reference::pretokenize(text);
}

std::vector<TokenId> encode(std::string_view text, const Table& table) {
  return reference::encode(text, table);
}

std::string decode(std::span<const TokenId> ids, const Table& table) {
  return reference::decode(ids, table);
}

}  // namespace bpetite::backend
