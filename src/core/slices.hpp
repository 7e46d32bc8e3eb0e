// The errors of slices and windows, in one place, so that the reference and the engine report them
// in the same way (S64): a place at which a text cannot be cut, an overlap that leaves nothing for
// a new window, and a window that is too small for what comes next. Also the most bytes that a
// token has.
//
//   "a€", slice 0..2     slice: byte 2: inside a scalar, required an end of a scalar [S64a]
#pragma once

#include <cstddef>
#include <string_view>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>

#include "core/table.hpp"

namespace bpetite {

// ValueError (S64a) unless begin <= end, and both are places of the text between two scalars, or at
// one of its ends.
void check_slice(std::string_view text, std::size_t begin, std::size_t end);

// ValueError unless a window has an id (S64e), and more of them than the overlap (S64d).
void check_windows(const WindowOptions& options);

// Throws the error for a window that begins here, when not even the next place fits (S64e).
[[noreturn]] void throw_small_window(std::size_t begin, std::size_t most_ids);

// The size of the longest token, in bytes.
std::size_t longest_token(const Table& table);

}  // namespace bpetite
