// Looks chunks up in the cache by AVX-512. make_keys() makes four keys at a time, and prefetches
// their lines. emit_known() compares a key with both entries of a line at once. It writes the ids
// of the chunks that it finds, and lists the others; it stops at a chunk of more than 15 bytes,
// which the caller looks up.
//
//   text "_the_cat_is"     16 bytes from each start   _the_cat_is.....   _cat_is.........
//   (_ is a space)         keys, with the size last   _the...........4   _cat...........4
//
// Keys and lines are those of probe_each.inl, which the other levels use.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline void make_keys(const char* text, const std::uint32_t* starts, ProbeGroup& group) {
  const auto bytes_at = [&](std::size_t i) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + starts[i]));
  };
  // Of every lane of 16 bytes: its place in four sizes, the number of each byte, the last byte.
  const __m512i lane =
      _mm512_set_epi64(0x0C0C0C0C0C0C0C0C, 0x0C0C0C0C0C0C0C0C, 0x0808080808080808,
                       0x0808080808080808, 0x0404040404040404, 0x0404040404040404, 0, 0);
  const __m512i number =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
  constexpr __mmask64 last = 0x8000800080008000;
  const HashSeed seed = group.cache.seed;
  const __m512i factors = _mm512_broadcast_i32x4(
      _mm_set_epi64x(static_cast<long long>(seed.b), static_cast<long long>(seed.a)));
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(group.cache.shift));
  const __m512i firsts = _mm512_setr_epi32(0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  group.longs = 0;
  for (std::size_t i = 0; i < group.count; i += 4) {
    // Beyond the last chunk: the last one again.
    const std::size_t end = group.count - 1;
    const std::size_t b = std::min(i + 1, end);
    const std::size_t c = std::min(i + 2, end);
    const std::size_t d = std::min(i + 3, end);
    __m512i bytes = _mm512_castsi128_si512(bytes_at(i));
    bytes = _mm512_inserti32x4(bytes, bytes_at(b), 1);
    bytes = _mm512_inserti32x4(bytes, bytes_at(c), 2);
    bytes = _mm512_inserti32x4(bytes, bytes_at(d), 3);
    const __m128i sizes = _mm_min_epu32(
        _mm_sub_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(starts + i + 1)),
                      _mm_loadu_si128(reinterpret_cast<const __m128i*>(starts + i))),
        _mm_set1_epi32(cache::max_short_chunk + 1));
    group.longs |=
        std::uint64_t{_mm_cmpgt_epu32_mask(sizes, _mm_set1_epi32(cache::max_short_chunk))} << i;
    const __m512i size = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(sizes), lane);
    const __m512i key = _mm512_mask_mov_epi8(
        _mm512_maskz_mov_epi8(_mm512_cmplt_epu8_mask(number, size), bytes), last, size);
    _mm512_storeu_si512(&group.keys[i], key);

    const __m512i product = _mm512_mullo_epi64(key, factors);
    const __m512i hash =
        _mm512_add_epi64(product, _mm512_shuffle_epi32(product, static_cast<_MM_PERM_ENUM>(0x4E)));
    const __m128i lines =
        _mm512_castsi512_si128(_mm512_permutexvar_epi32(firsts, _mm512_srl_epi64(hash, shift)));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(&group.lines[i]), lines);
    __builtin_prefetch(group.cache.entries_of(group.lines[i]));
    __builtin_prefetch(group.cache.entries_of(group.lines[b]));
    __builtin_prefetch(group.cache.entries_of(group.lines[c]));
    __builtin_prefetch(group.cache.entries_of(group.lines[d]));
  }
  group.longs &= ~std::uint64_t{0} >> (64 - group.count);
}

// Bit 0 or bit 4 if the first or the second entry of a line has the key.
inline unsigned matches(const cache::CachedChunk* entries, __m512i key) {
  const unsigned equal = _mm512_cmpeq_epi64_mask(_mm512_loadu_si512(entries), key);
  return equal & equal >> 1 & 0x11;
}

// The entry of a key that its own line does not have; null if there is none.
// Inlined: texts that were seen before come here too.
[[gnu::always_inline]] inline cache::CachedChunk* find_beyond(const cache::ChunkCache::View& cache,
                                                              std::uint32_t line, __m512i key) {
  cache::CachedChunk* entries = cache.entries_of(line);
  for (std::uint32_t n = 1; n < cache::ShortChunks::most_lines && !entries[1].ends_search(); ++n) {
    entries = cache.entries_of(cache::ChunkCache::View::nth_line(line, n));
    const unsigned found = matches(entries, key);
    if (found != 0) return entries + (found >> 4);
  }
  return nullptr;
}

inline TokenId* emit_known(ProbeGroup& group, TokenId* out) {
  const cache::ChunkCache::View cache =
      group.cache;  // a copy, which no store through `out` can reach
  const SpreadIds spread(cache);
  const std::size_t count = group.count;
  std::size_t i = group.next;
  for (; i < count; ++i) {
    cache::CachedChunk* const entries = cache.entries_of(group.lines[i]);
    const __m512i key =
        _mm512_broadcast_i32x4(_mm_loadu_si128(reinterpret_cast<const __m128i*>(&group.keys[i])));
    const unsigned found = matches(entries, key);
    if (found != 0) [[likely]] {
      out = emit_cached(cache, spread, entries[found >> 4], out);
      continue;
    }
    if ((group.longs >> i & 1) != 0) break;
    if (auto* const entry = find_beyond(cache, group.lines[i], key)) {
      out = emit_cached(cache, spread, *entry, out);
    } else {
      group.misses[group.missed] = static_cast<std::uint32_t>(i);
      group.misses_at[group.missed++] = out;
    }
  }
  group.next = i;
  return out;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
