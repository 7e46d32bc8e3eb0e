#include "engine/merge/merge.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "engine/merge/ranked_merges.hpp"
#include "engine/merge/token_trie.hpp"

namespace bpetite::engine {
namespace {

unsigned char byte_at(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

}  // namespace

std::size_t Merger::merge(std::string_view chunk, TokenId* out) const {
  if (const RankedMerges* ranked = table_.ranked()) return ranked->merge(chunk, out);
  if (const TokenId whole = table_.find_whole(chunk); whole != no_token) {
    *out = whole;
    return 1;
  }
  // For less it would take longer to make the trie than to do without.
  constexpr std::size_t worth_a_trie = std::size_t{1} << 16;
  if (chunk.size() > max_middle_chunk) {
    const auto trie =
        chunk.size() >= worth_a_trie ? table_.trie_for(chunk) : table_.find_trie_for(chunk);
    if (trie != nullptr && trie->is_exact()) return trie->merge(chunk, out);
  }
  return merge_parts(chunk, out);
}

std::size_t Merger::merge_parts(std::string_view chunk, TokenId* out) const {
  if (chunk.size() <= max_small_chunk) return kernels_.merge_small(table_, chunk, out);
  if (chunk.size() <= max_middle_chunk && !table_.is_wide()) {
    return kernels_.merge_middle(table_, chunk, out);
  }
  return chunk.size() < std::numeric_limits<std::uint32_t>::max()
             ? merge_long<std::uint32_t>(chunk, out)
             : merge_long<std::uint64_t>(chunk, out);
}

void Merger::merge_group(ChunkGroup& group) const {
  if (const RankedMerges* ranked = table_.ranked()) {
    for (std::size_t i = 0; i < group.count; ++i) {
      group.sizes[i] =
          static_cast<std::uint32_t>(ranked->merge(group.chunks[i], group.ids[i].data()));
    }
    return;
  }
  merge_group_parts(group);
  if (!table_.has_wholes()) return;
  for (std::size_t i = 0; i < group.count; ++i) {
    if (const TokenId whole = table_.find_whole(group.chunks[i]); whole != no_token) {
      group.sizes[i] = 1;
      group.ids[i][0] = whole;
    }
  }
}

// Parts are linked, each at the place of its first byte. The heap has a pair for each two
// neighbours that some token is made of; one whose parts have changed since is passed over.
template <typename Index>
std::size_t Merger::merge_long(std::string_view chunk, TokenId* out) const {
  struct Part {
    TokenId id;
    TokenId joined;  // what it makes with the next part
    Index before;
    Index next;
  };
  struct Candidate {
    TokenId token;
    Index place;
    bool operator<(const Candidate& other) const {  // std's heaps have the largest on top
      return token != other.token ? token > other.token : place > other.place;
    }
  };
  const auto size = static_cast<Index>(chunk.size());
  std::vector<Part> parts(chunk.size());
  std::vector<Candidate> heap;
  for (Index i = 0; i < size; ++i) {
    const TokenId joined =
        i + 1 < size ? table_.find_bytes(byte_at(chunk, i), byte_at(chunk, i + 1)) : no_token;
    parts[i] = {table_.byte_id(byte_at(chunk, i)), joined, static_cast<Index>(i - 1),
                static_cast<Index>(i + 1)};
    if (joined != no_token) heap.push_back({joined, i});
  }
  std::make_heap(heap.begin(), heap.end());

  const auto pair_up = [&](Index left) {
    Part& part = parts[left];
    part.joined = part.next < size ? table_.find(part.id, parts[part.next].id) : no_token;
    if (part.joined != no_token) {
      heap.push_back({part.joined, left});
      std::push_heap(heap.begin(), heap.end());
    }
  };
  while (!heap.empty()) {
    std::pop_heap(heap.begin(), heap.end());
    const Candidate lowest = heap.back();
    heap.pop_back();
    Part& left = parts[lowest.place];
    if (left.joined != lowest.token) continue;
    Part& right = parts[left.next];
    left.id = lowest.token;
    right.joined = no_token;
    left.next = right.next;
    if (left.next < size) parts[left.next].before = lowest.place;
    pair_up(lowest.place);
    if (lowest.place > 0) pair_up(left.before);
  }

  TokenId* to = out;
  for (Index i = 0; i < size; i = parts[i].next) {
    *to++ = parts[i].id;
  }
  return static_cast<std::size_t>(to - out);
}

}  // namespace bpetite::engine
