// The masks of ASCII by AVX2: 32 bytes a comparison. Compiled for AVX2; called where there is one.
#include <immintrin.h>

#include "engine/blocks.hpp"

namespace bpetite::engine {
namespace {

// Bytes from `low` on, `count` of them: the distance is not changed by a minimum with count - 1.
__m256i in_range(__m256i bytes, char low, char count) {
  const __m256i distance = _mm256_sub_epi8(bytes, _mm256_set1_epi8(low));
  const __m256i most = _mm256_set1_epi8(static_cast<char>(count - 1));
  return _mm256_cmpeq_epi8(_mm256_min_epu8(distance, most), distance);
}

std::uint64_t bits(__m256i low, __m256i high) {
  const auto half = [](__m256i mask) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(_mm256_movemask_epi8(mask)));
  };
  return half(low) | half(high) << 32;
}

}  // namespace

AsciiMasks ascii_avx2(const unsigned char* bytes) {
  const auto* from = reinterpret_cast<const __m256i*>(bytes);
  const __m256i a = _mm256_loadu_si256(from);
  const __m256i b = _mm256_loadu_si256(from + 1);
  const auto range = [&](__m256i x, __m256i y, char low, char count) {
    return bits(in_range(x, low, count), in_range(y, low, count));
  };
  const auto equal = [&](char byte) {
    const __m256i all = _mm256_set1_epi8(byte);
    return bits(_mm256_cmpeq_epi8(a, all), _mm256_cmpeq_epi8(b, all));
  };
  const __m256i lower = _mm256_set1_epi8(0x20);
  AsciiMasks masks;
  masks.letters = range(_mm256_or_si256(a, lower), _mm256_or_si256(b, lower), 'a', 26);
  masks.numbers = range(a, b, '0', 10);
  masks.blanks = equal(' ');
  masks.spaces = masks.blanks | range(a, b, 9, 5);
  masks.breaks = equal('\n') | equal('\r');
  masks.apostrophes = equal('\'');
  masks.high = bits(a, b);
  if (masks.high != 0) {
    masks.trailing = range(a, b, static_cast<char>(0x80), 0x40);
  }
  return masks;
}

}  // namespace bpetite::engine
