// Building the v1 table: 256 bytes, one token a merge, one special token.
#include "core/table.hpp"

#include <fmt/format.h>

#include <utility>

#include <bpetite/errors.hpp>

#include "core/assertion.hpp"

namespace bpetite {

void check_vocab_size(TokenId vocab_size) {
  if (vocab_size < 256) {
    throw ValueError(fmt::format("train: vocab_size: {} is below 256", vocab_size), "FR-9");
  }
  if (vocab_size > max_vocab_size) {
    throw ValueError(
        fmt::format("train: vocab_size: {} is above the limit {}", vocab_size, max_vocab_size),
        "S16");
  }
}

Table v1_table(std::vector<Pair> merges) {
  Table table;

  // FR-8 "One token for each value of a byte".
  table.tokens.reserve(256 + merges.size());
  for (unsigned byte = 0; byte < 256; ++byte) {
    table.byte_ids[byte] = byte;
    table.tokens.emplace_back(1, static_cast<char>(static_cast<unsigned char>(byte)));
  }

  // FR-8 "new ones are numbered from 256": the token of a merge is its two operands joined.
  for (const auto& [left, right] : merges) {
    assert_internal(left < table.tokens.size() && right < table.tokens.size(),
                    "a merge refers to a later token");
    table.tokens.push_back(table.tokens[left] + table.tokens[right]);
  }

  // FR-13 "the first that is free".
  table.specials.push_back({std::string(end_of_text), static_cast<TokenId>(table.tokens.size())});
  table.merges = std::move(merges);
  return table;
}

}  // namespace bpetite
