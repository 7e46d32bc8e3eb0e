#include "engine/merge/merge_table.hpp"

#include <algorithm>
#include <bit>

#include "engine/merge/merge.hpp"
#include "engine/merge/order_by_size.hpp"
#include "engine/merge/ranked_merges.hpp"
#include "engine/merge/token_trie.hpp"

namespace bpetite::engine {

MergeTable::MergeTable(const Table& table) : table_(table) {
  byte_pairs_.assign(std::size_t{256} * 256, no_token);
  if (table.profile.merging == Merging::pairs) {
    add_merges();
    if (!is_rank_order_id_order(table)) ranked_ = std::make_unique<const RankedMerges>(table);
  } else {
    add_ranks();
  }
}

MergeTable::~MergeTable() = default;

std::shared_ptr<const TokenTrie> MergeTable::find_trie_for(std::string_view chunk) const {
  const auto trie = [this] {
    const std::lock_guard lock(trie_mutex_);
    return trie_;
  }();
  return trie != nullptr && trie->has_tokens_of(chunk) ? trie : nullptr;
}

// Of all tokens if there was one for a chunk of another kind: no third one will be made.
std::shared_ptr<const TokenTrie> MergeTable::trie_for(std::string_view chunk) const {
  const std::lock_guard lock(trie_mutex_);
  if (trie_ == nullptr) {
    trie_ = std::make_shared<const TokenTrie>(table_, *this, BytePairs(chunk));
  } else if (!trie_->has_tokens_of(chunk)) {
    trie_ = std::make_shared<const TokenTrie>(table_, *this, BytePairs::all());
  }
  return trie_;
}

void MergeTable::reserve(std::size_t pairs, std::size_t ids) {
  const std::size_t size = std::bit_ceil(std::max<std::size_t>(2 * pairs, 16));
  slots_.assign(size, empty);
  mask_ = size - 1;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  const std::size_t filter_words = std::max<std::size_t>(size / 8, 2);
  filter_.assign(filter_words, 0);
  filter_shift_ = 64 - static_cast<unsigned>(std::countr_zero(filter_words));
  is_wide_ = ids > id_mask;
  parts_.assign(ids, Pair{no_token, no_token});
}

void MergeTable::add(const Pair& pair, TokenId token) {
  const std::uint64_t key = key_of(pair.left, pair.right);
  const std::uint64_t hash = hash_of(key);
  filter_[hash >> filter_shift_] |= filter_bits(hash);
  std::size_t i = hash >> shift_;
  while (slots_[i] != empty) {
    i = (i + 1) & mask_;
  }
  slots_[i] = is_wide_ ? token : key << id_bits | token;
  parts_[token] = pair;
}

void MergeTable::add_merges() {
  reserve(table_.merges.size(), table_.tokens.size());
  // Of a pair that occurs twice only the first can apply: after it no such neighbours are left.
  for (std::size_t rank = 0; rank < table_.merges.size(); ++rank) {
    const Pair& pair = table_.merges[rank];
    if (find(pair.left, pair.right) == no_token) add(pair, table_.results[rank]);
  }
  for (std::size_t left = 0; left < 256; ++left) {
    for (std::size_t right = 0; right < 256; ++right) {
      byte_pairs_[left << 8 | right] = find(table_.byte_ids[left], table_.byte_ids[right]);
    }
  }
}

// --- Rank files. ---

namespace {

// Tokens one after the other that are merged together, by the pairs of those before them. That
// begins as each by itself would, since pairs of lower tokens go first; where two parts are left,
// nothing can follow.
class RankBatch {
 public:
  // Of the tokens, one in sixteen more than there are before: the parts of most are among these.
  void merge(const std::vector<std::string>& tokens, TokenId first, const Merger& merger) {
    constexpr std::size_t least = 16;
    constexpr std::size_t most = 1024;
    first_ = first;
    parts_.assign(std::min(std::clamp<std::size_t>(first / 16, least, most), tokens.size() - first),
                  {no_token, no_token});
    order_by_size(
        parts_.size(),
        [&](std::size_t i) {
          const std::size_t size = tokens[first + i].size();
          return size > 1 && size <= group_chunk ? size : 0;
        },
        order_);
    for (std::size_t from = 0; from < order_.size(); from += group_size) {
      group_.count = std::min(group_size, order_.size() - from);
      for (std::size_t i = 0; i < group_.count; ++i) {
        group_.chunks[i] = tokens[first + order_[from + i]];
      }
      merger.merge_group_parts(group_);
      for (std::size_t i = 0; i < group_.count; ++i) {
        if (group_.sizes[i] == 2) {
          parts_[order_[from + i]] = {group_.ids[i][0], group_.ids[i][1]};
        }
      }
    }
  }

