// The masks of ASCII by AVX-512: a comparison of 64 bytes is a mask. Compiled for AVX-512BW; called
// where there is one.
#include <immintrin.h>

#include "engine/blocks.hpp"

namespace bpetite::engine {
namespace {

std::uint64_t in_range(__m512i bytes, char low, char count) {
  return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(low)),
                                _mm512_set1_epi8(count));
}

}  // namespace

AsciiMasks ascii_avx512(const unsigned char* bytes) {
  const __m512i all = _mm512_loadu_si512(bytes);
  const auto equal = [&](char byte) {
    return static_cast<std::uint64_t>(_mm512_cmpeq_epi8_mask(all, _mm512_set1_epi8(byte)));
  };
  AsciiMasks masks;
  masks.letters = in_range(_mm512_or_si512(all, _mm512_set1_epi8(0x20)), 'a', 26);
  masks.numbers = in_range(all, '0', 10);
  masks.blanks = equal(' ');
  masks.spaces = masks.blanks | in_range(all, 9, 5);
  masks.breaks = equal('\n') | equal('\r');
  masks.apostrophes = equal('\'');
  masks.high = _mm512_movepi8_mask(all);
  if (masks.high != 0) {
    masks.trailing = in_range(all, static_cast<char>(0x80), 0x40);
  }
  return masks;
}

}  // namespace bpetite::engine
