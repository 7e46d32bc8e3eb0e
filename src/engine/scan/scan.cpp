#include "engine/scan/scan.hpp"

#include <algorithm>
#include <array>

namespace bpetite::engine::scan {

Scanner::Scanner(std::string_view text, const Cutter& cutter, machine::Level level)
    : splitter_(cutter.compiled()) {
  state_.text = text;
  if (splitter_ != nullptr) {
    if (splitter_->table() != nullptr) reader_.emplace(*splitter_->table(), text);
    return;
  }
  const kernels::Kernels& functions = kernels::of_level(level);
  switch (*cutter.by_hand()) {
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
  functions.first_blocks(state_);
}

std::size_t Scanner::scan(std::uint32_t* starts, std::size_t blocks) {
  if (reader_) {
    const std::size_t count = reader_->read(starts, blocks * kernels::block_size);
    state_.at = reader_->at();
    return count;
  }
  if (splitter_ != nullptr) return scan_compiled(starts, blocks);
  return static_cast<std::size_t>(scan_(state_, starts, blocks) - starts);
}

// A chunk begins where the one before it ends, and the first one where the text begins.
std::size_t Scanner::scan_compiled(std::uint32_t* starts, std::size_t blocks) {
  const std::size_t begin = state_.at;
  const std::size_t end = std::min(begin + blocks * kernels::block_size, state_.text.size());
  cut_until(end);
  std::size_t count = 0;
  if (begin == 0 && end > 0) starts[count++] = 0;
  for (; next_end_ < ends_.size() && ends_[next_end_] < end; ++next_end_) {
    starts[count++] = static_cast<std::uint32_t>(ends_[next_end_] - begin);
  }
  state_.at = end;
  return count;
}

// Cuts one part after the other until a place is behind all that is not cut.
void Scanner::cut_until(std::size_t end) {
  constexpr std::size_t part = std::size_t{1} << 14;
  while (cut_to_ < end) {
    ends_.erase(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(next_end_));
    next_end_ = 0;
    const std::size_t to = splitter_->next_safe_place(state_.text, cut_to_ + part);
    splitter_->chunk_ends(state_.text, cut_to_, to, ends_);
    cut_to_ = to;
  }
}

std::vector<std::string_view> chunks(std::string_view text, const Cutter& cutter,
                                     machine::Level level) {
  constexpr std::size_t blocks = 64;
  std::vector<std::string_view> result;
  std::array<std::uint32_t, Scanner::entries_for(blocks)> starts;
  Scanner scanner(text, cutter, level);
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
