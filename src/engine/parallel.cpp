#include "engine/parallel.hpp"

#include <algorithm>

namespace bpetite::engine {
namespace {

bool is_safe(std::string_view text, std::size_t at) {
  const auto letter = static_cast<unsigned char>(text[at - 1]) | 0x20U;
  return text[at] == ' ' && letter >= 'a' && letter <= 'z';
}

}  // namespace

std::vector<std::string_view> safe_parts(std::string_view text, std::size_t size) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    std::size_t end = std::min(std::max<std::size_t>(size, 1), text.size());
    while (end < text.size() && !is_safe(text, end)) ++end;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

}  // namespace bpetite::engine
