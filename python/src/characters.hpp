// Turns places in characters into places in bytes, for a text that is edited (CharacterPlaces), and
// places in bytes of a text that stands still into characters (CharacterCount).
//
//   "a€b"      character 2 is byte 4
//
// CharacterPlaces keeps the widths of the characters in blocks of about 4,096, and not the text. A
// block whose characters are all ASCII has no widths. A question costs a look at the sizes of the
// blocks, and at the widths of one; an edit costs the blocks that it touches.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bpetite::python {

// Texts that it is given are well-formed UTF-8.
class CharacterPlaces {
 public:
  std::size_t size() const { return size_; }  // in characters

  // Where the character begins, or the end of the text. `character` is at most size().
  std::size_t byte_of(std::size_t character) const;

  // The characters from `begin` to `end` are replaced by a text. begin <= end <= size().
  void replace(std::size_t begin, std::size_t end, std::string_view text);

 private:
  struct Block {
    std::size_t characters = 0;
    std::size_t bytes = 0;
    std::string widths;  // a number from 1 to 4 for each character; empty if all are 1
  };
  struct Found {
    std::size_t block = 0;
    std::size_t byte = 0;    // where the block begins
    std::size_t inside = 0;  // characters before the place, in the block
  };

  Found find(std::size_t character) const;
  static std::string widths_of(const Block& block);
  static Block block_of(std::string_view widths);

  std::vector<Block> blocks_;  // none is empty
  std::size_t size_ = 0;
};

// Counts the characters before bytes of one text. If each question is at or behind the one before,
// the text is read once. The text must outlive it.
class CharacterCount {
 public:
  explicit CharacterCount(std::string_view text) : text_(text) {}

  // The number of characters that begin before the byte.
  std::size_t before(std::size_t byte);

 private:
  std::string_view text_;
  std::size_t byte_ = 0;
  std::size_t characters_ = 0;
};

}  // namespace bpetite::python
