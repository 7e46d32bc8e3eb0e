#include "engine/count/count_stream.hpp"

#include <algorithm>
#include <exception>

namespace bpetite::engine::count {

void count_stream(const ReadBlock& read, const StreamForm& form, std::size_t block,
                  BoundedCounts& counts, const std::function<void(std::uint64_t bytes)>& progress) {
  std::string open;
  std::vector<char> ahead(block);
  std::size_t ahead_size = read(ahead.data(), block);
  std::uint64_t offset = 0;  // of `open`
  bool end = false;
  while (!end) {
    const std::size_t known = open.size();
    open.append(ahead.data(), ahead_size);
    end = ahead_size < block;
    const StreamCut cut = form.cut(open, known, offset, end);

    // A fault of the next block waits for those of this one, which come first in the text.
    std::exception_ptr fault;
    const std::size_t reading = end ? 0 : 1;
    counts.run(reading + cut.parts.size(), [&](std::size_t i, ChunkCounts& table) {
      if (i >= reading) return form.count(cut.parts[i - reading], table);
      try {
        ahead_size = read(ahead.data(), block);
      } catch (...) {
        fault = std::current_exception();
      }
    });
    offset += cut.closed;
    open.erase(0, cut.closed);
    if (progress) progress(offset);
    if (fault) std::rethrow_exception(fault);
  }
}

}  // namespace bpetite::engine::count
