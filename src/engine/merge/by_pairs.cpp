// Merges one chunk by a table of pairs of ids (PairMerger::merge), in the way that suits its size:
// by a kernel, an inner loop of the engine, up to 512 bytes, else by a heap of pairs (LinkedParts).
// If the table is wide, since its ids need more than 21 bits, the kernels take only chunks of up to
// 64 bytes. A chunk of 2^32 - 1 bytes or more needs a heap with larger indices.
#include "engine/merge/by_pairs.hpp"

#include <cstdint>
#include <limits>

namespace bpetite::engine::merge {

std::size_t PairMerger::merge(std::string_view chunk, TokenId* out) const {
  if (chunk.size() <= kernels::max_small_chunk) return kernels_.merge_small(pairs_, chunk, out);
  if (chunk.size() <= kernels::max_middle_chunk && !pairs_.is_wide) {
    return kernels_.merge_middle(pairs_, chunk, out);
  }
  return chunk.size() < std::numeric_limits<std::uint32_t>::max()
             ? merge_long<std::uint32_t>(chunk, out)
             : merge_long<std::uint64_t>(chunk, out);
}

// The id of a token is its rank.
template <typename Index>
std::size_t PairMerger::merge_long(std::string_view chunk, TokenId* out) const {
  const auto byte_at = [&](Index i) {
    return static_cast<unsigned char>(chunk[static_cast<std::size_t>(i)]);
  };
  LinkedParts<Index> parts(
      static_cast<Index>(chunk.size()), [&](Index i) { return pairs_.byte_id(byte_at(i)); },
      [&](Index i) { return pairs_.find_bytes(byte_at(i), byte_at(i + 1)); });
  parts.merge([this](TokenId left, TokenId right) { return pairs_.find(left, right); },
              [](std::uint32_t rank) { return rank; });
  return static_cast<std::size_t>(parts.write(out) - out);
}

}  // namespace bpetite::engine::merge
