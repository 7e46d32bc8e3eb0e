// Merges a huge chunk by a trie of tokens (TokenTrie): puts tokens side by side from left to right,
// the longest that fits first. If no token can follow a token, this one is taken back, and a
// shorter one is tried. The trie finds the longest token at a place.
//
//   tokens  a b c ab bc abc       text  abcb       abc, then b
//
// The constructor finds the tokens that merging makes, and builds the trie in a hash table. If a
// token has a part with a higher id, or if there are too many nodes, it builds none. TokenTries
// makes the trie of a table for the first chunk that asks for one (make_for), and gives it to later
// chunks (find_for). If a later chunk may have other tokens, it makes one trie of all tokens.
#include "engine/merge/huge_chunk.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "core/assertion.hpp"
#include "engine/merge/pair_table.hpp"

namespace bpetite::engine::merge {

namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::size_t most_nodes = std::size_t{1} << 24;  // a key has 24 bits of a node

// The places of a chunk from which tokens may still reach its end.
class Places {
 public:
  explicit Places(std::size_t count) : words_(count / 64 + 1, ~std::uint64_t{0}) {}
  bool has(std::size_t place) const { return (words_[place / 64] >> place % 64 & 1) != 0; }
  void drop(std::size_t place) { words_[place / 64] &= ~(std::uint64_t{1} << place % 64); }

 private:
  std::vector<std::uint64_t> words_;
};

// A cache of answers: which pairs of tokens may be neighbours. A text asks for few pairs, but
// often.
class Verdicts {
 public:
  explicit Verdicts(std::uint64_t factor) : factor_(factor) { words_.fill(~std::uint64_t{0}); }

  template <typename Ask>
  bool may_meet(TokenId left, TokenId right, const Ask& ask) {
    const std::uint64_t pair = std::uint64_t{left} << 32 | right;  // ids have 24 bits (S16)
    std::uint64_t& word = words_[(pair * factor_) >> (64 - bits)];
    if (word >> 1 != pair) word = pair << 1 | (ask() ? 1 : 0);
    return (word & 1) != 0;
  }

 private:
  static constexpr unsigned bits = 13;
  std::uint64_t factor_;
  std::array<std::uint64_t, std::size_t{1} << bits> words_;
};

// The text from `at` up to the result is the same as `size` bytes before. The result may be up to
// 63 bytes too early.
std::size_t end_of_repeats(std::string_view text, std::size_t at, std::size_t size) {
  constexpr std::size_t step = 64;
  while (at + step <= text.size() &&
         std::memcmp(text.data() + at, text.data() + at - size, step) == 0) {
    at += step;
  }
  return at;
}

}  // namespace

TokenTrie::TokenTrie(const Table& table, const PairTable& merges, BytePairs pairs,
                     const HashSeed& seed)
    : merges_(merges),
      pairs_(std::move(pairs)),
      byte_ids_(table.byte_ids),
      tokens_(machine::zeros<Token>(table.tokens.size(), machine::Pages::usual)),
      factor_(seed.a) {
  for (const TokenId id : byte_ids_)
    tokens_[id] = {kernels::no_token, kernels::no_token, kernels::no_token, 1};
  if (!find_tokens(table)) return;
  std::size_t nodes = 257;  // at most
  for (const TokenId id : found_) nodes += table.tokens[tokens_[id].right].size();
  if (nodes > most_nodes) return;
  add_nodes(table, nodes);
  is_exact_ = true;
}

// Finds the tokens that merging makes from their own bytes, in the order of their ids. So the parts
// of a token are known before it. If the byte pairs of a token are there, so are those of its
// parts. False if a token has a part with a higher id.
bool TokenTrie::find_tokens(const Table& table) {
  for (TokenId id = 0; id < table.tokens.size(); ++id) {
    const auto [left, right] = merges_.parts(id);
    const std::string& bytes = table.tokens[id];
    if (left == kernels::no_token || !pairs_.has_all_of(bytes)) continue;
    if (tokens_[id].size == 1 || order(left) > id || order(right) > id) return false;
    if (tokens_[left].size == 0 || tokens_[right].size == 0 ||
        !may_meet(left, right, std::uint64_t{id} + 1)) {
      continue;
    }
    tokens_[id] = {left, right, left, static_cast<std::uint32_t>(bytes.size())};
    longest_ = std::max(longest_, bytes.size());
    found_.push_back(id);
  }
  return true;
}

