// Does by AVX-512 what differs between the levels of instructions. There are four tasks: the masks
// of a block and the places of their bits (Blocks), the keys of a chunk that is merged, and the
// smallest of them (Keys), the ids of an entry of the cache (SpreadIds), and the places where a
// scalar of a set may begin (places_in). A comparison of 64 bytes gives a mask at once, and scalars
// beyond ASCII are looked up sixteen at a time. table_from is more than the size of a sample: the
// scanners are faster than the table of a pattern for every text (except that of o200k, see
// engine/scan/scan.cpp).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// Never: the scanners are faster for every text.
inline constexpr std::size_t table_from = scan_sample + 1;

struct Blocks {
  static std::uint64_t range(__m512i bytes, char low, char count) {
    return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(low)),
                                  _mm512_set1_epi8(count));
  }

  static std::uint64_t equal(__m512i bytes, char byte) {
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
  }

  static AsciiMasks ascii(const unsigned char* bytes) {
    const __m512i all = _mm512_loadu_si512(bytes);
    AsciiMasks masks;
    masks.letters = range(_mm512_or_si512(all, _mm512_set1_epi8(0x20)), 'a', 26);
    masks.numbers = range(all, '0', 10);
    masks.blanks = equal(all, ' ');
    masks.spaces = masks.blanks | range(all, 9, 5);
    masks.breaks = equal(all, '\n') | equal(all, '\r');
    masks.apostrophes = equal(all, '\'');
    masks.high = _mm512_movepi8_mask(all);
    if (masks.high != 0) masks.trailing = range(all, static_cast<char>(0x80), 0x40);
    return masks;
  }

  static CaseMasks cased(const unsigned char* bytes) {
    const __m512i all = _mm512_loadu_si512(bytes);
    return {range(all, 'A', 26), equal(all, '/')};
  }

  static WideMasks wide(const unsigned char* bytes, std::uint64_t leads,
                        const ScalarClasses& classes) {
    const __m512i all = _mm512_maskz_loadu_epi8(leads, bytes);
    const __m512i flags =
        _mm512_permutexvar_epi8(all, _mm512_loadu_si512(classes.all_letters.data()));
    WideMasks masks;
    masks.three = range(all, static_cast<char>(0xE0), 0x10);
    masks.four = _mm512_cmpge_epu8_mask(all, _mm512_set1_epi8(static_cast<char>(0xF0)));
    masks.letters = _mm512_mask_test_epi8_mask(leads, flags, flags);
    return masks;
  }

  static __m512i sixteen(__m512i bytes) {
    return _mm512_cvtepu8_epi32(_mm512_castsi512_si128(bytes));
  }

  // Apart from the scanner, whose registers it would take.
  // The first, second, third and fourth bytes of the scalars are pressed together, put together
  // sixteen scalars at a time, looked up, and what was found is spread out again. No byte is read
  // that is not of such a scalar.
  [[gnu::noinline]] static LeadClasses classes(const unsigned char* bytes, std::uint64_t leads,
                                               const WideMasks& wide,
                                               const ScalarClasses& classes) {
    const __m512i low = _mm512_set1_epi8(0x3F);
    const auto pressed = [&](std::uint64_t lanes, unsigned place) {
      return _mm512_maskz_compress_epi8(
          leads, _mm512_and_si512(low, _mm512_maskz_loadu_epi8(lanes, bytes + place)));
    };
    const std::uint64_t longer = wide.three | wide.four;
    __m512i first = pressed(leads, 0);
    __m512i second = pressed(leads, 1);
    __m512i third = pressed(leads & longer, 2);
    __m512i fourth = pressed(leads & wide.four, 3);
    LeadClasses found;
    const int count = std::popcount(leads);
    for (int done = 0; done < count; done += 16) {
      // Of a first byte less its highest bits: from 0x20 on three bytes, from 0x30 on four.
      const __m512i lead = sixteen(first);
      const __m512i tail = _mm512_or_si512(_mm512_or_si512(_mm512_slli_epi32(sixteen(second), 12),
                                                           _mm512_slli_epi32(sixteen(third), 6)),
                                           sixteen(fourth));
      const __mmask16 is_three = _mm512_cmpge_epu32_mask(lead, _mm512_set1_epi32(0x20));
      const __mmask16 is_four = _mm512_cmpge_epu32_mask(lead, _mm512_set1_epi32(0x30));
      __m512i kept =
          _mm512_mask_mov_epi32(_mm512_set1_epi32(0x1F), is_three, _mm512_set1_epi32(0x0F));
      kept = _mm512_mask_mov_epi32(kept, is_four, _mm512_set1_epi32(0x07));
      __m512i unused = _mm512_mask_mov_epi32(_mm512_set1_epi32(12), is_three, _mm512_set1_epi32(6));
      unused = _mm512_mask_mov_epi32(unused, is_four, _mm512_setzero_si512());
      const __m512i scalars = _mm512_srlv_epi32(
          _mm512_or_si512(_mm512_slli_epi32(_mm512_and_si512(lead, kept), 18), tail), unused);

      const auto lanes = static_cast<__mmask16>(0xFFFFU >> std::max(0, 16 - (count - done)));
      const __m512i found_here = _mm512_and_si512(
          _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, scalars, classes.of_scalar, 1),
          _mm512_set1_epi32(0xFF));
      const auto are = [&](ScalarClass wanted) {
        return std::uint64_t{
                   _mm512_mask_cmpeq_epi32_mask(lanes, found_here, _mm512_set1_epi32(wanted))}
               << done;
      };
      found.letters |= are(letter_scalar);
      found.numbers |= are(number_scalar);
      found.spaces |= are(space_scalar);
      first = _mm512_alignr_epi32(first, first, 4);
      second = _mm512_alignr_epi32(second, second, 4);
      third = _mm512_alignr_epi32(third, third, 4);
      fourth = _mm512_alignr_epi32(fourth, fourth, 4);
    }
    return {_pdep_u64(found.letters, leads), _pdep_u64(found.numbers, leads),
            _pdep_u64(found.spaces, leads)};
  }

  // The numbers of the bits, as bytes, are pressed together, and widened sixteen at a time. Few
  // blocks have more than 32 chunks.
  static std::uint32_t* places(std::uint64_t mask, std::uint32_t at, std::uint32_t* out) {
    alignas(64) static constexpr std::array<std::uint8_t, 64> numbers = [] {
      std::array<std::uint8_t, 64> all{};
      for (std::uint8_t i = 0; i < 64; ++i) all[i] = i;
      return all;
    }();
    const __m512i pressed = _mm512_maskz_compress_epi8(mask, _mm512_load_si512(numbers.data()));
    const __m512i base = _mm512_set1_epi32(static_cast<int>(at));
    const int count = std::popcount(mask);
    const auto widen = [&](__m128i sixteen, int from) {
      _mm512_storeu_si512(out + from, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(sixteen)));
    };
    widen(_mm512_castsi512_si128(pressed), 0);
    widen(_mm512_extracti32x4_epi32(pressed, 1), 16);
    if (count > 32) [[unlikely]] {
      widen(_mm512_extracti32x4_epi32(pressed, 2), 32);
      widen(_mm512_extracti32x4_epi32(pressed, 3), 48);
    }
    return out + count;
  }
};

