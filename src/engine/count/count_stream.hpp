// Counts texts that are read block by block and are never in memory as a whole (count_stream).
//
//   read        "...the cat sa" "t on the ma" ...
//   open        "the cat sa"                       bytes that were read and not yet counted
//   closed      "the cat" | " sa" stays open       bytes that can be counted for certain
//
// While the closed bytes are counted, another thread, if there is one, reads the next block. A
// StreamForm decides which bytes are closed (StreamCut, in parts for one thread each: StreamPart),
// and what is counted of them. There are two forms: plain text with or without separators
// (text_form), and one field of each line of JSON Lines (lines_form, with LineOptions), where bad
// lines are errors or are skipped. Bytes that cannot be closed are kept until they can, except
// those of a line that is too long.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
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
  std::size_t closed = 0;  // number of open bytes that are now closed
  std::vector<StreamPart> parts;
};

struct StreamForm {
  // The first `known` of the open bytes were there before. `offset` is where the open bytes begin.
  // At the end all of them are closed. Called by one thread, in the order of the text.
  std::function<StreamCut(std::string_view open, std::size_t known, std::uint64_t offset, bool end)>
      cut;
  std::function<void(const StreamPart& part, ChunkCounts& counts)> count;
};

// Calls `progress` with the number of bytes that were read and counted so far; it may throw.
void count_stream(const ReadBlock& read, const StreamForm& form, std::size_t block,
                  BoundedCounts& counts,
                  const std::function<void(std::uint64_t bytes)>& progress = {});

// About how many bytes one thread counts at once.
inline constexpr std::size_t stream_part = std::size_t{1} << 18;

// Plain text: texts between separators, which are not counted; one text if the separator is empty.
// UnicodeDecodeError: a text is not UTF-8. The message has `place`, the name of the file, and the
// offset.
StreamForm text_form(const CorpusCutter& cutter, std::string separator, std::string place,
                     std::size_t part = stream_part);

// S41d: a longer line of JSON Lines is bad.
inline constexpr std::size_t most_line_bytes = std::size_t{1} << 30;
inline constexpr std::string_view too_long_line = "longer than 2^30 bytes";

// S41c: a line that is passed over.
inline bool is_blank_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// The text in a field of a line, or why the line is bad (S41d).
struct LineText {
  std::string text;
  std::optional<std::string> fault;
};
LineText text_of_line(std::string_view line, std::string_view field,
                      std::size_t most_bytes = most_line_bytes);

struct LineOptions {
  std::string field;  // the field of each line that has the text
  bool skip_bad = false;
  std::size_t most_bytes = most_line_bytes;  // of a line
};

// JSON Lines: a text in a field of each line. A bad line is a ValueError that names it, or is
// skipped and counted in `skipped`, which has to outlive the form.
StreamForm lines_form(LineOptions options, std::string place, std::uint64_t& skipped);

}  // namespace bpetite::engine::count
