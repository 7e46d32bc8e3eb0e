// Counts texts that are read block by block and are never in memory as a whole.
//
//   read        "...the cat sa" "t on the ma" ...
//   open        "the cat sa"                       what was read and not yet counted
//   closed      "the cat" | " sa" stays open       as far as it may be counted for certain
//
// While threads count what is closed, one of them reads the next block. What may be closed, and
// what is counted of it, a StreamForm says: plain text with or without separators (text_form), or
// JSON Lines (lines_form). What cannot be closed is held until it can.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/count/bounded_counts.hpp"
#include "engine/count/chunk_counts.hpp"

namespace bpetite::engine::count {

// Reads at most `size` bytes; fewer, or none, only at the end.
using ReadBlock = std::function<std::size_t(char* into, std::size_t size)>;

// What one thread counts at once.
struct StreamPart {
  std::string_view bytes;
  std::uint64_t offset = 0;  // in all that is read
  std::uint64_t line = 0;    // the number of its first line, in JSON Lines
};

struct StreamCut {
  std::size_t closed = 0;  // number of open bytes that are done with
  std::vector<StreamPart> parts;
};

struct StreamForm {
  // `known` of the open bytes were there before; `offset` is where they begin. At the end all are
  // closed. Called by one thread, in the order of the text.
  std::function<StreamCut(std::string_view open, std::size_t known, std::uint64_t offset, bool end)>
      cut;
  std::function<void(const StreamPart& part, ChunkCounts& counts)> count;
};

// `progress` is told how many bytes have been read and counted so far; it may throw.
void count_stream(const ReadBlock& read, const StreamForm& form, std::size_t block,
                  BoundedCounts& counts,
                  const std::function<void(std::uint64_t bytes)>& progress = {});

// How many bytes one thread counts at once, about.
inline constexpr std::size_t stream_part = std::size_t{1} << 18;

// Texts between separators, which are not counted; one text where the separator is empty.
// UnicodeDecodeError, with the offset: `place` names the file.
StreamForm text_form(const CorpusCutter& cutter, std::string separator, std::string place,
                     std::size_t part = stream_part);

struct LineOptions {
  std::string field;  // of the object in each line: the text
  bool skip_bad = false;
  std::size_t most_bytes = std::size_t{1} << 24;  // of a line
};

// JSON Lines: a text in a field of each line. A bad line is a ValueError that names it, or is
// skipped and counted in `skipped`, which has to outlive the form.
StreamForm lines_form(LineOptions options, std::string place, std::uint64_t& skipped);

}  // namespace bpetite::engine::count
