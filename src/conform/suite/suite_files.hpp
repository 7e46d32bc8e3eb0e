// The files that the build embeds in the program: those of the suite of vectors (embedded_files),
// and the small vocabularies of conformance/profiles (small_files). cmake/embed.cmake writes them
// as one literal for each line, because compilers limit the length of a literal.
//
//   small_files()[0]     name "gpt2", and the lines of conformance/profiles/gpt2.json
#pragma once

#include <span>
#include <string_view>

namespace bpetite::conform::suite {

struct EmbeddedFile {
  std::string_view name;  // without folder and suffix: "encode-whitespace", "suite"
  std::span<const std::string_view> lines;
};

std::span<const EmbeddedFile> embedded_files();
std::span<const EmbeddedFile> small_files();

}  // namespace bpetite::conform::suite
