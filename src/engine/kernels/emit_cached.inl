// emit_cached() writes the ids of an entry of the cache (cache/short_chunks.hpp), which stores them
// in 15 bytes (cache/packed_ids.hpp), and returns the end of the ids. SpreadIds of the level writes
// only the first two or four ids, as many as it can write at once, and up to eight if there are
// more. Most chunks have so few ids, and a store of 16 bytes lies in two lines of memory half as
// often as one of 32. An entry that takes a whole line, or was not used in the current generation,
// is written by emit_rare(), which also marks it as used.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// An entry that was not used in this generation, or that has a whole line.
[[gnu::noinline]] inline TokenId* emit_rare(const cache::ChunkCache::View& cache,
                                            const SpreadIds& spread, cache::CachedChunk& entry,
                                            TokenId* out) {
  const unsigned count = cache.use(entry);
  spread.eight(entry.ids.data(), out);
  if (count > cache.in_one) {
    const auto* const rest = reinterpret_cast<const unsigned char*>(&entry + 1);
    spread.eight(rest, out + cache.in_one);
    spread.eight(rest + sizeof(cache::ShortKey), out + std::size_t{2} * cache.in_one);
  }
  return out + count;
}

// Returns the end of the ids. Behind it up to ChunkCache::beyond ids may be written.
[[gnu::always_inline]] inline TokenId* emit_cached(const cache::ChunkCache::View& cache,
                                                   const SpreadIds& spread,
                                                   cache::CachedChunk& entry, TokenId* out) {
  spread.first(entry.ids.data(), out);
  const unsigned count = entry.tail ^ cache.generation;
  if (count > SpreadIds::at_once) [[unlikely]] {
    if (count > cache.in_one) return emit_rare(cache, spread, entry, out);
    spread.eight(entry.ids.data(), out);
  }
  return out + count;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
