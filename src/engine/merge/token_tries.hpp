// Makes the tries of a table (token_trie.hpp) when the first long chunk needs one.
//
//   make_for("aaaa...")      a trie of the tokens that a chunk of "a" alone may have
//   make_for("abab...")      one of all tokens; no third one will be made
//
// May be used by several threads at once.
#pragma once

#include <memory>
#include <mutex>
#include <string_view>

#include "core/table.hpp"
#include "engine/merge/pair_table.hpp"
#include "engine/merge/token_trie.hpp"

namespace bpetite::engine::merge {

class TokenTries {
 public:
  // Both must outlive it.
  TokenTries(const Table& table, const PairTable& pairs) : table_(table), pairs_(pairs) {}

  // A trie with all tokens that the chunk may have: one that was made before, or null.
  std::shared_ptr<const TokenTrie> find_for(std::string_view chunk) const;

  // The same; it is made if there is none.
  std::shared_ptr<const TokenTrie> make_for(std::string_view chunk) const;

 private:
  const Table& table_;
  const PairTable& pairs_;
  mutable std::mutex mutex_;
  mutable std::shared_ptr<const TokenTrie> trie_;
};

}  // namespace bpetite::engine::merge
