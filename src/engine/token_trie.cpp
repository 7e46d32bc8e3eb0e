#include "engine/token_trie.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "core/assertion.hpp"

namespace bpetite::engine {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t most_nodes = std::size_t{1} << 24;  // of which a key has 24 bits

// Places of a chunk from which there may still be a way to its end.
class Places {
 public:
  explicit Places(std::size_t count) : words_(count / 64 + 1, ~std::uint64_t{0}) {}
  bool has(std::size_t place) const { return (words_[place / 64] >> place % 64 & 1) != 0; }
  void drop(std::size_t place) { words_[place / 64] &= ~(std::uint64_t{1} << place % 64); }

 private:
  std::vector<std::uint64_t> words_;
};

// Which pairs of tokens may meet, as far as it was asked: a text asks for few of them again and
// again.
class Verdicts {
 public:
  Verdicts() { words_.fill(~std::uint64_t{0}); }

  template <typename Ask>
  bool may_meet(TokenId left, TokenId right, const Ask& ask) {
    const std::uint64_t pair = std::uint64_t{left} << 32 | right;  // ids have 24 bits (S16)
    std::uint64_t& word = words_[(pair * hash_factor_1) >> (64 - bits)];
    if (word >> 1 != pair) word = pair << 1 | (ask() ? 1 : 0);
    return (word & 1) != 0;
  }

 private:
  static constexpr unsigned bits = 12;
  std::array<std::uint64_t, std::size_t{1} << bits> words_;
};

}  // namespace

TokenTrie::TokenTrie(const Table& table, const MergeTable& merges)
    : merges_(merges), byte_ids_(table.byte_ids), tokens_(table.tokens.size()) {
  std::size_t prefixes = 257;
  for (const std::string& bytes : table.tokens) prefixes += bytes.size();
  if (prefixes > most_nodes || !find_tokens(table)) return;
  add_nodes(table);
  is_exact_ = true;
}

// Which tokens come about, in the order of their ids: the parts of each are known before it. False
// if one has a part with a higher id.
bool TokenTrie::find_tokens(const Table& table) {
  for (const TokenId id : byte_ids_) tokens_[id].size = 1;
  bool ascends = true;
  merges_.for_each_pair([&](const Pair& pair, TokenId token) {
    tokens_[token].left = pair.left;
    tokens_[token].right = pair.right;
    ascends = ascends && tokens_[token].size != 1 && order(pair.left) <= token &&
              order(pair.right) <= token;
  });
  if (!ascends) return false;
  for (TokenId id = 0; id < tokens_.size(); ++id) {
    Token& token = tokens_[id];
    if (token.left == no_token || tokens_[token.left].size == 0 || tokens_[token.right].size == 0) {
      continue;
    }
    if (may_meet(token.left, token.right, std::uint64_t{id} + 1)) {
      token.size = static_cast<std::uint32_t>(table.tokens[id].size());
    }
  }
  return true;
}

// Whether the two, side by side, stay as they are until a merge of that order.
bool TokenTrie::may_meet(TokenId left, TokenId right, std::uint64_t limit) const {
  for (;;) {
    const TokenId joined = merges_.find(left, right);
    if (joined != no_token && std::uint64_t{joined} + 1 < limit) return false;
    const std::uint64_t left_order = order(left);
    const std::uint64_t right_order = order(right);
    if (left_order > right_order) {
      limit = left_order;
      left = tokens_[left].right;
    } else if (right_order > 0) {
      limit = right_order + 1;  // of two equal merges the left one goes first
      right = tokens_[right].left;
    } else {
      return true;
    }
  }
}

// A token goes on from the node of its left part, which has a lower id.
void TokenTrie::add_nodes(const Table& table) {
  resize(std::size_t{1} << 16);
  token_of_node_.assign(257, no_token);
  std::vector<std::uint32_t> node_of_token(tokens_.size());
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    token_of_node_[1 + byte] = byte_ids_[byte];
    node_of_token[byte_ids_[byte]] = 1 + byte;
  }
  for (TokenId id = 0; id < tokens_.size(); ++id) {
    const Token& token = tokens_[id];
    if (token.size <= 1) continue;
    std::uint32_t node = node_of_token[token.left];
    for (const char byte : table.tokens[token.right]) {
      node = add_child(node, static_cast<unsigned char>(byte));
    }
    token_of_node_[node] = id;
    node_of_token[id] = node;
  }
  for (Token& token : tokens_) {
    if (token.size <= 1) continue;
    token.prefix = token.left;
    std::uint32_t node = node_of_token[token.left];
    for (const char byte : std::string_view(table.tokens[token.right])) {
      if (token_of_node_[node] != no_token) token.prefix = token_of_node_[node];
      node = child(node, static_cast<unsigned char>(byte));
    }
  }
}

void TokenTrie::resize(std::size_t size) {
  std::vector<Child, LargePages<Child>> old(size);
  old.swap(children_);
  mask_ = size - 1;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));
  for (const Child& it : old) {
    if (it.node != 0) *find(it.key) = it;
  }
}

// The place of a key, or where it would be.
TokenTrie::Child* TokenTrie::find(std::uint32_t key) {
  std::size_t i = place_of(key);
  while (children_[i].node != 0 && children_[i].key != key) i = (i + 1) & mask_;
  return &children_[i];
}

std::uint32_t TokenTrie::child(std::uint32_t node, unsigned char byte) const {
  const std::uint32_t key = key_of(node, byte);
  for (std::size_t i = place_of(key);; i = (i + 1) & mask_) {
    const Child& it = children_[i];
    if (it.key == key || it.node == 0) return it.node;
  }
}

std::uint32_t TokenTrie::add_child(std::uint32_t node, unsigned char byte) {
  if (2 * token_of_node_.size() > children_.size()) resize(2 * children_.size());
  Child* const place = find(key_of(node, byte));
  if (place->node == 0) {
    *place = {key_of(node, byte), static_cast<std::uint32_t>(token_of_node_.size())};
    token_of_node_.push_back(no_token);
  }
  return place->node;
}

// The longest token that a text, which is not empty, begins with.
TokenId TokenTrie::longest(std::string_view text) const {
  std::uint32_t node = 1U + static_cast<unsigned char>(text.front());
  TokenId token = token_of_node_[node];
  for (const char byte : text.substr(1)) {
    node = child(node, static_cast<unsigned char>(byte));
    if (node == 0) break;
    if (token_of_node_[node] != no_token) token = token_of_node_[node];
  }
  return token;
}

std::size_t TokenTrie::merge(std::string_view chunk, TokenId* out) const {
  Places places(chunk.size() + 1);
  Verdicts verdicts;
  const auto may_follow = [&](TokenId before, TokenId after) {
    return verdicts.may_meet(before, after, [&] { return may_meet(before, after, no_limit); });
  };
  std::size_t count = 0;
  std::size_t at = 0;
  TokenId token = longest(chunk);
  while (at < chunk.size()) {
    const std::size_t end = at + tokens_[token].size;
    if (places.has(end) && (count == 0 || may_follow(out[count - 1], token))) {
      out[count++] = token;
      at = end;
      if (at < chunk.size()) token = longest(chunk.substr(at));
    } else if (tokens_[token].prefix != no_token) {
      token = tokens_[token].prefix;
    } else {
      // No way on from here: the token before has to be a shorter one.
      assert_internal(count > 0, "a chunk that no tokens make");
      places.drop(at);
      token = out[--count];
      at -= tokens_[token].size;
    }
  }
  return count;
}

}  // namespace bpetite::engine
