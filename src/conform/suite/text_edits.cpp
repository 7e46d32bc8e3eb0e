// Replaces parts of texts. Each function goes through the text once.
#include "conform/suite/text_edits.hpp"

#include "core/utf8.hpp"

namespace bpetite::conform::suite {

std::string replaced_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (std::size_t next = text.find(from); next != std::string_view::npos; next = text.find(from)) {
    result.append(text.substr(0, next)).append(to);
    text.remove_prefix(next + from.size());
  }
  return result.append(text);
}

std::string mended(std::string_view bytes, std::string_view stand_in) {
  std::string text;
  while (const auto offset = utf8::first_ill_formed(bytes)) {
    text.append(bytes.substr(0, *offset)).append(stand_in);
    bytes.remove_prefix(*offset + 1);
  }
  return text.append(bytes);
}

}  // namespace bpetite::conform::suite
