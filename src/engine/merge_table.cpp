#include "engine/merge_table.hpp"

#include <algorithm>
#include <bit>

#include "engine/hash.hpp"

namespace bpetite::engine {

MergeTable::MergeTable(const Table& table) : table_(table) {
  parts_.resize(std::max(table.tokens.size(), 256 + table.merges.size()), Pair{no_token, no_token});
  byte_pairs_.assign(std::size_t{256} * 256, no_token);
  if (table.lookup == Lookup::pairs) {
    reserve(table.merges.size());
    // Of a pair that occurs twice only the first can apply: after it no such neighbours are left.
    for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
      const Pair& pair = table.merges[rank];
      if (find(pair.first, pair.second) == no_token) {
        add(pair, 256 + static_cast<TokenId>(rank));
      }
    }
  } else {
    reserve(table.tokens.size());
    add_pairs_of_bytes();
  }
  for (unsigned left = 0; left < 256; ++left) {
    for (unsigned right = 0; right < 256; ++right) {
      byte_pairs_[left << 8 | right] = find(table.byte_ids[left], table.byte_ids[right]);
    }
  }
}

void MergeTable::reserve(std::size_t pairs) {
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * pairs, 16));
  slots_.assign(size, Slot{});
  mask_ = size - 1;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
}

void MergeTable::add(const Pair& pair, TokenId token) {
  const std::uint64_t hash = hash_of(pair.first, pair.second);
  std::size_t i = hash >> shift_;
  while (slots_[i].token != no_token) {
    i = (i + 1) & mask_;
  }
  slots_[i] = {static_cast<std::uint32_t>(hash), token};
  parts_[token] = pair;
}

// --- Rank files. ---

TokenId MergeTable::lowest_by_bytes(std::string_view bytes) const {
  const std::size_t mask = wholes_.size() - 1;
  for (std::size_t i = hash_bytes(bytes) & mask;; i = (i + 1) & mask) {
    const TokenId token = wholes_[i];
    if (token == no_token || table_.tokens[token] == bytes) return token;
  }
}

TokenId MergeTable::find_whole(std::string_view chunk) const {
  return wholes_.empty() ? no_token : lowest_by_bytes(chunk);
}

void MergeTable::add_pairs_of_bytes() {
  wholes_.assign(std::bit_ceil(2 * table_.tokens.size() + 16), no_token);
  const std::size_t mask = wholes_.size() - 1;
  for (TokenId token = 0; token < table_.tokens.size(); ++token) {
    const std::string_view bytes = table_.tokens[token];
    if (bytes.empty() || lowest_by_bytes(bytes) != no_token) continue;
    std::size_t i = hash_bytes(bytes) & mask;
    while (wholes_[i] != no_token) {
      i = (i + 1) & mask;
    }
    wholes_[i] = token;
  }
  for (TokenId token = 0; token < table_.tokens.size(); ++token) {
    if (table_.tokens[token].size() > 1 && lowest_by_bytes(table_.tokens[token]) == token) {
      add_parts(token);
    }
  }
}

// Merges the bytes of a token as the rule of rank files says, and keeps the last two parts.
//
// First by the pairs of lower tokens, which are all known. If two parts are left, they are those
// that make the token. If more are left, only pairs of higher tokens can follow, and every pair of
// neighbours is looked up by its bytes.
void MergeTable::add_parts(TokenId token) {
  const std::string_view bytes = table_.tokens[token];
  struct Part {
    std::size_t begin;
    TokenId id;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    parts.push_back({i, byte_id(static_cast<unsigned char>(bytes[i]))});
  }
  const auto end_of = [&](std::size_t i) {
    return i + 1 < parts.size() ? parts[i + 1].begin : bytes.size();
  };
  bool by_bytes = false;
  while (parts.size() > 2) {
    TokenId lowest = no_token;
    std::size_t where = 0;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      const std::size_t begin = parts[i].begin;
      const TokenId joined = by_bytes ? lowest_by_bytes(bytes.substr(begin, end_of(i + 1) - begin))
                                      : find(parts[i].id, parts[i + 1].id);
      if (joined < lowest) {
        lowest = joined;
        where = i;
      }
    }
    if (lowest == no_token) {
      if (by_bytes) return;  // the token never comes about
      by_bytes = true;
      continue;
    }
    parts[where].id = lowest;
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
  if (parts.size() == 2) add({parts[0].id, parts[1].id}, token);
}

}  // namespace bpetite::engine
