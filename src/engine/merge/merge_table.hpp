// Which token two neighbours become: the pairs of a table, hashed.
//
//   merges (97,98) (32,256)      find(97, 98) is 256, find(32, 256) is 257, find(98, 97) nothing
//
// A token's id is its rank: of two pairs that could be merged, the one that makes the lower id goes
// first. That holds for trained merge lists (rank r makes 256 + r) and for rank files (S19b). Other
// lists are merged by their ranks (ranked_merges.hpp), and nothing else is asked of this table.
//
// A rank file has no pairs. Its rule joins neighbours whose bytes, joined, are a token; but while a
// chunk is merged, the bytes of a token come about by the same steps as if they were alone. So each
// token has one pair of parts at most, found by merging its bytes with the pairs of lower tokens.
// A token that does not come about from its own bytes has none; a chunk that is such a token is
// taken as a whole.
//
// Most pairs that are looked up make nothing. A filter of two bits for each pair, small enough to
// stay in the second cache, says so for all but one in a hundred.
//
// Cost: 8 bytes a slot, two to four slots a pair, 2 to 4 bytes for the filter, and 8 for the parts
// of a token. A look-up is two multiplications and a load from the filter; where the pair may be
// there, another one or two loads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/table.hpp"
#include "engine/cache/hash.hpp"
#include "engine/machine/large_pages.hpp"

namespace bpetite::engine {

inline constexpr TokenId no_token = std::numeric_limits<TokenId>::max();

class RankedMerges;
class TokenTrie;

class MergeTable {
 public:
  // The table must outlive it.
  explicit MergeTable(const Table& table);
  ~MergeTable();
  MergeTable(const MergeTable&) = delete;
  MergeTable& operator=(const MergeTable&) = delete;

  // The token of the pair, or no_token.
  TokenId find(TokenId left, TokenId right) const {
    const std::uint64_t key = key_of(left, right);
    const std::uint64_t hash = hash_of(key);
    const std::uint64_t bits = filter_bits(hash);
    if ((filter_[hash >> filter_shift_] & bits) != bits) return no_token;
    for (std::size_t i = hash >> shift_;; i = (i + 1) & mask_) {
      const std::uint64_t slot = slots_[i];
      if (slot == empty) return no_token;
      if (!is_wide_) {
        if (slot >> id_bits == key) return static_cast<TokenId>(slot & id_mask);
      } else if (parts_[slot] == Pair{left, right}) {
        return static_cast<TokenId>(slot);
      }
    }
  }

  // The token of two bytes, or no_token.
  TokenId find_bytes(unsigned char left, unsigned char right) const {
    return byte_pairs_[std::size_t{left} << 8 | right];
  }

  // How many tokens there are.
  std::size_t size() const { return table_.tokens.size(); }

  // What merges instead, where ranks are not the order of ids; null otherwise.
  const RankedMerges* ranked() const { return ranked_.get(); }

  bool has_wholes() const { return !wholes_.empty(); }

  // What find() reads, for kernels that look up many pairs at once. Not for wide tables.
  struct View {
    const std::uint64_t* filter;
    const std::uint64_t* slots;
    const TokenId* byte_pairs;
    const TokenId* byte_ids;
    unsigned filter_shift;
    unsigned shift;
    std::uint64_t mask;
  };
  View view() const {
    return {
        filter_.data(), slots_.data(), byte_pairs_.data(), table_.byte_ids.data(), filter_shift_,
        shift_,         mask_};
  }
  bool is_wide() const { return is_wide_; }

  TokenId byte_id(unsigned char byte) const { return table_.byte_ids[byte]; }

  // The token that a whole chunk is at once, or no_token: in tables of rank files, the tokens that
  // do not come about from their bytes.
  TokenId find_whole(std::string_view chunk) const {
    if (!has_wholes()) return no_token;
    const auto found = wholes_.find(chunk);
    return found == wholes_.end() ? no_token : found->second;
  }

  // The pair that makes a token; no_token twice where there is none.
  const Pair& parts(TokenId token) const { return parts_[token]; }

  // A trie with all tokens that a long chunk may have: one that was made before, or null; and made
  // if there is none.
  std::shared_ptr<const TokenTrie> find_trie_for(std::string_view chunk) const;
  std::shared_ptr<const TokenTrie> trie_for(std::string_view chunk) const;

  // A slot holds both ids of a pair and its token, 21 bits each; in a wide table the token alone,
  // whose parts are known.
  static constexpr std::uint64_t empty = ~std::uint64_t{0};
  static constexpr unsigned id_bits = 21;

 private:
  static constexpr std::uint64_t id_mask = (std::uint64_t{1} << id_bits) - 1;

  using TokensByBytes = std::unordered_map<std::string_view, TokenId>;

  std::uint64_t key_of(TokenId left, TokenId right) const {
    return std::uint64_t{left} << (is_wide_ ? 32 : id_bits) | right;
  }
  static std::uint64_t hash_of(std::uint64_t key) {
    const std::uint64_t hash = key * hash_factor_1;
    return (hash ^ hash >> 32) * hash_factor_2;
  }

  static std::uint64_t filter_bits(std::uint64_t hash) {
    return std::uint64_t{1} << (hash & 63) | std::uint64_t{1} << (hash >> 6 & 63);
  }

  void reserve(std::size_t pairs, std::size_t ids);
  void add(const Pair& pair, TokenId token);
  void add_merges();
  void add_ranks();
  void add_rank(TokenId token, const std::vector<TokenId>& parts, TokensByBytes& by_bytes);
  void add_rank(TokenId token, const Pair& pair);

  const Table& table_;
  bool is_wide_ = false;
  std::vector<std::uint64_t, LargePages<std::uint64_t>> filter_;
  std::vector<std::uint64_t, LargePages<std::uint64_t>> slots_;
  std::vector<Pair> parts_;          // of each token
  std::vector<TokenId> byte_pairs_;  // by two bytes
  TokensByBytes wholes_;
  std::unique_ptr<const RankedMerges> ranked_;
  unsigned filter_shift_ = 0;
  unsigned shift_ = 0;
  std::size_t mask_ = 0;
  mutable std::mutex trie_mutex_;
  mutable std::shared_ptr<const TokenTrie> trie_;
};

}  // namespace bpetite::engine
