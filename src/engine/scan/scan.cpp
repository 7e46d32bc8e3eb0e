#include "engine/scan/scan.hpp"

#include <array>

namespace bpetite::engine::scan {
Scanner::Scanner(std::string_view text, kernels::ScanPattern pattern, machine::Level level) {
  const kernels::Kernels& functions = kernels::of_level(level);
  switch (pattern) {
    case kernels::ScanPattern::gpt2:
      scan_ = functions.scan_gpt2;
      break;
    case kernels::ScanPattern::cl100k:
      scan_ = functions.scan_cl100k;
      break;
    case kernels::ScanPattern::nanochat:
      scan_ = functions.scan_nanochat;
      break;
  }
  state_.text = text;
  functions.first_blocks(state_);
}

std::size_t Scanner::scan(std::uint32_t* starts, std::size_t blocks) {
  return static_cast<std::size_t>(scan_(state_, starts, blocks) - starts);
}

std::vector<std::string_view> chunks(std::string_view text, kernels::ScanPattern pattern,
                                     machine::Level level) {
  constexpr std::size_t blocks = 64;
  std::vector<std::string_view> result;
  std::array<std::uint32_t, Scanner::entries_for(blocks)> starts;
  Scanner scanner(text, pattern, level);
  std::size_t open = 0;
  while (!scanner.done()) {
    const std::size_t begin = scanner.at();
    const std::size_t count = scanner.scan(starts.data(), blocks);
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t start = begin + starts[i];
      if (start > open) result.push_back(text.substr(open, start - open));
      open = start;
    }
  }
  if (open < text.size()) result.push_back(text.substr(open));
  return result;
}

}  // namespace bpetite::engine::scan
