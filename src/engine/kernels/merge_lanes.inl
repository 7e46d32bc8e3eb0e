// merge_group() merges a group of chunks in step by AVX-512, each in a lane of its own: sixteen a
// register (Lanes), and two registers side by side.
//
//             lane 0   lane 1        A row holds the tokens at one place of all chunks, and another
//   row 0     t        d             row holds their keys (token above place, as in
//   row 1     h        o             merge_small.inl). Each step takes the smallest key of every
//   row 2     e        g             lane, moves what is right of it up by a row, and looks up two
//                                    new pairs a lane.
//
// No branch depends on a single chunk, and the look-ups of all chunks (LanePairs, look_up) wait for
// memory together. If the table of pairs is wide, the chunks are merged one by one. Compiled for
// AVX-512 only.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline constexpr int row_bits = 5;

inline __m256i low_half(__m512i lanes) { return _mm512_castsi512_si256(lanes); }
inline __m256i high_half(__m512i lanes) { return _mm512_extracti64x4_epi64(lanes, 1); }

// The keys of tokens at rows.
inline __m512i keys_of(__m512i tokens, __m512i rows) {
  const __m512i none = _mm512_set1_epi32(-1);
  return _mm512_mask_or_epi32(none, _mm512_cmpneq_epi32_mask(tokens, none),
                              _mm512_slli_epi32(tokens, row_bits), rows);
}

// Pairs to be looked up, eight a register, and their tokens: no_token where there is none.
template <std::size_t registers>
struct LanePairs {
  __m512i keys[registers];
  __mmask8 wanted[registers];
  __m256i tokens[registers];

  void set(std::size_t i, __m512i left, __m512i right, __mmask16 lanes) {
    keys[i] = key_of_eight(low_half(left), low_half(right));
    keys[i + 1] = key_of_eight(high_half(left), high_half(right));
    wanted[i] = static_cast<__mmask8>(lanes);
    wanted[i + 1] = static_cast<__mmask8>(lanes >> 8);
  }
  __m512i sixteen_tokens(std::size_t i) const {
    return _mm512_inserti64x4(_mm512_castsi256_si512(tokens[i]), tokens[i + 1], 1);
  }
  static __m512i key_of_eight(__m256i left, __m256i right) {
    return _mm512_or_si512(_mm512_slli_epi64(_mm512_cvtepu32_epi64(left), PairView::id_bits),
                           _mm512_cvtepu32_epi64(right));
  }
};

// All registers take each step together: their loads wait for memory at the same time.
template <std::size_t registers>
inline void look_up(const PairView& table, LanePairs<registers>& pairs) {
  const __m512i none = _mm512_set1_epi64(-1);
  const __m512i one = _mm512_set1_epi64(1);
  const __m512i low = _mm512_set1_epi64(63);
  const __m512i factor_1 = _mm512_set1_epi64(static_cast<long long>(table.seed.a));
  const __m512i factor_2 = _mm512_set1_epi64(static_cast<long long>(table.seed.b));
  const __m128i filter_shift = _mm_cvtsi32_si128(static_cast<int>(table.filter_shift));
  const __m128i shift = _mm_cvtsi32_si128(static_cast<int>(table.shift));
  __m512i place[registers];
  __m512i found[registers];
  __mmask8 left[registers];
  unsigned any_left = 0;
  for (std::size_t i = 0; i < registers; ++i) {
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
    any_left |= left[i];
  }
  while (any_left != 0) {
    any_left = 0;
    for (std::size_t i = 0; i < registers; ++i) {
      const __m512i slot = _mm512_mask_i64gather_epi64(none, left[i], place[i], table.slots, 8);
      const __mmask8 same = _mm512_mask_cmpeq_epi64_mask(
          left[i], _mm512_srli_epi64(slot, PairView::id_bits), pairs.keys[i]);
      found[i] = _mm512_mask_mov_epi64(
          found[i], same, _mm512_and_si512(slot, _mm512_set1_epi64((1 << PairView::id_bits) - 1)));
      left[i] = static_cast<__mmask8>(left[i] & ~same & _mm512_cmpneq_epi64_mask(slot, none));
      any_left |= left[i];
      place[i] = _mm512_and_si512(_mm512_add_epi64(place[i], one),
                                  _mm512_set1_epi64(static_cast<long long>(table.mask)));
    }
  }
  for (std::size_t i = 0; i < registers; ++i) {
    pairs.tokens[i] = _mm512_cvtepi64_epi32(found[i]);
  }
}

