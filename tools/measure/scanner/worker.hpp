// The common loop of the programs that time a scanner (`answer_lines`), and a function that reads
// the text from a file. For each line on stdin, the text is scanned once, and a line with the
// nanoseconds and a digest of the starts of the chunks is written.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

inline std::string content_of(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// `make_scanner` gives an object with at(), done() and scan(starts, blocks).
template <typename MakeScanner>
void answer_lines(const MakeScanner& make_scanner) {
  constexpr std::size_t blocks = 256;
  std::vector<std::uint32_t> starts(blocks * 64 + 64);
  while (std::getchar() != EOF) {
    // The digest is taken in another pass, which is not timed.
    std::uint64_t digest = 0;
    for (auto scanner = make_scanner(); !scanner.done();) {
      const std::size_t at = scanner.at();
      const std::size_t count = scanner.scan(starts.data(), blocks);
      for (std::size_t i = 0; i < count; ++i) digest = digest * 1000003 + at + starts[i];
    }
    const auto begin = std::chrono::steady_clock::now();
    for (auto scanner = make_scanner(); !scanner.done();) scanner.scan(starts.data(), blocks);
    const auto took = std::chrono::steady_clock::now() - begin;
    const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(took).count();
    std::printf("%lld %016llx\n", static_cast<long long>(nanoseconds),
                static_cast<unsigned long long>(digest));
    std::fflush(stdout);
  }
}
