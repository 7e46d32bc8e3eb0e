// Block describes 64 bytes of a text as bit masks of their character classes.
//
//   "it's 3€"      letters   1101.....      numbers  .....1...      starts  1111111..
//                  blanks    ....1....      others   ..1...111
//
// Bit i of a mask describes byte i. Every byte of a scalar has the scalar's class, so that "the
// class changes here" is one shift and one operation for 64 bytes. The masks of ASCII come from
// comparisons of 64 or 32 bytes. Other scalars are looked up, one by one or sixteen at once, unless
// their first byte shows that they are letters. Each level with vectors has a struct Blocks that
// does so (instructions_avx2.inl, instructions_avx512.inl). It gives AsciiMasks, CaseMasks,
// WideMasks and LeadClasses, from which a Block is made. Window is a block with its two neighbours,
// and Carry says how far a scalar reaches into the next block. text_ahead is how far ahead of the
// reader a text is prefetched.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/kernels/scalar_classes.hpp"
#include "engine/machine/level.hpp"

namespace bpetite::engine::kernels {

inline constexpr std::size_t block_size = 64;

// So far ahead memory is asked for a text that is read from its start to its end: the processor
// does so by itself only up to the end of a page.
inline constexpr std::size_t text_ahead = 4096;

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

// What only patterns ask for that know the case of letters.
struct CaseMasks {
  std::uint64_t uppers = 0;   // U+0041 to U+005A
  std::uint64_t slashes = 0;  // U+002F
};

// The first bytes of scalars that are no ASCII.
struct WideMasks {
  std::uint64_t three = 0;    // of scalars of three bytes
  std::uint64_t four = 0;     // of four; the others have two
  std::uint64_t letters = 0;  // of scalars that are letters, whatever follows
};

// The classes of scalars, as bits of their first bytes.
struct LeadClasses {
  std::uint64_t letters = 0;
  std::uint64_t numbers = 0;
  std::uint64_t spaces = 0;
};

// The classes of all bytes of a block. Beyond the end of the text is white space that never begins.
struct Block {
  std::uint64_t letters = 0;
  std::uint64_t numbers = 0;
  std::uint64_t spaces = 0;
  std::uint64_t others = 0;  // what is in none of these three classes
  std::uint64_t blanks = 0;
  std::uint64_t breaks = 0;
  std::uint64_t apostrophes = 0;
  std::uint64_t starts = 0;  // first bytes of scalars,
  std::uint64_t two = 0;     // of these of scalars of two bytes,
  std::uint64_t three = 0;   // of three
  std::uint64_t four = 0;    // and of four

  // Only for patterns that know the case of letters:
  std::uint64_t uppers = 0;
  std::uint64_t slashes = 0;
  std::uint64_t wide_letters = 0;  // letters and marks that are no ASCII

  std::uint64_t wide() const { return two | three | four; }
};

// A block and its neighbours. Before the start of a text there is a block without any class.
struct Window {
  const Block& before;
  const Block& block;
  const Block& after;
};

// A scalar that reaches into the next block: its class, and how many bytes of it are there.
struct Carry {
  std::uint8_t scalar_class = 0;
  std::uint8_t bytes = 0;
};

}  // namespace bpetite::engine::kernels
