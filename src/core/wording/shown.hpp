// Makes text safe to show to people, in messages, tables and reports, and leaves out the middle of
// a long text (shortened). Only this file decides what is escaped.
//
//   é｜ ESC [2J FF      é｜\x1b[2J\xff      printable UTF-8 stays, the rest is escaped
//
// It escapes controls (C0 and C1), scalars that change the direction of a line, scalars without a
// shape of their own, and bytes that are not UTF-8. Escaped text stays the same when it is escaped
// again.
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
