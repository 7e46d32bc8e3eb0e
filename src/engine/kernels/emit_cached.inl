// Writes the ids of an entry of the cache (cache/short_chunks.hpp), which stay in it as 15 bytes
// (cache/packed_ids.hpp). spread_ids() of the level writes eight ids from sixteen bytes, and
// spread_four() the first four of them. Most chunks have no more, and a store of 16 bytes lies in
// two lines of memory half as often as one of 32.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// An entry that was not used in this generation, or that has a whole line.
[[gnu::noinline]] inline TokenId* emit_rare(const cache::ChunkCache::View& cache,
                                            cache::CachedChunk& entry, TokenId* out) {
  const unsigned count = cache.use(entry);
  spread_ids(cache, entry.ids.data(), out);
  if (count > cache.in_one) {
    const auto* const rest = reinterpret_cast<const unsigned char*>(&entry + 1);
    spread_ids(cache, rest, out + cache.in_one);
    spread_ids(cache, rest + sizeof(cache::ShortKey), out + std::size_t{2} * cache.in_one);
  }
  return out + count;
}

// Returns the end of the ids. Behind it up to ChunkCache::beyond ids may be written.
[[gnu::always_inline]] inline TokenId* emit_cached(const cache::ChunkCache::View& cache,
                                                   cache::CachedChunk& entry, TokenId* out) {
  spread_four(cache, entry.ids.data(), out);
  const unsigned count = entry.tail ^ cache.generation;
  if (count > 4) [[unlikely]] {
    if (count > cache.in_one) return emit_rare(cache, entry, out);
    spread_ids(cache, entry.ids.data(), out);
  }
  return out + count;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
