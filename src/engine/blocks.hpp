// A text as blocks of 64 bytes, each as bit masks of its character classes.
//
//   "it's 3€"      letters   1101......      numbers  .....1...      starts  1111111..
//                  blanks    ....1.....      others   ..1...111
//
// Bit i of a mask speaks of byte i. Every byte of a scalar has the scalar's class, so that "the
// class changes here" is one shift and one operation for 64 bytes. The masks of ASCII come from
// compare instructions (blocks_avx512.cpp, blocks_avx2.cpp) or from a table (blocks_portable.cpp);
// other scalars are looked up one by one. Cost: 1 to 3 cycles a byte of ASCII by the table, a tenth
// of that by instructions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bpetite::engine {

inline constexpr std::size_t block_size = 64;

// What is true of ASCII bytes, and which bytes are none.
struct AsciiMasks {
  std::uint64_t letters = 0;
  std::uint64_t numbers = 0;
  std::uint64_t spaces = 0;       // White_Space: U+0009 to U+000D, and the blank
  std::uint64_t blanks = 0;       // U+0020
  std::uint64_t breaks = 0;       // U+000A and U+000D
  std::uint64_t apostrophes = 0;  // U+0027
  std::uint64_t high = 0;         // bytes from 0x80 on
  std::uint64_t trailing = 0;     // of these 0x80 to 0xBF, which begin no scalar
};

// The classes of all bytes of a block. Beyond the end of the text is white space that never begins.
struct Block {
  std::uint64_t letters = 0;
  std::uint64_t numbers = 0;
  std::uint64_t spaces = 0;
  std::uint64_t blanks = 0;
  std::uint64_t breaks = 0;
  std::uint64_t apostrophes = 0;
  std::uint64_t starts = 0;  // first bytes of scalars,
  std::uint64_t two = 0;     // of these of scalars of two bytes,
  std::uint64_t three = 0;   // of three
  std::uint64_t four = 0;    // and of four

  std::uint64_t others() const { return ~(letters | numbers | spaces); }
};

// How the masks of ASCII are computed. A level may run on any machine that has its instructions;
// the results are the same.
enum class Level : std::uint8_t { portable, avx2, avx512 };

// The best level of this machine, found once. BPETITE_SIMD=portable, avx2 or avx512 asks for a
// lower one.
Level machine_level();
bool is_supported(Level level);

using AsciiClassifier = AsciiMasks (*)(const unsigned char* bytes);
AsciiClassifier ascii_classifier(Level level);

AsciiMasks ascii_portable(const unsigned char* bytes);
AsciiMasks ascii_avx2(const unsigned char* bytes);
AsciiMasks ascii_avx512(const unsigned char* bytes);

// The class of each scalar in the pinned version of Unicode (S2), by its value.
enum ScalarClass : std::uint8_t { other_scalar = 0, letter_scalar, number_scalar, space_scalar };
const std::uint8_t* scalar_classes();

// Reads the blocks of a well-formed text in order.
class BlockReader {
 public:
  BlockReader(std::string_view text, Level level);
  // Beyond the end: blocks of white space.
  Block next();

 private:
  void add_scalars(Block& block, const AsciiMasks& masks, std::size_t limit);

  const unsigned char* text_;
  std::size_t size_;
  std::size_t at_ = 0;
  AsciiClassifier classify_;
  const std::uint8_t* classes_;
  // A scalar that reaches into the next block: its class, and how many bytes of it are there.
  std::uint8_t carried_class_ = 0;
  unsigned carried_bytes_ = 0;
};

}  // namespace bpetite::engine
