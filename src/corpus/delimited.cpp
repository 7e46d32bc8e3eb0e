// Cuts a content that is read block by block into texts. A text that spans many blocks is searched
// once, and one that is too long is dropped while it is read.
//
//   blocks "ab<", ">c", delimiter "<>"      "ab", "c"
#include "corpus/delimited.hpp"

#include <algorithm>
#include <utility>

namespace bpetite::corpus {

DelimitedReader::DelimitedReader(Read read, std::string delimiter, std::size_t most_bytes,
                                 std::uint64_t offset, Taken taken)
    : read_(std::move(read)),
      delimiter_(std::move(delimiter)),
      most_bytes_(most_bytes),
      taken_(std::move(taken)),
      offset_(offset) {}

void DelimitedReader::skip() {
  auto size = size_of_text(0);
  for (; !size; size = size_of_text(0)) begin_ += certain_;
  begin_ += *size + delimiter_bytes();
}

std::optional<DelimitedReader::Text> DelimitedReader::take() {
  Text text{next(), {}, false};
  auto size = size_of_text(most_bytes_);
  for (; !size; size = size_of_text(most_bytes_)) {
    text.is_long = true;
    pass(certain_);
  }
  if (is_last_ && *size == 0 && !text.is_long) return std::nullopt;
  text.is_long = text.is_long || *size > most_bytes_;
  if (!text.is_long) text.text = std::string_view(read_bytes_).substr(begin_, *size);
  pass(*size + delimiter_bytes());
  return text;
}

// The number of bytes of the next text, without its delimiter. nullopt: it has more than `most`, of
// which `certain_` were read.
std::optional<std::size_t> DelimitedReader::size_of_text(std::size_t most) {
  std::size_t searched = begin_;
  while (true) {
    const std::size_t found = read_bytes_.find(delimiter_, searched);
    if (found != std::string::npos) return found - begin_;
    is_last_ = ended_;
    if (is_last_) return read_bytes_.size() - begin_;
    // A delimiter may have begun at the end.
    const std::size_t size = read_bytes_.size() - begin_;
    certain_ = size - std::min(size, delimiter_.size() - 1);
    if (certain_ > most) return std::nullopt;
    searched = certain_;
    fill();
  }
}

void DelimitedReader::pass(std::size_t size) {
  if (taken_) taken_(std::string_view(read_bytes_).substr(begin_, size));
  begin_ += size;
}

// Reads a block behind the bytes that are not passed yet, which move to the front.
void DelimitedReader::fill() {
  constexpr std::size_t block = std::size_t{1} << 20;
  read_bytes_.erase(0, begin_);
  offset_ += std::exchange(begin_, 0);
  const std::size_t before = read_bytes_.size();
  read_bytes_.resize(before + block);
  const std::size_t read = read_(read_bytes_.data() + before, block);
  read_bytes_.resize(before + read);
  ended_ = read < block;
}

}  // namespace bpetite::corpus
