// Text as people may see it, in messages, tables and reports: the one place that decides what of it
// stays.
//
//   é｜ ESC [2J FF      é｜\x1b[2J\xff      printable UTF-8 stays, the rest is escaped
//
// Escaped are controls (C0 and C1), what turns the direction of a line, what has no shape of its
// own, and bytes that are not UTF-8. What is shown once stays the same when it is shown again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bpetite {

// The scalar that begins some bytes, or the first byte, as it is shown.
struct ShownScalar {
  std::string text;
  std::size_t size;  // of what it stands for, in bytes
};
// The ASCII characters in `with_backslash` get a backslash.
ShownScalar first_shown(std::string_view bytes, std::string_view with_backslash = "");

std::string shown(std::string_view bytes, std::string_view with_backslash = "");

// The same in about `limit` bytes: the middle of a longer text is left out.
std::string shortened(std::string_view bytes, std::size_t limit);

}  // namespace bpetite
