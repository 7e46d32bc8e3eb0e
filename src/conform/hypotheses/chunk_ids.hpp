// The ids of chunks by any look-up, with tables that make it fast and a memory of the chunks.
//
//   ChunkIds ids(table);
//   ids.of(" the", Lookup::bytes, true)
//
// The reference looks for a pair in the whole list of merges, each time. Here it is found by a
// hash table, since a search asks for the ids of millions of chunks. Both give the same ids; the
// tests hold one against the other.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "conform/hypotheses/decisions.hpp"
#include "core/table.hpp"

namespace bpetite::conform::hypotheses {

class ChunkIds {
 public:
  // The table must outlive it. Of a table that merges by bytes the pairs are all splits of each
  // token in two (S58c).
  explicit ChunkIds(const Table& table);

  // The ids of a chunk, which stay valid. In a table that drops missing bytes they are left out.
  std::span<const TokenId> of(std::string_view chunk, Lookup lookup, bool whole_chunks);

  // The token of these bytes that a chunk may become, or nothing.
  const TokenId* token(std::string_view bytes) const;

 private:
  struct Merge {
    std::size_t rank;
    TokenId result;
  };
  // A token, and where its bytes are.
  struct Part {
    TokenId id;
    std::size_t begin;
    std::size_t end;
  };
  using Memory = std::unordered_map<std::string, std::vector<TokenId>>;

  void add_pairs(const Table& table);
  std::vector<Part> bytes_of(std::string_view chunk) const;
  Merge merge_of(std::string_view chunk, const Part& left, const Part& right, Lookup lookup) const;
  std::vector<TokenId> merged(std::string_view chunk, Lookup lookup) const;
  std::vector<TokenId> longest_first(std::string_view chunk) const;

  const Table& table_;
  std::unordered_map<std::string_view, TokenId> tokens_;
  std::unordered_map<std::uint64_t, Merge> pairs_;
  std::size_t longest_token_ = 0;
  std::array<Memory, 8> memories_;  // of each look-up, without and with whole chunks
};

}  // namespace bpetite::conform::hypotheses
