// The embedded files, as cmake/embed.cmake writes them: line by line, for compilers limit the
// length of a literal.
#pragma once

#include <span>
#include <string_view>

namespace bpetite::conform::suite {

struct EmbeddedFile {
  std::string_view name;  // without folder and ending: "encode-whitespace", "suite"
  std::span<const std::string_view> lines;
};

std::span<const EmbeddedFile> embedded_files();

}  // namespace bpetite::conform::suite
