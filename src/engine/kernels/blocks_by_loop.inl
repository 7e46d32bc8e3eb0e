// What levels without an instruction for it do by loops. Included once for each level
// (kernels_portable.cpp ...).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

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

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
