// find_in_set() finds the first block of 64 bytes of a text where a scalar begins that may be in a
// set (scalar_set.hpp), and returns it with a bit for each such place. If there is no such block,
// it returns the last bytes, which are too few for a block, without bits.
namespace bpetite::engine::kernels::BPETITE_LEVEL {

inline SetPlaces find_in_set(const char* begin, const char* end, const ScalarSet& set) {
  const char* block = begin;
  for (; end - block >= static_cast<std::ptrdiff_t>(set_reads); block += set_block) {
    __builtin_prefetch(block + text_ahead);
    const std::uint64_t bits = places_in(block, set);
    if (bits != 0) return {block, bits};
  }
  return {block, 0};
}

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
