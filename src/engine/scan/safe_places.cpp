#include "engine/scan/safe_places.hpp"

namespace bpetite::engine::scan {

// A scanner written by hand means the same as the compiled patterns.
bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at) {
  return cutter.compiled().is_safe_place(text, at);
}

std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at) {
  return parts_at(text, size, [&](std::string_view all, std::size_t at) {
    return (cut_at != CutAt::blanks || all[at] == ' ') && is_safe_place(cutter, all, at);
  });
}

}  // namespace bpetite::engine::scan
