// Sixteen chunks merged in step by AVX-512, each in a lane of its own.
//
//             lane 0   lane 1        A row holds the tokens, and another the keys, at one place of
//   row 0     t        d             all chunks. Each step takes the smallest key of every lane
//   row 1     h        o             (token above place, as in merge_small.hpp), moves what is
//   right row 2     e        g             of it up, and looks up two new pairs a lane.
//
// No branch depends on a chunk, and the look-ups of sixteen chunks wait for memory together: a new
// chunk costs a third of what it costs alone. Compiled for AVX-512 only.
namespace bpetite::engine::BPETITE_LEVEL {

inline constexpr int row_bits = 5;

// Pairs to be looked up: eight in each of four registers, of which `wanted` says which.
struct LanePairs {
  __m512i keys[4];
  __mmask8 wanted[4];
};

inline __m256i low_half(__m512i lanes) { return _mm512_castsi512_si256(lanes); }
inline __m256i high_half(__m512i lanes) { return _mm512_extracti64x4_epi64(lanes, 1); }
inline __m512i both_halves(__m256i low, __m256i high) {
  return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

// The eight pairs of two halves, as keys of the table.
inline __m512i pair_keys(__m256i left, __m256i right) {
  return _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(left), MergeTable::id_bits),
                         _mm512_cvtepu32_epi64(right));
}

// The tokens of the first two registers and of the last two, or no_token in the lanes without one.
// All four registers take each step together: their loads wait for memory at the same time.
struct LaneTokens {
  __m512i first;
  __m512i last;
};
inline LaneTokens find_all(const MergeTable::View& table, const LanePairs& pairs) {
  const __m512i none = _mm512_set1_epi64(-1);
  const __m512i one = _mm512_set1_epi64(1);
  const __m512i low = _mm512_set1_epi64(63);
  const __m512i factor_1 = _mm512_set1_epi64(static_cast<long long>(hash_factor_1));
  const __m512i factor_2 = _mm512_set1_epi64(static_cast<long long>(hash_factor_2));
  const __m128i filter_shift = _mm_cvtsi32_si128(static_cast<int>(table.filter_shift));
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(table.shift));
  __m512i place[4];
  __m512i found[4];
  __mmask8 left[4];
  for (std::size_t i = 0; i < 4; ++i) {
    __m512i hash = _mm512_mullo_epi64(pairs.keys[i], factor_1);
    hash = _mm512_mullo_epi64(_mm512_xor_si512(hash, _mm512_srli_epi64(hash, 32)), factor_2);
    place[i] = _mm512_srl_epi64(hash, shift);
    found[i] = none;

    // The filter: two bits that are set if the pair may be there.
    const __m512i word =
        _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), pairs.wanted[i],
                                    _mm512_srl_epi64(hash, filter_shift), table.filter, 8);
    const __m512i bits =
        _mm512_or_si512(_mm512_sllv_epi64(one, _mm512_and_si512(hash, low)),
                        _mm512_sllv_epi64(one, _mm512_and_si512(_mm512_srli_epi64(hash, 6), low)));
    left[i] = _mm512_mask_cmpeq_epi64_mask(pairs.wanted[i], _mm512_and_si512(word, bits), bits);
  }
  while ((left[0] | left[1] | left[2] | left[3]) != 0) {
    for (std::size_t i = 0; i < 4; ++i) {
      const __m512i slot = _mm512_mask_i64gather_epi64(none, left[i], place[i], table.slots, 8);
      const __mmask8 same = _mm512_mask_cmpeq_epi64_mask(
          left[i], _mm512_srli_epi64(slot, MergeTable::id_bits), pairs.keys[i]);
      found[i] = _mm512_mask_mov_epi64(
          found[i], same,
          _mm512_and_si512(slot, _mm512_set1_epi64((1 << MergeTable::id_bits) - 1)));
      left[i] = static_cast<__mmask8>(left[i] & ~same & _mm512_cmpneq_epi64_mask(slot, none));
      place[i] = _mm512_and_si512(_mm512_add_epi64(place[i], one),
                                  _mm512_set1_epi64(static_cast<long long>(table.mask)));
    }
  }
  return {both_halves(_mm512_cvtepi64_epi32(found[0]), _mm512_cvtepi64_epi32(found[1])),
          both_halves(_mm512_cvtepi64_epi32(found[2]), _mm512_cvtepi64_epi32(found[3]))};
}

// The keys of tokens at rows.
inline __m512i keys_of(__m512i tokens, __m512i rows) {
  const __m512i none = _mm512_set1_epi32(-1);
  return _mm512_mask_or_epi32(none, _mm512_cmpneq_epi32_mask(tokens, none),
                              _mm512_slli_epi32(tokens, row_bits), rows);
}

// The keys of the pairs around `token`, whose left ones are at the rows before `at`.
struct NewKeys {
  __m512i left;
  __m512i right;
};
inline NewKeys find_keys(const MergeTable::View& table, __m512i before, __m512i token,
                         __m512i after, __m512i at, __mmask16 has_left, __mmask16 has_right) {
  const LaneTokens tokens = find_all(
      table,
      {{pair_keys(low_half(before), low_half(token)),
        pair_keys(high_half(before), high_half(token)), pair_keys(low_half(token), low_half(after)),
        pair_keys(high_half(token), high_half(after))},
       {static_cast<__mmask8>(has_left), static_cast<__mmask8>(has_left >> 8),
        static_cast<__mmask8>(has_right), static_cast<__mmask8>(has_right >> 8)}});
  return {keys_of(tokens.first, _mm512_sub_epi32(at, _mm512_set1_epi32(1))),
          keys_of(tokens.last, at)};
}

