// Makes small changes to texts: replaces parts, replaces ill-formed bytes in three ways, and quotes
// a word for the shell. Also splits a text into its scalars, or an ill-formed one into its bytes,
// and writes lengths and numbers in words ("3 scalars", "2,048 merges").
#include "conform/suite/text_edits.hpp"

#include <fmt/format.h>

#include "core/utf8.hpp"

namespace bpetite::conform::suite {

namespace {

// The length of the longest beginning of a well-formed sequence at the start of `bytes`, at
// least 1.
std::size_t subpart_size(std::string_view bytes) {
  const auto at = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const unsigned lead = at(0);
  const std::size_t following = lead < 0xC2 || lead > 0xF4 ? 0
                                : lead < 0xE0              ? 1
                                : lead < 0xF0              ? 2
                                                           : 3;
  unsigned lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  std::size_t size = 1;
  while (size <= following && size < bytes.size() && lowest <= at(size) && at(size) <= highest) {
    ++size;
    lowest = 0x80;
    highest = 0xBF;
  }
  return size;
}

}  // namespace

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

std::string text_of(std::string_view bytes) {
  std::string text;
  while (const auto offset = utf8::first_ill_formed(bytes)) {
    text.append(bytes.substr(0, *offset));
    text += fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[*offset]));
    bytes.remove_prefix(*offset + 1);
  }
  return text.append(bytes);
}

std::string mended_subparts(std::string_view bytes, std::string_view stand_in) {
  std::string text;
  while (const auto offset = utf8::first_ill_formed(bytes)) {
    text.append(bytes.substr(0, *offset)).append(stand_in);
    bytes.remove_prefix(*offset);
    bytes.remove_prefix(subpart_size(bytes));
  }
  return text.append(bytes);
}

std::string shell_quoted(std::string_view word) {
  return "'" + replaced_all(word, "'", "'\\''") + "'";
}

std::vector<std::string> units_of(std::string_view text) {
  const bool whole = !utf8::first_ill_formed(text);
  std::vector<std::string> units;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = whole ? utf8::scalar_at(text, at).size : 1;
    units.emplace_back(text.substr(at, size));
    at += size;
  }
  return units;
}

std::string length_of(std::string_view text) {
  return counted(units_of(text).size(), utf8::first_ill_formed(text) ? "byte" : "scalar");
}

std::string counted(std::size_t number, std::string_view noun) {
  std::string digits = fmt::format("{}", number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) {
    digits.insert(at - 3, ",");
  }
  return noun.empty() ? digits : fmt::format("{} {}{}", digits, noun, number == 1 ? "" : "s");
}

}  // namespace bpetite::conform::suite