// Up to sixteen chunks, from their bytes to their ids.
class Lanes {
 public:
  static constexpr std::size_t capacity = 16;

  void load(const PairView& table, const std::string_view* chunks, std::size_t count) {
    // The bytes of the chunks, a row for each place.
    alignas(64) std::array<std::array<unsigned char, capacity>, group_chunk + 1> bytes;
    alignas(64) std::array<std::uint32_t, capacity> sizes{};
    rows_ = 0;
    for (std::size_t lane = 0; lane < count; ++lane) {
      sizes[lane] = static_cast<std::uint32_t>(chunks[lane].size());
      rows_ = std::max(rows_, chunks[lane].size());
    }
    for (std::size_t row = 0; row < rows_; row += 16) {
      sixteen_rows(chunks, count, row, bytes[row].data());
    }
    const auto row_of = [&](std::size_t row) {
      return _mm512_cvtepu8_epi32(
          _mm_load_si128(reinterpret_cast<const __m128i*>(bytes[row].data())));
    };
    const __m512i none = _mm512_set1_epi32(-1);
    size_ = _mm512_load_si512(sizes.data());
    lowest_ = none;
    for (std::size_t row = 0; row < rows_; ++row) {
      const __m512i here = row_of(row);
      ids_[row] = _mm512_i32gather_epi32(here, table.byte_ids, 4);
      __m512i tokens = none;
      if (row + 1 < rows_) {
        const __m512i next = _mm512_set1_epi32(static_cast<int>(row + 1));
        tokens = _mm512_mask_i32gather_epi32(
            none, _mm512_cmplt_epu32_mask(next, size_),
            _mm512_or_si512(_mm512_slli_epi32(here, 8), row_of(row + 1)), table.byte_pairs, 4);
      }
      keys_[row] = keys_of(tokens, _mm512_set1_epi32(static_cast<int>(row)));
      lowest_ = _mm512_min_epu32(lowest_, keys_[row]);
    }
    keys_[rows_] = none;
    for (std::size_t row = rows_; row < std::min(rows_ + 4, max_rows); ++row) ids_[row] = none;
  }

  bool is_done() const { return active() == 0; }

  // Merges the lowest pair of each lane; `pairs` gets what is to be looked up, from register i on.
  template <std::size_t registers>
  void merge_lowest(LanePairs<registers>& pairs, std::size_t i) {
    const __m512i none = _mm512_set1_epi32(-1);
    const __m512i one = _mm512_set1_epi32(1);
    const __mmask16 lanes = active();
    const __m512i at = place();
    const __m512i token = _mm512_srli_epi32(lowest_, row_bits);
    const __m512i before = _mm512_sub_epi32(at, one);
    const __m512i after = _mm512_add_epi32(at, one);
    size_ = _mm512_mask_sub_epi32(size_, lanes, size_, one);

    // What is right of the merged pair moves up by a row, and its keys name the row above.
    __m512i left = none;
    __m512i right = none;
    for (std::size_t row = 0; row < rows_; ++row) {
      const __m512i number = _mm512_set1_epi32(static_cast<int>(row));
      const __mmask16 moves = _mm512_mask_cmpgt_epi32_mask(lanes, number, at);
      const __m512i key = keys_[row + 1];
      const __m512i moved =
          _mm512_mask_sub_epi32(none, _mm512_cmpneq_epi32_mask(key, none), key, one);
      left = _mm512_mask_mov_epi32(left, _mm512_cmpeq_epi32_mask(number, before), ids_[row]);
      ids_[row] = _mm512_mask_mov_epi32(ids_[row], moves, ids_[row + 1]);
      ids_[row] =
          _mm512_mask_mov_epi32(ids_[row], _mm512_mask_cmpeq_epi32_mask(lanes, number, at), token);
      right = _mm512_mask_mov_epi32(right, _mm512_cmpeq_epi32_mask(number, after), ids_[row]);
      keys_[row] = _mm512_mask_mov_epi32(keys_[row], moves, moved);
    }
    pairs.set(i, left, token, _mm512_mask_cmpneq_epi32_mask(lanes, at, _mm512_setzero_si512()));
    pairs.set(i + 2, token, right, _mm512_mask_cmplt_epu32_mask(lanes, after, size_));
  }

