// Checks names that become file names. is_slug checks the id of a vector (a test case) byte by
// byte. stays_inside checks a relative path part by part: it must not lead out of its directory.
#include "conform/suite/names.hpp"

namespace bpetite::conform::suite {

bool is_slug(std::string_view text) {
  char before = '-';
  for (const char c : text) {
    const bool letter = ('a' <= c && c <= 'z') || ('0' <= c && c <= '9');
    if (!letter && (c != '-' || before == '-')) return false;
    before = c;
  }
  return before != '-' && text.size() <= longest_slug;
}

bool stays_inside(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) {
    return false;
  }
  for (;;) {
    const std::size_t end = path.find('/');
    const std::string_view part = path.substr(0, end);
    if (part.empty() || part == "." || part == "..") return false;
    if (end == std::string_view::npos) return true;
    path.remove_prefix(end + 1);
  }
}

}  // namespace bpetite::conform::suite
