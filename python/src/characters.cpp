// Keeps the widths of the characters of a text in blocks, and changes the blocks that an edit
// touches (CharacterPlaces). Counts characters up to a byte (CharacterCount).
//
//   "a€b"     one block, of 3 characters and 5 bytes, with the widths 1 3 1
#include "characters.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/utf8.hpp"

namespace bpetite::python {
namespace {

constexpr std::size_t block_size = 4096;  // characters

std::size_t sum(std::string_view widths) {
  std::size_t bytes = 0;
  for (const char width : widths) bytes += static_cast<std::size_t>(width);
  return bytes;
}

void append_widths(std::string_view text, std::string& widths) {
  for (const char byte : text) {
    if (utf8::is_continuation(byte)) {
      ++widths.back();
    } else {
      widths.push_back(1);
    }
  }
}

}  // namespace

CharacterPlaces::Found CharacterPlaces::find(std::size_t character) const {
  Found found;
  found.inside = character;
  // The end of a block belongs to it, so that text is added to the last block.
  while (found.block < blocks_.size() && found.inside > blocks_[found.block].characters) {
    found.inside -= blocks_[found.block].characters;
    found.byte += blocks_[found.block].bytes;
    ++found.block;
  }
  return found;
}

std::size_t CharacterPlaces::byte_of(std::size_t character) const {
  const Found found = find(character);
  if (found.inside == 0) return found.byte;
  const std::string& widths = blocks_[found.block].widths;
  if (widths.empty()) return found.byte + found.inside;
  return found.byte + sum(std::string_view(widths).substr(0, found.inside));
}

std::string CharacterPlaces::widths_of(const Block& block) {
  return block.widths.empty() ? std::string(block.characters, 1) : block.widths;
}

CharacterPlaces::Block CharacterPlaces::block_of(std::string_view widths) {
  const std::size_t bytes = sum(widths);
  return {widths.size(), bytes, bytes == widths.size() ? std::string() : std::string(widths)};
}

void CharacterPlaces::replace(std::size_t begin, std::size_t end, std::string_view text) {
  const Found from = find(begin);
  const Found to = find(end);
  std::string widths;
  std::size_t last = to.block;
  if (from.block < blocks_.size()) {
    widths = widths_of(blocks_[from.block]).substr(0, from.inside);
    append_widths(text, widths);
    widths += std::string_view(widths_of(blocks_[to.block])).substr(to.inside);
    ++last;
  } else {
    append_widths(text, widths);
  }

  // A small rest is joined with its neighbour, so that blocks have half their size or more.
  std::size_t first = from.block;
  if (widths.size() < block_size / 2 && last < blocks_.size()) {
    widths += widths_of(blocks_[last++]);
  } else if (widths.size() < block_size / 2 && first > 0) {
    widths.insert(0, widths_of(blocks_[--first]));
  }
  std::vector<Block> made;
  const std::size_t count = (widths.size() + block_size - 1) / block_size;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t at = widths.size() * i / count;
    const std::size_t next = widths.size() * (i + 1) / count;
    made.push_back(block_of(std::string_view(widths).substr(at, next - at)));
  }

  const auto place = [&](std::size_t i) {
    return blocks_.begin() + static_cast<std::ptrdiff_t>(i);
  };
  const auto behind = blocks_.erase(place(first), place(last));
  blocks_.insert(behind, std::make_move_iterator(made.begin()),
                 std::make_move_iterator(made.end()));
  size_ = 0;
  for (const Block& block : blocks_) size_ += block.characters;
}

std::size_t CharacterCount::before(std::size_t byte) {
  if (byte < byte_) byte_ = characters_ = 0;
  for (; byte_ < byte; ++byte_) characters_ += utf8::is_continuation(text_[byte_]) ? 0 : 1;
  return characters_;
}

}  // namespace bpetite::python
