// Looks up chunks in the cache of chunks, one at a time. make_keys() computes the keys of a group
// and prefetches their lines of the cache. emit_known() writes the ids of the chunks that it finds,
// and lists the others; it stops at a chunk of more than 15 bytes, which the caller looks up. The
// levels portable and AVX2 use this file; AVX-512 uses probe_lanes.inl.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline void make_keys(const char* text, const std::uint32_t* starts, ProbeGroup& group) {
  group.longs = 0;
  for (std::size_t i = 0; i < group.count; ++i) {
    const std::uint32_t size = starts[i + 1] - starts[i];
    const std::uint32_t kept = std::min<std::uint32_t>(size, cache::max_short_chunk);
    group.keys[i] = cache::short_key_of_16(text + starts[i], kept);
    if (size > cache::max_short_chunk) {
      group.keys[i].high = cache::no_short_key;
      group.longs |= std::uint64_t{1} << i;
    }
    group.lines[i] = group.cache.line_of(group.keys[i]);
    __builtin_prefetch(group.cache.entries_of(group.lines[i]));
  }
}

inline TokenId* emit_known(ProbeGroup& group, TokenId* out) {
  // A copy. So the compiler knows that a write through `out` does not change it.
  const cache::ChunkCache::View cache = group.cache;
  const SpreadIds spread(cache);
  const std::size_t count = group.count;
  std::size_t i = group.next;
  for (; i < count; ++i) {
    const cache::ShortKey key = group.keys[i];
    cache::CachedChunk* entry = cache.entries_of(group.lines[i]);
    // Selects one of the two entries without a branch.
    const auto differs = [&](const cache::ShortKey& other) {
      return (key.low ^ other.low) | (key.high ^ other.high);
    };
    entry += differs(entry->key) != 0 ? 1 : 0;
    if (differs(entry->key) != 0) [[unlikely]] {
      if ((group.longs >> i & 1) != 0) break;
      entry = cache.find(group.lines[i], key);
      if (entry == nullptr) {
        group.misses[group.missed] = static_cast<std::uint32_t>(i);
        group.misses_at[group.missed++] = out;
        continue;
      }
    }
    out = emit_cached(cache, spread, *entry, out);
  }
  group.next = i;
  return out;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
