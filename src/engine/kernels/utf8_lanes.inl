// skip_well_formed() skips well-formed UTF-8 by AVX2, 64 bytes at a time. It stops at 64 bytes with
// a fault, and returns a place where a scalar begins, with nothing ill-formed before it. 64 bytes
// of ASCII take a short way; all others are checked without a branch on what they are.
//
//   bytes        E2 82 28        28 after 82 after E2: the third byte of a scalar that has none
//   pair E2 82   no fault        pair 82 28   no fault        and E2 demands a third byte
//
// Every fault but a missing third or fourth byte shows in two neighbours: in both halves of the
// first byte and the upper half of the second. Three tables of sixteen bytes say, a bit a fault,
// which halves are part of it; where all three agree, it is there. The same bit that marks two
// trailing bytes side by side is what a third or fourth byte has to have. (After Keiser and Lemire,
// "Validating UTF-8 in less than one instruction per byte", 2021.)
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// A set of halves, as bits 0..15.
struct PairFault {
  unsigned first_upper;
  unsigned first_lower;
  unsigned second_upper;
};

inline constexpr unsigned any_half = 0xFFFF;
inline constexpr unsigned trailing_half = 0x0F00;  // 8..B
inline constexpr std::array<PairFault, 8> pair_faults = {{
    {0xF000, any_half, any_half & ~trailing_half},  // a lead, and no trailing byte
    {0x00FF, any_half, trailing_half},              // ASCII, and a trailing byte
    {0x1000, 0x0003, trailing_half},                // C0, C1: over-long
    {0x4000, 0x0001, 0x0300},                       // E0 80..9F: over-long
    {0x4000, 0x2000, 0x0C00},                       // ED A0..BF: surrogates
    {0x8000, 0xFFE1, 0x0100},           // F0 80..8F: over-long, F5..FF 80..8F: too large
    {0x8000, 0xFFF0, 0x0E00},           // F4 90..BF, F5..FF 90..BF: too large
    {0x0F00, any_half, trailing_half},  // two trailing bytes
}};

inline __m256i fault_table(unsigned PairFault::*halves) {
  alignas(16) std::array<std::uint8_t, 16> table{};
  for (unsigned half = 0; half < 16; ++half) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      table[half] =
          static_cast<std::uint8_t>(table[half] | (pair_faults[bit].*halves >> half & 1U) << bit);
    }
  }
  return _mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(table.data())));
}

struct FaultTables {
  __m256i first_upper;
  __m256i first_lower;
  __m256i second_upper;
};

// The bytes that lie `back` before those of `bytes`, after `before`.
template <int back>
inline __m256i earlier_bytes(__m256i bytes, __m256i before) {
  return _mm256_alignr_epi8(bytes, _mm256_permute2x128_si256(before, bytes, 0x21), 16 - back);
}

inline __m256i upper_halves(__m256i bytes) {
  return _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F));
}

// Not zero where the bytes, after those before them, are ill-formed.
inline __m256i faults_in(__m256i bytes, __m256i before, const FaultTables& tables) {
  const __m256i low = _mm256_set1_epi8(0x0F);
  const __m256i first = earlier_bytes<1>(bytes, before);
  const __m256i pairs = _mm256_and_si256(
      _mm256_and_si256(_mm256_shuffle_epi8(tables.first_upper, upper_halves(first)),
                       _mm256_shuffle_epi8(tables.first_lower, _mm256_and_si256(first, low))),
      _mm256_shuffle_epi8(tables.second_upper, upper_halves(bytes)));
  // 0x80 and more where a third or a fourth byte is due.
  const __m256i third = _mm256_subs_epu8(earlier_bytes<2>(bytes, before),
                                         _mm256_set1_epi8(static_cast<char>(0xE0 - 0x80)));
  const __m256i fourth = _mm256_subs_epu8(earlier_bytes<3>(bytes, before),
                                          _mm256_set1_epi8(static_cast<char>(0xF0 - 0x80)));
  const __m256i due =
      _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8(static_cast<char>(0x80)));
  return _mm256_xor_si256(due, pairs);
}

inline const char* skip_well_formed(const char* begin, const char* end) {
  const FaultTables tables = {fault_table(&PairFault::first_upper),
                              fault_table(&PairFault::first_lower),
                              fault_table(&PairFault::second_upper)};
  __m256i before = _mm256_setzero_si256();
  __m256i incomplete = _mm256_setzero_si256();  // whether `before` ends within a scalar
  // Above these a byte at the end of a block has some after it.
  const __m256i most =
      _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                       -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, static_cast<char>(0xF0 - 1),
                       static_cast<char>(0xE0 - 1), static_cast<char>(0xC0 - 1));
  const char* at = begin;
  for (; end - at >= 64; at += 64) {
    __builtin_prefetch(at + text_ahead);
    const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at));
    const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(at + 32));
    if (_mm256_movemask_epi8(_mm256_or_si256(a, b)) == 0) {
      if (_mm256_testz_si256(incomplete, incomplete) == 0) break;
      before = b;
      continue;
    }
    const __m256i faults = _mm256_or_si256(faults_in(a, before, tables), faults_in(b, a, tables));
    if (_mm256_testz_si256(faults, faults) == 0) break;
    before = b;
    incomplete = _mm256_subs_epu8(b, most);
  }
  // Back to where the last scalar begins: it may not be whole.
  while (at > begin && (static_cast<unsigned char>(*--at) & 0xC0) == 0x80) {
  }
  return at;
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
