// Merges a long chunk in linear time, by a trie of the tokens that it may have. The caller asks for
// such a trie for chunks of 64 KB and more, and uses one that is there for chunks of more than 512
// bytes too.
//
//   "aaaa..."     TokenTries makes a trie of the tokens a, aa, aaaa, and so on, which merges it
//
// TokenTrie is such a trie. is_exact() says whether it merges as the table does, which needs tokens
// whose ids are above those of their parts. A look-up in it reads 1,024 slots at most. TokenTries
// makes the trie for the first chunk that needs one, and keeps it for later ones. BytePairs has the
// pairs of neighbouring bytes of a chunk, which say what tokens the chunk may have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "core/hash.hpp"
#include "core/table.hpp"
#include "engine/machine/large_pages.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

// The pairs of neighbouring bytes in a text.
//
//   "abca"     ab bc ca         may have the tokens  ab  bca  abcab      and not  ba  abd
class BytePairs {
 public:
  explicit BytePairs(std::string_view text) : has_(pairs, 0) {
    for (std::size_t i = 1; i < text.size(); ++i) has_[place_of(text, i)] = 1;
  }
  static BytePairs all() {
    BytePairs every("");
    every.has_all_ = true;
    return every;
  }

  // Whether each pair of the text is one of these.
  bool has_all_of(std::string_view text) const {
    for (std::size_t i = 1; !has_all_ && i < text.size(); ++i) {
      if (has_[place_of(text, i)] == 0) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t pairs = std::size_t{256} * 256;

  static std::size_t place_of(std::string_view text, std::size_t i) {
    return std::size_t{static_cast<unsigned char>(text[i - 1])} << 8 |
           static_cast<unsigned char>(text[i]);
  }

  std::vector<std::uint8_t> has_;
  bool has_all_ = false;
};

// Merges a chunk of any length in linear time: puts tokens side by side from left to right.
//
//   tokens  a b c ab bc abc       text  abcb       longest  abc, then b       ids  abc b
//                                 text  abb        longest  ab, then b        ids  ab b
//
// Merging turns a text into the one sequence of tokens in which any two neighbours, merged alone,
// are these two tokens again. So the longest token that can follow is tried first, then the next
// shorter one. If none can follow, the token before is taken back. A place from which no token can
// follow is not tried again (as van Antwerpen and Neubeck, "So many tokens, so little time", 2024).
//
// To see whether two tokens may stand side by side, their merges are undone along the border
// between them, the latest first. No pair across the border may make a lower token than the merge
// that was undone last.
//
//   ab|c        undone  a b|c       (b,c) makes bc: if bc is lower than ab, ab and c are not
//                                   neighbours in any text
//
// Where a token follows itself and the text repeats its bytes, all repeated tokens are put down at
// once.
//
// This needs a table in which the id of a token, except a byte, is above the ids of its parts. All
// trained merge lists are like that, and so are the public rank files. is_exact() says whether a
// table is. Cost: a look-up for each byte, and some for each token. Memory: 27 to 29 bytes for each
// prefix of a token in the public vocabularies, 16 for each token, 256 KB, and a bit for each byte
// of the chunk. A trie may be made for one text. Then it leaves out tokens with neighbouring bytes
// that the text does not have. props/engine/engine_encode.cpp compares it with the reference.
class TokenTrie {
 public:
  // Has the tokens whose neighbouring bytes are among `pairs`. Both tables must outlive it. Tests
  // give a seed that they know.
  TokenTrie(const Table& table, const PairTable& merges, BytePairs pairs,
            const HashSeed& seed = new_hash_seed());

  // Whether it has all tokens that a text may have.
  bool has_tokens_of(std::string_view text) const { return pairs_.has_all_of(text); }

  bool is_exact() const { return is_exact_; }

  // A look-up of a child reads at most this many slots (S32).
  static constexpr std::size_t most_slots = 1024;
  std::size_t longest_look_up() const;  // the most slots that a look-up reads

  // Writes the ids of a chunk, at most as many as it has bytes. Returns their number. To be called
  // only if is_exact() and has_tokens_of(chunk), and not for a chunk that MergeTable::find_whole()
  // knows.
  std::size_t merge(std::string_view chunk, TokenId* out) const;

 private:
  // A token that merging makes from its own bytes; zeros for any other token.
  struct Token {
    TokenId left;  // its parts; no_token for a byte
    TokenId right;
    TokenId prefix;      // the longest other token that its bytes begin with, or no_token
    std::uint32_t size;  // in bytes
  };
  struct Child {
    std::uint32_t key = 0;   // the node, and the next byte
    std::uint32_t node = 0;  // the child, and whether it has children; 0: free
  };
  struct Sized {
    TokenId token = kernels::no_token;
    std::uint32_t size = 0;  // in bytes
  };
  static constexpr std::uint32_t goes_on_bit = std::uint32_t{1} << 31;  // a node has 24 bits

  bool find_tokens(const Table& table);
  void add_nodes(const Table& table, std::size_t most);
  bool may_meet(TokenId left, TokenId right, std::uint64_t limit) const;
  std::uint32_t add_child(std::uint32_t node, unsigned char byte, std::uint32_t new_node);
  Child* find_place(std::uint32_t key);
  void place_children();
  const Sized& longest(std::string_view text) const;

  // The token that is made later has the higher number; 0 for bytes.
  std::uint64_t order(TokenId token) const {
    return tokens_[token].size == 1 ? 0 : std::uint64_t{token} + 1;
  }
  static std::uint32_t key_of(std::uint32_t node, unsigned char byte) { return node << 8 | byte; }
  std::size_t place_of(std::uint32_t key) const {
    return static_cast<std::size_t>((key * factor_) >> shift_);
  }

  const PairTable& merges_;
  BytePairs pairs_;
  bool is_exact_ = false;
  std::array<TokenId, 256> byte_ids_;
  machine::Zeros<Token> tokens_;  // by id
  std::vector<TokenId> found_;    // tokens of two bytes or more that merging makes
  std::size_t longest_ = 1;
  std::vector<Sized> longest_at_;  // the longest token on the way to a node; byte b has node 1 + b
  std::vector<Child, machine::LargePages<Child>> children_;
  std::vector<std::uint32_t> after_two_;  // as Child::node, by the first two bytes
  std::uint64_t factor_;
  unsigned shift_ = 0;
  std::size_t mask_ = 0;
};

// Makes the tries of a table when the first long chunk needs one.
//
//   make_for("aaaa...")      a trie of the tokens that a chunk of "a" alone may have
//   make_for("abab...")      a trie of all tokens; no third one is made
//
// May be used by several threads at once.
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