  TokenId size() const { return static_cast<TokenId>(parts_.size()); }

  // The two parts of one of them; no_token where there are not two.
  const Pair& parts(TokenId token) const { return parts_[token - first_]; }

 private:
  TokenId first_ = 0;
  std::vector<Pair> parts_;
  std::vector<std::uint32_t> order_;
  ChunkGroup group_;
};

}  // namespace

void MergeTable::add_ranks() {
  reserve(table_.tokens.size(), table_.tokens.size());
  const Merger merger(*this);
  TokensByBytes by_bytes;
  std::vector<TokenId> parts;
  RankBatch batch;
  for (TokenId first = 0; first < table_.tokens.size(); first += batch.size()) {
    batch.merge(table_.tokens, first, merger);
    for (TokenId token = first; token < first + batch.size(); ++token) {
      const std::string_view bytes = table_.tokens[token];
      if (bytes.size() == 1) {
        const TokenId id = table_.byte_ids[static_cast<unsigned char>(bytes.front())];
        if (id != token) wholes_.emplace(bytes, token);  // the first of several is the lowest
      } else if (const Pair two = batch.parts(token); two.left != no_token) {
        // There already where a token of the batch has the same bytes.
        if (find(two.left, two.right) == no_token) add_rank(token, two);
      } else if (bytes.size() > 1) {
        parts.resize(bytes.size());
        parts.resize(merger.merge_parts(bytes, parts.data()));
        add_rank(token, parts, by_bytes);
      }
    }
  }
}

// The pair that makes a token, from what its bytes become by the pairs of lower tokens. Of two
// parts no other pair is left. Of more, only pairs of higher tokens can follow: every two
// neighbours are looked up by their bytes. One part: a lower token has the same bytes.
void MergeTable::add_rank(TokenId token, const std::vector<TokenId>& parts,
                          TokensByBytes& by_bytes) {
  const std::string_view bytes = table_.tokens[token];
  if (parts.size() == 1) return;
  if (parts.size() == 2) return add_rank(token, {parts[0], parts[1]});
  if (by_bytes.empty()) {
    for (TokenId id = 0; id < table_.tokens.size(); ++id) {
      by_bytes.emplace(table_.tokens[id], id);
    }
  }
  std::vector<TokenId> left = parts;
  while (left.size() > 2) {
    TokenId lowest = no_token;
    std::size_t where = 0;
    for (std::size_t i = 0, begin = 0; i + 1 < left.size(); ++i) {
      const std::size_t size = table_.tokens[left[i]].size();
      const auto found =
          by_bytes.find(bytes.substr(begin, size + table_.tokens[left[i + 1]].size()));
      if (found != by_bytes.end() && found->second < lowest) {
        lowest = found->second;
        where = i;
      }
      begin += size;
    }
    if (lowest == no_token) {
      wholes_.emplace(bytes, token);
      return;
    }
    left[where] = lowest;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(where) + 1);
  }
  add_rank(token, {left[0], left[1]});
}

void MergeTable::add_rank(TokenId token, const Pair& pair) {
  const std::string_view bytes = table_.tokens[token];
  add(pair, token);
  if (bytes.size() == 2) {
    byte_pairs_[std::size_t{static_cast<unsigned char>(bytes[0])} << 8 |
                static_cast<unsigned char>(bytes[1])] = token;
  }
}

}  // namespace bpetite::engine