  // Puts the keys of what was looked up where they belong, and finds the lowest again.
  template <std::size_t registers>
  void add_keys(const LanePairs<registers>& pairs, std::size_t i) {
    const __mmask16 lanes = active();
    const __m512i at = place();
    const __m512i before = _mm512_sub_epi32(at, _mm512_set1_epi32(1));
    const __m512i left = keys_of(pairs.sixteen_tokens(i), before);
    const __m512i right = keys_of(pairs.sixteen_tokens(i + 2), at);
    __m512i lowest = _mm512_set1_epi32(-1);
    for (std::size_t row = 0; row < rows_; ++row) {
      const __m512i number = _mm512_set1_epi32(static_cast<int>(row));
      __m512i key = _mm512_mask_mov_epi32(
          keys_[row], _mm512_mask_cmpeq_epi32_mask(lanes, number, before), left);
      key = _mm512_mask_mov_epi32(key, _mm512_mask_cmpeq_epi32_mask(lanes, number, at), right);
      keys_[row] = key;
      lowest = _mm512_min_epu32(lowest, key);
    }
    lowest_ = lowest;
  }

  // Four ids of each chunk at a time, and with them what lies behind the last.
  void store(std::uint32_t* sizes, std::array<TokenId, max_group_ids>* ids) const {
    _mm512_storeu_si512(sizes, size_);
    const std::size_t most = _mm512_reduce_max_epu32(size_);
    for (std::size_t row = 0; row < most; row += 4) {
      const __m512i low_ab = _mm512_unpacklo_epi32(ids_[row], ids_[row + 1]);
      const __m512i high_ab = _mm512_unpackhi_epi32(ids_[row], ids_[row + 1]);
      const __m512i low_cd = _mm512_unpacklo_epi32(ids_[row + 2], ids_[row + 3]);
      const __m512i high_cd = _mm512_unpackhi_epi32(ids_[row + 2], ids_[row + 3]);
      const auto store_every_fourth = [&](std::size_t lane, __m512i four) {
        const auto store_one = [&](std::size_t i, __m128i one) {
          _mm_storeu_si128(reinterpret_cast<__m128i*>(ids[lane + i].data() + row), one);
        };
        store_one(0, _mm512_castsi512_si128(four));
        store_one(4, _mm512_extracti32x4_epi32(four, 1));
        store_one(8, _mm512_extracti32x4_epi32(four, 2));
        store_one(12, _mm512_extracti32x4_epi32(four, 3));
      };
      store_every_fourth(0, _mm512_unpacklo_epi64(low_ab, low_cd));
      store_every_fourth(1, _mm512_unpackhi_epi64(low_ab, low_cd));
      store_every_fourth(2, _mm512_unpacklo_epi64(high_ab, high_cd));
      store_every_fourth(3, _mm512_unpackhi_epi64(high_ab, high_cd));
    }
  }

 private:
  static constexpr std::size_t max_rows = group_chunk + 1;

