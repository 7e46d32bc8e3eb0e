// The masks of a block, and keys of a chunk, by AVX-512: a comparison of 64 bytes is a mask.
namespace bpetite::engine::BPETITE_LEVEL {

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

}  // namespace bpetite::engine::BPETITE_LEVEL
