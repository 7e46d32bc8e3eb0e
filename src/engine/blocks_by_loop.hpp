// What levels without an instruction for it do by loops. Included once for each level
// (kernels_portable.cpp ...).
namespace bpetite::engine::BPETITE_LEVEL {

struct BlocksByLoop {
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

}  // namespace bpetite::engine::BPETITE_LEVEL
