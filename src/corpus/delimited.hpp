// Reads a content block by block, and cuts it into the texts between delimiters (DelimitedReader):
// lines, texts that end with NUL, or documents between separators.
//
//   content "ab\nc\n\n", delimiter "\n"      "ab" at 0, "c" at 3, "" at 5
//
// What is behind the last delimiter is a text too, unless it is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace bpetite::corpus {

class DelimitedReader {
 public:
  // Reads the next bytes of the content: fewer than `size` only at its end.
  using Read = std::function<std::size_t(char* into, std::size_t size)>;
  // Gets all bytes that are taken, in their order, with the delimiters.
  using Taken = std::function<void(std::string_view bytes)>;

  // The content begins at `offset` of a file. A text of more than `most_bytes` is not kept.
  DelimitedReader(Read read, std::string delimiter, std::size_t most_bytes,
                  std::uint64_t offset = 0, Taken taken = {});

  struct Text {
    std::uint64_t at = 0;  // where it begins
    std::string_view text;
    bool is_long = false;  // it has more than `most_bytes`, and is not here
  };

  // Where the next text begins.
  std::uint64_t next() const { return offset_ + begin_; }

  // Passes over the next text.
  void skip();
  // The next text, or nullopt at the end of the content. It is good until the next call.
  std::optional<Text> take();

 private:
  std::optional<std::size_t> size_of_text(std::size_t most);
  std::size_t delimiter_bytes() const { return is_last_ ? 0 : delimiter_.size(); }
  void pass(std::size_t size);
  void fill();

  Read read_;
  std::string delimiter_;
  std::size_t most_bytes_;
  Taken taken_;
  std::string read_bytes_;   // what was read and is not erased yet
  std::size_t begin_ = 0;    // of the next text in these bytes
  std::size_t certain_ = 0;  // how many of them are certainly of the next text
  bool ended_ = false;       // all was read
  bool is_last_ = false;     // no delimiter is behind the next text
  std::uint64_t offset_;     // of these bytes in the content
};

}  // namespace bpetite::corpus