// The keys of a chunk, sixteen a register, and the smallest of them.
template <unsigned capacity>
class Keys {
 public:
  explicit Keys(const std::array<std::uint32_t, capacity>& keys) {
    for (unsigned i = 0; i < parts; ++i) {
      keys_[i] = _mm512_loadu_si512(keys.data() + 16 * i);
    }
  }

  void set(unsigned place, std::uint32_t key) {
    const std::uint64_t bit = std::uint64_t{1} << place;
    for (unsigned i = 0; i < parts; ++i) {
      keys_[i] = _mm512_mask_set1_epi32(keys_[i], static_cast<__mmask16>(bit >> 16 * i),
                                        static_cast<int>(key));
    }
  }

  std::uint32_t lowest() const {
    __m512i all = keys_[0];
    for (unsigned i = 1; i < parts; ++i) {
      all = _mm512_min_epu32(all, keys_[i]);
    }
    return _mm512_reduce_min_epu32(all);
  }

 private:
  static constexpr unsigned parts = capacity / 16;
  __m512i keys_[parts];
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

// The places of 64 bytes where a scalar begins that may be in the set.
inline std::uint64_t places_in(const char* bytes, const ScalarSet& set) {
  const __m512i all = _mm512_loadu_si512(bytes);
  const __mmask64 leads = _mm512_cmpge_epu8_mask(all, _mm512_set1_epi8(static_cast<char>(0xC0)));
  const auto classes = [&](const char* of, const std::array<std::uint8_t, 64>& table) {
    return _mm512_permutexvar_epi8(_mm512_loadu_si512(of), _mm512_load_si512(table.data()));
  };
  const __m512i shared =
      _mm512_and_si512(classes(bytes, set.first), classes(bytes + 1, set.second));
  return _mm512_mask_test_epi8_mask(leads, shared, classes(bytes + 2, set.third));
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
