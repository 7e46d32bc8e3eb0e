// Reads standard input as a corpus, in a build without zlib and libzstd, and prints the content or
// the error. src/corpus/compressed.cpp is compiled into this program without either.
//
//   $ gzip -c < a.txt | bpetite_without_compression
//   ValueError: x: this build cannot read gzip, required a build with zlib [S41g, chapter 12]
#include <unistd.h>

#include <array>
#include <iostream>
#include <string_view>

#include <bpetite/errors.hpp>

#include "corpus/compressed.hpp"

int main() {
  using namespace bpetite;
  corpus::Input input({file::Descriptor(::dup(STDIN_FILENO)), "x"}, "x");
  std::array<char, 4096> bytes{};
  try {
    const std::size_t size = input.read(bytes.data(), bytes.size());
    std::cout << std::string_view(bytes.data(), size) << '\n';
  } catch (const Error& error) {
    std::cout << error.kind() << ": " << error.what() << '\n';
  }
}