inline void merge_group(const MergeTable& merge_table, ChunkGroup& group) {
  if (merge_table.is_wide()) {
    for (std::size_t i = 0; i < group.count; ++i) {
      group.sizes[i] = static_cast<std::uint32_t>(
          merge_small(merge_table, group.chunks[i], group.ids[i].data()));
    }
    return;
  }
  const MergeTable::View table = merge_table.view();
  const __m512i none = _mm512_set1_epi32(-1);

  // The bytes of the chunks, a row for each place.
  alignas(64) std::array<std::array<unsigned char, group_size>, group_chunk + 1> bytes{};
  alignas(64) std::array<std::uint32_t, group_size> sizes{};
  std::size_t rows = 0;
  for (std::size_t lane = 0; lane < group.count; ++lane) {
    const std::string_view chunk = group.chunks[lane];
    for (std::size_t row = 0; row < chunk.size(); ++row) {
      bytes[row][lane] = static_cast<unsigned char>(chunk[row]);
    }
    sizes[lane] = static_cast<std::uint32_t>(chunk.size());
    rows = std::max(rows, chunk.size());
  }
  const auto row_of = [&](std::size_t row) {
    return _mm512_cvtepu8_epi32(
        _mm_load_si128(reinterpret_cast<const __m128i*>(bytes[row].data())));
  };
  __m512i size = _mm512_load_si512(sizes.data());
  __m512i ids[group_chunk + 1];
  __m512i keys[group_chunk + 1];
  __m512i lowest = none;
  for (std::size_t row = 0; row < rows; ++row) {
    const __m512i here = row_of(row);
    ids[row] = _mm512_i32gather_epi32(here, table.byte_ids, 4);
    const __m512i next = _mm512_set1_epi32(static_cast<int>(row + 1));
    const __m512i tokens = _mm512_mask_i32gather_epi32(
        none, _mm512_cmplt_epu32_mask(next, size),
        _mm512_or_si512(_mm512_slli_epi32(here, 8), row_of(row + 1)), table.byte_pairs, 4);
    keys[row] = keys_of(tokens, _mm512_set1_epi32(static_cast<int>(row)));
    lowest = _mm512_min_epu32(lowest, keys[row]);
  }
  ids[rows] = none;
  keys[rows] = none;

  const __m512i one = _mm512_set1_epi32(1);
  for (;;) {
    const __mmask16 active = _mm512_cmpneq_epi32_mask(lowest, none);
    if (active == 0) break;
    const __m512i at = _mm512_and_si512(lowest, _mm512_set1_epi32((1 << row_bits) - 1));
    const __m512i token = _mm512_srli_epi32(lowest, row_bits);
    const __m512i before = _mm512_sub_epi32(at, one);
    const __m512i after = _mm512_add_epi32(at, one);
    size = _mm512_mask_sub_epi32(size, active, size, one);

    // What is right of the merged pair moves up by a row, and its keys name the row above.
    __m512i left = none;
    __m512i right = none;
    for (std::size_t row = 0; row < rows; ++row) {
      const __m512i number = _mm512_set1_epi32(static_cast<int>(row));
      const __mmask16 moves = _mm512_mask_cmpgt_epi32_mask(active, number, at);
      const __m512i key = keys[row + 1];
      const __m512i moved =
          _mm512_mask_sub_epi32(none, _mm512_cmpneq_epi32_mask(key, none), key, one);
      left = _mm512_mask_mov_epi32(left, _mm512_cmpeq_epi32_mask(number, before), ids[row]);
      ids[row] = _mm512_mask_mov_epi32(ids[row], moves, ids[row + 1]);
      ids[row] =
          _mm512_mask_mov_epi32(ids[row], _mm512_mask_cmpeq_epi32_mask(active, number, at), token);
      right = _mm512_mask_mov_epi32(right, _mm512_cmpeq_epi32_mask(number, after), ids[row]);
      keys[row] = _mm512_mask_mov_epi32(keys[row], moves, moved);
    }

    const __mmask16 has_left = _mm512_mask_cmpneq_epi32_mask(active, at, _mm512_setzero_si512());
    const __mmask16 has_right = _mm512_mask_cmplt_epu32_mask(active, after, size);
    const NewKeys found = find_keys(table, left, token, right, at, has_left, has_right);
    lowest = none;
    for (std::size_t row = 0; row < rows; ++row) {
      const __m512i number = _mm512_set1_epi32(static_cast<int>(row));
      __m512i key = _mm512_mask_mov_epi32(
          keys[row], _mm512_mask_cmpeq_epi32_mask(has_left, number, before), found.left);
      key =
          _mm512_mask_mov_epi32(key, _mm512_mask_cmpeq_epi32_mask(active, number, at), found.right);
      keys[row] = key;
      lowest = _mm512_min_epu32(lowest, key);
    }
  }

  alignas(64) std::array<std::array<TokenId, group_size>, group_chunk> out;
  for (std::size_t row = 0; row < rows; ++row) {
    _mm512_store_si512(out[row].data(), ids[row]);
  }
  _mm512_store_si512(sizes.data(), size);
  for (std::size_t lane = 0; lane < group.count; ++lane) {
    group.sizes[lane] = sizes[lane];
    for (std::size_t row = 0; row < sizes[lane]; ++row) {
      group.ids[lane][row] = out[row][lane];
    }
  }
}

}  // namespace bpetite::engine::BPETITE_LEVEL
