// Does by AVX2, 32 bytes at a time, what differs between the levels of instructions. There are four
// tasks: the masks of a block and the places of their bits (Blocks), the keys of a chunk that is
// merged, and the smallest of them (Keys), the ids of an entry of the cache (SpreadIds), and the
// places where a scalar of a set may begin (places_in). Scalars beyond ASCII in a block are looked
// up one by one. table_from is the number of bytes beyond ASCII in a sample from which the table of
// a pattern is faster than a scanner.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// Scalars that are no ASCII are looked up one by one, which a table does faster.
inline constexpr std::size_t table_from = scan_sample / 2;

struct Blocks {
  // Bytes from `low` on, `count` of them: a minimum with count - 1 does not change the distance.
  static std::uint64_t range(__m256i a, __m256i b, char low, char count) {
    const __m256i base = _mm256_set1_epi8(low);
    const __m256i most = _mm256_set1_epi8(static_cast<char>(count - 1));
    const __m256i x = _mm256_sub_epi8(a, base);
    const __m256i y = _mm256_sub_epi8(b, base);
    return bits(_mm256_cmpeq_epi8(_mm256_min_epu8(x, most), x),
                _mm256_cmpeq_epi8(_mm256_min_epu8(y, most), y));
  }

  static std::uint64_t equal(__m256i a, __m256i b, char byte) {
    const __m256i all = _mm256_set1_epi8(byte);
    return bits(_mm256_cmpeq_epi8(a, all), _mm256_cmpeq_epi8(b, all));
  }

  static std::uint64_t bits(__m256i low, __m256i high) {
    return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
           std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(high))} << 32;
  }

  static AsciiMasks ascii(const unsigned char* bytes) {
    const auto* from = reinterpret_cast<const __m256i*>(bytes);
    const __m256i a = _mm256_loadu_si256(from);
    const __m256i b = _mm256_loadu_si256(from + 1);
    const __m256i lower = _mm256_set1_epi8(0x20);
    AsciiMasks masks;
    masks.letters = range(_mm256_or_si256(a, lower), _mm256_or_si256(b, lower), 'a', 26);
    masks.numbers = range(a, b, '0', 10);
    masks.blanks = equal(a, b, ' ');
    masks.spaces = masks.blanks | range(a, b, 9, 5);
    masks.breaks = equal(a, b, '\n') | equal(a, b, '\r');
    masks.apostrophes = equal(a, b, '\'');
    masks.high = bits(a, b);
    if (masks.high != 0) masks.trailing = range(a, b, static_cast<char>(0x80), 0x40);
    return masks;
  }

  static CaseMasks cased(const unsigned char* bytes) {
    const auto* from = reinterpret_cast<const __m256i*>(bytes);
    const __m256i a = _mm256_loadu_si256(from);
    const __m256i b = _mm256_loadu_si256(from + 1);
    return {range(a, b, 'A', 26), equal(a, b, '/')};
  }

  // What there is no instruction for is done by loops.
  static WideMasks wide(const unsigned char* bytes, std::uint64_t leads,
                        const ScalarClasses& classes) {
    WideMasks masks;
    for (; leads != 0; leads &= leads - 1) {
      const unsigned lead = bytes[std::countr_zero(leads)];
      const std::uint64_t bit = leads & -leads;
      masks.three |= lead >= 0xE0 && lead < 0xF0 ? bit : 0;
      masks.four |= lead >= 0xF0 ? bit : 0;
      masks.letters |= classes.all_letters[lead & 63U] != 0 ? bit : 0;
    }
    return masks;
  }

  // The classes of the scalars that begin where `leads` says.
  static LeadClasses classes(const unsigned char* bytes, std::uint64_t leads, const WideMasks& wide,
                             const ScalarClasses& classes) {
    LeadClasses found;
    for (; leads != 0; leads &= leads - 1) {
      const std::uint64_t bit = leads & -leads;
      const unsigned char* const p = bytes + std::countr_zero(leads);
      std::uint32_t scalar = (p[0] & 0x1FU) << 6 | (p[1] & 0x3FU);
      if ((wide.three & bit) != 0) {
        scalar = (p[0] & 0x0FU) << 12 | (p[1] & 0x3FU) << 6 | (p[2] & 0x3FU);
      } else if ((wide.four & bit) != 0) {
        scalar = (p[0] & 0x07U) << 18 | (p[1] & 0x3FU) << 12 | (p[2] & 0x3FU) << 6 | (p[3] & 0x3FU);
      }
      const std::uint8_t scalar_class = classes.of_scalar[scalar];
      found.letters |= scalar_class == letter_scalar ? bit : 0;
      found.numbers |= scalar_class == number_scalar ? bit : 0;
      found.spaces |= scalar_class == space_scalar ? bit : 0;
    }
    return found;
  }

  // The bits of a mask as places, from `at` on; up to 64 + 7 are written. Eight at a time without a
  // branch: most blocks have more than eight chunks, and few more than sixteen.
  static std::uint32_t* places(std::uint64_t mask, std::uint32_t at, std::uint32_t* out) {
    const int count = std::popcount(mask);
    for (int written = 0; written < count; written += 8) {
      for (int i = 0; i < 8; ++i) {
        out[written + i] = at + static_cast<std::uint32_t>(std::countr_zero(mask));
        mask &= mask - 1;
      }
    }
    return out + count;
  }
};

