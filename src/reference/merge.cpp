// Makes one merge pass over the ids of a chunk (merge_pass, spec/03-train.md, FR-10c).
//
//   ids   a a a     merge (a,a) -> X     gives   X a       never   a X
//   ids   a a a a                        gives   X X       never   a X a
//
// Training and encoding by passes share this function, so that encoding repeats exactly what
// training did. byte_tokens() gives the ids of the single bytes of a chunk, with which both begin;
// bytes that the profile drops are left out.
#include "reference/merge.hpp"

namespace bpetite::reference {

void merge_pass(std::vector<TokenId>& ids, const Pair& pair, TokenId token) {
  // The result is written over ids that were already read. It is never ahead of them.
  std::size_t kept = 0;
  std::size_t next = 0;
  while (next < ids.size()) {
    const bool at_pair =
        next + 1 < ids.size() && ids[next] == pair.left && ids[next + 1] == pair.right;
    ids[kept++] = at_pair ? token : ids[next];
    next += at_pair ? 2 : 1;  // FR-10c "does not overlap": a match uses both ids
  }
  ids.resize(kept);
}

std::vector<TokenId> byte_tokens(std::string_view chunk, const Table& table) {
  std::vector<TokenId> ids;
  ids.reserve(chunk.size());
  for (const char c : chunk) {
    const auto byte = static_cast<unsigned char>(c);
    // S31d "the bytes that have no token are taken out of each chunk".
    if (table.profile.drops_missing_bytes && !has_byte(table, byte)) continue;
    ids.push_back(table.byte_ids[byte]);
  }
  return ids;
}

}  // namespace bpetite::reference
