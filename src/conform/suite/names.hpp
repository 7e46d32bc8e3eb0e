// Checks names that become file names: ids of vectors (test cases), which have at most 100 bytes,
// and relative paths, which must not lead out of their directory.
//
//   is_slug("encode-merge-double-space")        stays_inside("out/encode-merge-double-space")
//   not: "../precious", "Two Words", ""         not: "/etc", "out/../..", "out//a"
#pragma once

#include <cstddef>
#include <string_view>

namespace bpetite::conform::suite {

// Every file system accepts names of this length.
inline constexpr std::size_t longest_slug = 100;

// Whether the text consists of a-z, 0-9, and single dashes between them.
bool is_slug(std::string_view text);

// True for a relative path of names between single slashes, without NUL and without the names "."
// and "..". Such a path stays in the directory where it begins, unless a link on the way leaves
// it.
bool stays_inside(std::string_view path);

}  // namespace bpetite::conform::suite
