// Finds scalars of a set, 64 bytes of the text at a time.
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
