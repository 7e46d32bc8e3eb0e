// BlockReader reads a well-formed text in blocks of 64 bytes, and makes the masks of each block
// (blocks.hpp): letters, numbers, white space and what is in none of these classes, blanks, line
// breaks, apostrophes, and the first bytes of scalars by their size. A scalar that reaches into the
// next block is carried there. Beyond the end of the text there are blocks of white space. For
// patterns that know the case of letters (`cased`), marks count as letters, and there are also
// masks of ASCII capital letters, of slashes, and of letters beyond ASCII. Included once for each
// level with vectors (kernels_avx2.cpp, kernels_avx512.cpp).
namespace bpetite::engine::kernels::BPETITE_LEVEL {

// Reads the blocks of a well-formed text in order.
template <bool cased>
class BlockReader {
 public:
  BlockReader(std::string_view text, std::size_t at)
      : text_(reinterpret_cast<const unsigned char*>(text.data())),
        size_(text.size()),
        at_(at),
        classes_(cased ? scalar_classes_with_marks() : scalar_classes()) {}

  // Beyond the end: blocks of white space. Each mask is written where it will be read: a block that
  // is copied whole, right after its masks were stored, waits for them.
  void next(Block& block, Carry& carry) {
    const unsigned char* from = text_ + at_;
    const std::size_t left = size_ - std::min(size_, at_);
    std::array<unsigned char, block_size> end;
    std::uint64_t valid = ~std::uint64_t{0};
    if (left < block_size) {
      // The end is copied, so that nothing beyond it is read.
      end.fill(0);
      std::copy_n(text_ + (size_ - left), left, end.begin());
      from = end.data();
      valid = (std::uint64_t{1} << left) - 1;
    }
    __builtin_prefetch(from + text_ahead);
    const AsciiMasks masks = Blocks::ascii(from);
    block.letters = masks.letters;
    block.numbers = masks.numbers;
    block.spaces = masks.spaces | ~valid;
    block.blanks = masks.blanks;
    block.breaks = masks.breaks;
    block.apostrophes = masks.apostrophes;
    block.starts = valid & ~masks.trailing;
    block.two = block.three = block.four = 0;
    if (masks.high != 0) add_wide(block, from, masks.high & ~masks.trailing, carry, classes_);
    block.others = ~(block.letters | block.numbers | block.spaces);
    if constexpr (cased) {
      const CaseMasks known = Blocks::cased(from);
      block.uppers = known.uppers;
      block.slashes = known.slashes;
      block.wide_letters = block.letters & ~masks.letters;
    }
    at_ += block_size;
  }

 private:
  // Adds scalars that are no ASCII.
  static void add_wide(Block& block, const unsigned char* from, std::uint64_t leads, Carry& carry,
                       const ScalarClasses& classes) {
    const WideMasks wide = Blocks::wide(from, leads, classes);
    const std::uint64_t carried = (std::uint64_t{1} << carry.bytes) - 1;
    block.letters |= carry.scalar_class == letter_scalar ? carried : 0;
    block.numbers |= carry.scalar_class == number_scalar ? carried : 0;
    block.spaces |= carry.scalar_class == space_scalar ? carried : 0;
    block.two = leads & ~(wide.three | wide.four);
    block.three = wide.three;
    block.four = wide.four;

    LeadClasses found = Blocks::classes(from, leads & ~wide.letters, wide, classes);
    found.letters |= wide.letters;
    const auto whole = [&](std::uint64_t mask) {
      return mask | mask << 1 | (mask & (wide.three | wide.four)) << 2 | (mask & wide.four) << 3;
    };
    block.letters |= whole(found.letters);
    block.numbers |= whole(found.numbers);
    block.spaces |= whole(found.spaces);

    // How far the last scalar reaches into the next block.
    carry = {};
    const std::uint64_t reaching = (leads & std::uint64_t{1} << 63) |
                                   ((wide.three | wide.four) & std::uint64_t{1} << 62) |
                                   (wide.four & std::uint64_t{1} << 61);
    if (reaching == 0) return;
    const auto i = static_cast<unsigned>(std::countr_zero(reaching));
    const unsigned size = (wide.four & reaching) != 0 ? 4 : (wide.three & reaching) != 0 ? 3 : 2;
    carry.bytes = static_cast<std::uint8_t>(i + size - 64);
    carry.scalar_class = (found.letters & reaching) != 0   ? letter_scalar
                         : (found.numbers & reaching) != 0 ? number_scalar
                         : (found.spaces & reaching) != 0  ? space_scalar
                                                           : other_scalar;
  }

  const unsigned char* text_;
  std::size_t size_;
  std::size_t at_;
  const ScalarClasses& classes_;
};

}  // namespace bpetite::engine::kernels::BPETITE_LEVEL