// Whether two tokens, side by side, stay as they are until a merge of the order `limit`. The code
// does not branch on which of them is undone: each is as often as the other, so the processor would
// often guess wrong.
bool TokenTrie::may_meet(TokenId left, TokenId right, std::uint64_t limit) const {
  std::uint64_t left_order = order(left);
  std::uint64_t right_order = order(right);
  for (;;) {
    const TokenId joined = merges_.find(left, right);
    if (joined != kernels::no_token && std::uint64_t{joined} + 1 < limit) return false;
    if ((left_order | right_order) == 0) return true;
    const bool undoes_left = left_order > right_order;
    // Of two equal merges the left one goes first.
    limit = undoes_left ? left_order : right_order + 1;
    const TokenId part = undoes_left ? tokens_[left].right : tokens_[right].left;
    const std::uint64_t part_order = order(part);
    left = undoes_left ? part : left;
    left_order = undoes_left ? part_order : left_order;
    right = undoes_left ? right : part;
    right_order = undoes_left ? right_order : part_order;
  }
}

// The path of a token goes on from the node of its left part, which has a lower id. A node has a
// higher number than the one above it.
void TokenTrie::add_nodes(const Table& table, std::size_t most) {
  const std::size_t size = std::bit_ceil(most + most / 2);
  children_.resize(size);
  mask_ = size - 1;
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(size));

  std::vector<TokenId> token_of_node(257, kernels::no_token);
  std::vector<std::uint32_t> above(257);
  const auto node_of_token = std::make_unique_for_overwrite<std::uint32_t[]>(table.tokens.size());
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    token_of_node[1 + byte] = byte_ids_[byte];
    node_of_token[byte_ids_[byte]] = 1 + byte;
  }
  for (const TokenId id : found_) {
    std::uint32_t node = node_of_token[tokens_[id].left];
    for (const char byte : table.tokens[tokens_[id].right]) {
      const auto new_node = static_cast<std::uint32_t>(above.size());
      const std::uint32_t next = add_child(node, static_cast<unsigned char>(byte), new_node);
      if (next == new_node) {
        above.push_back(node);
        token_of_node.push_back(kernels::no_token);
      }
      node = next;
    }
    token_of_node[node] = id;
    node_of_token[id] = node;
  }

  while (longest_look_up() > most_slots) place_children();

  longest_at_.resize(token_of_node.size());
  std::vector<bool> goes_on(token_of_node.size());
  for (std::size_t node = 1; node < token_of_node.size(); ++node) {
    const TokenId id = token_of_node[node];
    if (node > 256) {
      goes_on[above[node]] = true;
      longest_at_[node] = longest_at_[above[node]];
      if (id != kernels::no_token) tokens_[id].prefix = longest_at_[node].token;
    }
    if (id != kernels::no_token) longest_at_[node] = {id, tokens_[id].size};
  }
  after_two_.resize(std::size_t{256} * 256);
  for (Child& child : children_) {
    if (goes_on[child.node]) child.node |= goes_on_bit;
    const std::uint32_t from = child.key >> 8;
    if (child.node != 0 && from <= 256) after_two_[child.key - 256] = child.node;
  }
}

// The child of a node for a byte. If there is none, `new_node` becomes the child.
std::uint32_t TokenTrie::add_child(std::uint32_t node, unsigned char byte, std::uint32_t new_node) {
  const std::uint32_t key = key_of(node, byte);
  Child* place = find_place(key);
  for (; place == nullptr; place = find_place(key)) place_children();
  if (place->node == 0) *place = {key, new_node};
  return place->node;
}

// The slot of a child, or a free slot for it. Null if all slots where it may be are taken.
TokenTrie::Child* TokenTrie::find_place(std::uint32_t key) {
  std::size_t i = place_of(key);
  for (std::size_t n = 0; n < most_slots; ++n, i = (i + 1) & mask_) {
    if (children_[i].node == 0 || children_[i].key == key) return &children_[i];
  }
  return nullptr;
}

