#include "engine/scan/safe_places.hpp"

#include <algorithm>

namespace bpetite::engine::scan {

// A scanner written by hand means the same as the compiled patterns.
bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at) {
  return cutter.compiled().is_safe_place(text, at);
}

std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at) {
  const auto is_cut = [&](std::string_view all, std::size_t at) {
    return (cut_at != CutAt::blanks || all[at] == ' ') && is_safe_place(cutter, all, at);
  };
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(std::max<std::size_t>(size, 1), text.size());
    while (end < text.size() && !is_cut(text, end)) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

}  // namespace bpetite::engine::scan
