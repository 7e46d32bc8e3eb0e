// Makes text safe to show to people, in messages, tables and reports: a whole text (shown), its
// first scalar (first_shown), or a long text without its middle (shortened). Only this file decides
// what is escaped.
//
//   é｜ ESC [2J FF      é｜\x1b[2J\xff      printable UTF-8 stays, the rest is escaped
//
// It escapes controls (C0 and C1), format scalars such as those that change the direction of a
// line, separators of lines and paragraphs, scalars without a shape of their own, scalars that are
// never characters, everything from U+E0000 on, and bytes that are not UTF-8. It also puts a
// backslash before the ASCII characters that a caller names. Without such characters, escaped text
// stays the same when it is escaped again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bpetite {

// The first scalar of some bytes as it is shown, or the first byte if no scalar begins there.
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