  // The bytes of chunks from a place on, as rows of sixteen: byte i of each, byte i + 1 of each...
  static void sixteen_rows(const std::string_view* chunks, std::size_t count, std::size_t from,
                           unsigned char* rows) {
    const auto bytes_of = [&](std::size_t lane) {
      const std::size_t size = lane < count ? chunks[lane].size() : 0;
      if (size <= from) return _mm_setzero_si128();
      const auto left = static_cast<unsigned>(std::min<std::size_t>(size - from, 16));
      return _mm_maskz_loadu_epi8(static_cast<__mmask16>((1U << left) - 1),
                                  chunks[lane].data() + from);
    };
    const auto four = [&](std::size_t lane) {
      __m512i all = _mm512_castsi128_si512(bytes_of(lane));
      all = _mm512_inserti32x4(all, bytes_of(lane + 1), 1);
      all = _mm512_inserti32x4(all, bytes_of(lane + 2), 2);
      return _mm512_inserti32x4(all, bytes_of(lane + 3), 3);
    };
    const __m512i a = four(0);
    const __m512i b = four(4);
    const __m512i c = four(8);
    const __m512i d = four(12);
    // Byte 0 of eight chunks in two registers, twice; the same of byte 1, 2 and 3.
    const __m128i eight =
        _mm_setr_epi8(0, 16, 32, 48, 64, 80, 96, 112, 0, 16, 32, 48, 64, 80, 96, 112);
    __m512i places = _mm512_add_epi8(
        _mm512_broadcast_i32x4(eight),
        _mm512_set_epi64(0x0303030303030303, 0x0303030303030303, 0x0202020202020202,
                         0x0202020202020202, 0x0101010101010101, 0x0101010101010101, 0, 0));
    constexpr __mmask64 of_first_eight = 0x00FF00FF00FF00FF;
    for (std::size_t i = 0; i < 16; i += 4) {
      const __m512i first = _mm512_maskz_permutex2var_epi8(of_first_eight, a, places, b);
      const __m512i second = _mm512_maskz_permutex2var_epi8(~of_first_eight, c, places, d);
      _mm512_storeu_si512(rows + i * capacity, _mm512_or_si512(first, second));
      places = _mm512_add_epi8(places, _mm512_set1_epi8(4));
    }
  }

  __mmask16 active() const { return _mm512_cmpneq_epi32_mask(lowest_, _mm512_set1_epi32(-1)); }
  __m512i place() const {
    return _mm512_and_si512(lowest_, _mm512_set1_epi32((1 << row_bits) - 1));
  }

  __m512i ids_[max_rows];
  __m512i keys_[max_rows];
  __m512i size_;
  __m512i lowest_;
  std::size_t rows_;
};

template <std::size_t parts>
inline void merge_lanes(const PairView& table, ChunkGroup& group) {
  Lanes lanes[parts];
  const auto count = [&](std::size_t part) {
    const std::size_t before = part * Lanes::capacity;
    return std::min(Lanes::capacity, group.count - before);
  };
  for (std::size_t part = 0; part < parts; ++part) {
    lanes[part].load(table, &group.chunks[part * Lanes::capacity], count(part));
  }
  const auto is_done = [&] {
    for (const Lanes& it : lanes) {
      if (!it.is_done()) return false;
    }
    return true;
  };
  while (!is_done()) {
    LanePairs<4 * parts> pairs;
    for (std::size_t part = 0; part < parts; ++part) lanes[part].merge_lowest(pairs, 4 * part);
    look_up(table, pairs);
    for (std::size_t part = 0; part < parts; ++part) lanes[part].add_keys(pairs, 4 * part);
  }
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = part * Lanes::capacity;
    lanes[part].store(&group.sizes[from], &group.ids[from]);
  }
}

inline void merge_group(const PairView& table, ChunkGroup& group) {
  static_assert(group_size == 2 * Lanes::capacity);
  if (table.is_wide) {
    for (std::size_t i = 0; i < group.count; ++i) {
      group.sizes[i] =
          static_cast<std::uint32_t>(merge_small(table, group.chunks[i], group.ids[i].data()));
    }
  } else if (group.count <= Lanes::capacity) {
    merge_lanes<1>(table, group);
  } else {
    merge_lanes<2>(table, group);
  }
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
