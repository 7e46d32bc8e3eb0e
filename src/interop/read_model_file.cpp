// Reads the file of a model. Reads the first 16 MiB of a GGUF file, and then twice as many bytes
// each time, until all of its values are there. Any other file is read to its end. A file of which
// more than 2 GiB would be kept is refused.
#include "interop/read_model_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "interop/gguf/file.hpp"

namespace bpetite::interop {
namespace {

// 16 MiB. Most vocabularies are smaller.
constexpr std::size_t first_read = std::size_t{1} << 24;

// Reads until there are `size` bytes. False at the end of the file.
bool read_up_to(std::size_t size, file::Input& input, std::string& bytes) {
  const std::size_t before = bytes.size();
  bytes.resize(size);
  bytes.resize(before + input.read(bytes.data() + before, size - before));
  return bytes.size() == size;
}

}  // namespace

// S54d "16 MiB first, and then each time as much again as there is": the file names sizes, but they
// are not trusted before so many bytes have been read. A small file could name a large size, and
// the program would take much memory (S13f).
ModelFile read_model_file(file::Input input) {
  std::string bytes;
  bool has_more = read_up_to(gguf::beginning.size(), input, bytes);
  if (bytes != gguf::beginning) {
    return {input.read_all(file::most_document_bytes, std::move(bytes)), false};
  }
  for (std::size_t size = first_read; has_more; size *= 2) {
    has_more = read_up_to(std::min(size, std::size_t{file::most_document_bytes}), input, bytes);
    const std::uint64_t front = gguf::front_size(bytes);
    if (front <= bytes.size()) {
      std::string next;
      const bool is_front = front < bytes.size() || read_up_to(1, input, next);
      bytes.resize(front);
      return {std::move(bytes), is_front};
    }
    // The values would have more bytes than any file may have. So the whole file is read, and
    // refused if it is too long.
    if (front > file::most_document_bytes) break;
  }
  return {input.read_all(file::most_document_bytes, std::move(bytes)), false};
}

}  // namespace bpetite::interop