// A look-up that finds nothing reads the free slot as well.
std::size_t TokenTrie::longest_look_up() const {
  const auto is_taken = [this](std::size_t i) { return children_[i].node != 0; };
  return longest_run(children_.size(), is_taken) + 1;
}

// Places all children again, with other factors until each finds a slot.
void TokenTrie::place_children() {
  auto old = std::move(children_);
  bool has_all = false;
  while (!has_all) {
    factor_ = new_hash_seed().a;
    children_.assign(old.size(), Child{});
    has_all = true;
    for (const Child& child : old) {
      if (child.node == 0) continue;
      Child* const place = find_place(child.key);
      has_all = place != nullptr;
      if (!has_all) break;
      *place = child;
    }
  }
}

// The longest token that a text, which is not empty, begins with.
const TokenTrie::Sized& TokenTrie::longest(std::string_view text) const {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  std::uint32_t node = 1U + byte(0);
  if (text.size() == 1) return longest_at_[node];
  const std::uint32_t second = after_two_[std::size_t{byte(0)} << 8 | byte(1)];
  if (second == 0) return longest_at_[node];
  node = second & ~goes_on_bit;
  if (second == node) return longest_at_[node];
  for (std::size_t at = 2; at < text.size(); ++at) {
    const std::uint32_t key = key_of(node, static_cast<unsigned char>(text[at]));
    std::size_t i = place_of(key);
    while (children_[i].key != key && children_[i].node != 0) i = (i + 1) & mask_;
    const std::uint32_t next = children_[i].node;
    if (next == 0) break;
    node = next & ~goes_on_bit;
    if (next == node) break;
  }
  return longest_at_[node];
}

std::size_t TokenTrie::merge(std::string_view chunk, TokenId* out) const {
  Places places(chunk.size() + 1);
  Verdicts verdicts(factor_);
  const auto may_follow = [&](TokenId before, TokenId after) {
    return verdicts.may_meet(before, after, [&] { return may_meet(before, after, no_limit); });
  };
  std::size_t count = 0;
  std::size_t at = 0;
  std::size_t seen = 0;  // bytes from here on were not looked at
  const auto longest_here = [&] {
    seen = std::max(seen, at + longest_ + 1);
    // With g++, substr() would be a call here, for each token.
    return longest({chunk.data() + at, chunk.size() - at});
  };
  const auto sized = [this](TokenId token) { return Sized{token, tokens_[token].size}; };
  Sized next = longest_here();
  while (at < chunk.size()) {
    const auto [token, size] = next;
    const std::size_t end = at + size;
    if (places.has(end) && (count == 0 || may_follow(out[count - 1], token))) {
      out[count++] = token;
      at = end;
      if (count > 1 && out[count - 2] == token) {
        // The token follows itself. While the text repeats, it does so again.
        const std::size_t same_to = end_of_repeats(chunk, at, size);
        const std::size_t times = same_to < seen ? 0 : (same_to - seen) / size;
        std::fill_n(out + count, times, token);
        count += times;
        at += times * size;
      }
      if (at < chunk.size()) next = longest_here();
    } else if (tokens_[token].prefix != kernels::no_token) {
      next = sized(tokens_[token].prefix);
    } else {
      // No token can follow here, so the token before has to be a shorter one.
      assert_internal(count > 0, "a chunk that no tokens make");
      places.drop(at);
      next = sized(out[--count]);
      at -= next.size;
    }
  }
  return count;
}

std::shared_ptr<const TokenTrie> TokenTries::find_for(std::string_view chunk) const {
  const auto trie = [this] {
    const std::lock_guard lock(mutex_);
    return trie_;
  }();
  return trie != nullptr && trie->has_tokens_of(chunk) ? trie : nullptr;
}

// If there is a trie for another kind of chunk, a trie of all tokens is made.
std::shared_ptr<const TokenTrie> TokenTries::make_for(std::string_view chunk) const {
  const std::lock_guard lock(mutex_);
  if (trie_ == nullptr) {
    trie_ = std::make_shared<const TokenTrie>(table_, pairs_, BytePairs(chunk));
  } else if (!trie_->has_tokens_of(chunk)) {
    trie_ = std::make_shared<const TokenTrie>(table_, pairs_, BytePairs::all());
  }
  return trie_;
}

}  // namespace bpetite::engine::merge
