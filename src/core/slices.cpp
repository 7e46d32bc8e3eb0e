// Throws the errors of slices and windows (S64), with the place, the fault and what was required.
//
//   windows of 1 id, "a€"     windows: byte 1: what stands here has more ids, required at most 1
#include "core/slices.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "core/wording/counted.hpp"

namespace bpetite {

void check_slice(std::string_view text, std::size_t begin, std::size_t end) {
  for (const std::size_t place : {begin, end}) {
    if (place > text.size()) {
      throw ValueError(
          fmt::format("slice: byte {}: beyond the text, required at most {}", place, text.size()),
          "S64a");
    }
    if (place < text.size() && utf8::is_continuation(text[place])) {
      throw ValueError(
          fmt::format("slice: byte {}: inside a scalar, required an end of a scalar", place),
          "S64a");
    }
  }
  if (begin > end) {
    throw ValueError(
        fmt::format("slice: byte {}: the begin, required at most the end, {}", begin, end), "S64a");
  }
}

void check_windows(const WindowOptions& options) {
  if (options.most_ids == 0) {
    throw ValueError("windows: windows of 0 ids, required at least 1", "S64e");
  }
  if (options.overlap < options.most_ids) return;
  throw ValueError(fmt::format("windows: an overlap of {}: required fewer than the {} of a window",
                               counted(options.overlap, "id"), options.most_ids),
                   "S64d");
}

void throw_small_window(std::size_t begin, std::size_t most_ids) {
  throw ValueError(fmt::format("windows: byte {}: what stands here has more ids, required at most "
                               "{}, the size of a window",
                               begin, most_ids),
                   "S64e");
}

std::size_t longest_token(const Table& table) {
  std::size_t longest = 1;
  for (const std::string& token : table.tokens) longest = std::max(longest, token.size());
  return longest;
}

}  // namespace bpetite