// The keys of a chunk, eight a register, and the smallest of them.
template <unsigned capacity>
class Keys {
 public:
  explicit Keys(const std::array<std::uint32_t, capacity>& keys) {
    for (unsigned i = 0; i < parts; ++i) {
      keys_[i] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(keys.data() + 8 * i));
    }
  }

  void set(unsigned place, std::uint32_t key) {
    const __m256i value = _mm256_set1_epi32(static_cast<int>(key));
    const __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for (unsigned i = 0; i < parts; ++i) {
      const __m256i here =
          _mm256_cmpeq_epi32(numbers, _mm256_set1_epi32(static_cast<int>(place - 8 * i)));
      keys_[i] = _mm256_blendv_epi8(keys_[i], value, here);
    }
  }

  std::uint32_t lowest() const {
    __m256i all = keys_[0];
    for (unsigned i = 1; i < parts; ++i) {
      all = _mm256_min_epu32(all, keys_[i]);
    }
    __m128i four = _mm_min_epu32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0x4E));
    four = _mm_min_epu32(four, _mm_shuffle_epi32(four, 0xB1));
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(four));
  }

 private:
  static constexpr unsigned parts = capacity / 8;
  __m256i keys_[parts];
};

// Moves the ids of an entry of the cache, which are packed into sixteen bytes.
class SpreadIds {
 public:
  explicit SpreadIds(const cache::ChunkCache::View& cache)
      : spread_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(cache.spread))) {}

  static constexpr unsigned at_once = 4;

  void first(const unsigned char* packed, TokenId* out) const {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     _mm_shuffle_epi8(bytes(packed), _mm256_castsi256_si128(spread_)));
  }
  void eight(const unsigned char* packed, TokenId* out) const {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(bytes(packed)), spread_));
  }

 private:
  static __m128i bytes(const unsigned char* packed) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(packed));
  }

  __m256i spread_;
};

// What a table of 64 entries has for the lowest six bits of each byte: four look-ups of sixteen, of
// which the fifth and the sixth bit choose one.
inline __m256i look_up(__m256i bytes, const std::array<std::uint8_t, 64>& table) {
  const __m256i low = _mm256_and_si256(bytes, _mm256_set1_epi8(0x0F));
  const auto part = [&](unsigned which) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_load_si128(
                                   reinterpret_cast<const __m128i*>(table.data()) + which)),
                               low);
  };
  const __m256i fifth = _mm256_slli_epi16(bytes, 3);
  return _mm256_blendv_epi8(_mm256_blendv_epi8(part(0), part(1), fifth),
                            _mm256_blendv_epi8(part(2), part(3), fifth),
                            _mm256_slli_epi16(bytes, 2));
}

// The places of 64 bytes where a scalar begins that may be in the set.
inline std::uint64_t places_in(const char* bytes, const ScalarSet& set) {
  std::uint64_t places = 0;
  for (unsigned from = 0; from < 64; from += 32) {
    const auto at = [&](unsigned more) {
      return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + from + more));
    };
    const __m256i all = at(0);
    if (_mm256_movemask_epi8(all) == 0) continue;
    __m256i shared = _mm256_andnot_si256(
        _mm256_cmpgt_epi8(_mm256_set1_epi8(static_cast<char>(0xC0)), all), look_up(all, set.first));
    shared = _mm256_and_si256(shared, _mm256_cmpgt_epi8(_mm256_setzero_si256(), all));
    if (_mm256_testz_si256(shared, shared) != 0) continue;
    shared = _mm256_and_si256(shared, look_up(at(1), set.second));
    shared = _mm256_and_si256(shared, look_up(at(2), set.third));
    const __m256i none = _mm256_cmpeq_epi8(shared, _mm256_setzero_si256());
    const auto some = ~static_cast<std::uint32_t>(_mm256_movemask_epi8(none));
    places |= std::uint64_t{some} << from;
  }
  return places;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
