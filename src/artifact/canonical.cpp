#include "artifact/canonical.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace bpetite::artifact {

std::string written_vocabulary(
    const std::vector<std::pair<std::size_t, std::string_view>>& tokens) {
  std::vector<std::pair<std::string, std::string_view>> entries;
  entries.reserve(tokens.size());
  for (const auto& [id, bytes] : tokens) entries.emplace_back(fmt::format_int(id).str(), bytes);
  std::sort(entries.begin(), entries.end());

  std::string text = "{";
  for (const auto& [key, bytes] : entries) {
    if (text.size() > 1) text += ',';
    text.append("\"").append(key).append("\":[");
    std::string_view separator;
    for (const char byte : bytes) {
      text.append(separator).append(fmt::format_int(static_cast<unsigned char>(byte)).str());
      separator = ",";
    }
    text += ']';
  }
  return text + "}";
}

}  // namespace bpetite::artifact
