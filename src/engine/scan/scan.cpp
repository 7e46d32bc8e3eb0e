#include "engine/scan/scan.hpp"

#include <algorithm>
#include <array>

namespace bpetite::engine::scan {
namespace {

bool is_beyond_ascii(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

}  // namespace

Scanner::Scanner(std::string_view text, const Cutter& cutter, machine::Level level)
    : text_(text), cutter_(cutter), kernels_(kernels::of_level(level)) {
  if (cutter.by_hand()) scan_ = kernels_.scan.at(static_cast<std::size_t>(*cutter.by_hand()));
}

// Whether the table is the faster way from a place on.
bool Scanner::is_for_table(std::size_t at) const {
  if (scan_ == nullptr) return true;
  if (kernels_.table_from > kernels::scan_sample) return false;
  const std::string_view sample = text_.substr(at, kernels::scan_sample);
  const auto beyond = std::count_if(sample.begin(), sample.end(), is_beyond_ascii);
  return static_cast<std::size_t>(beyond) >= kernels_.table_from;
}

// Where a stretch of about so many bytes may end: the first safe place that is not more than `near`
// bytes too early. The scanners have not read so far yet.
std::size_t Scanner::end_after(std::size_t bytes) const {
  constexpr std::size_t near = 256;
  return cutter_.compiled().next_safe_place(text_, at() + std::max(bytes, 2 * near) - near);
}

void Scanner::begin_stretch(std::size_t bytes) {
  const bool by_table = is_for_table(end_);
  reader_.reset();
  state_ = {};
  begin_ = end_;
  end_ = text_.size();
  if (by_table && scan_ != nullptr && text_.size() - begin_ > bytes) end_ = end_after(bytes);
  const std::string_view stretch = text_.substr(begin_, end_ - begin_);
  if (!by_table) {
    state_.text = stretch;
    kernels_.first_blocks(state_);
  } else if (const auto* const table = cutter_.compiled().table()) {
    reader_.emplace(*table, stretch);
  }
}

std::size_t Scanner::scan(std::uint32_t* starts, std::size_t blocks) {
  const std::size_t bytes = blocks * kernels::block_size;
  if (at() == end_) begin_stretch(bytes);
  if (reader_) return reader_->read(starts, bytes);
  if (scan_ == nullptr) return scan_compiled(starts, bytes);
  // The scanner must know the end of its stretch before it comes there.
  if (end_ == text_.size() && end_ - at() > bytes && is_for_table(at() + bytes)) {
    end_ = end_after(bytes);
    state_.text = text_.substr(begin_, end_ - begin_);
  }
  return static_cast<std::size_t>(scan_(state_, starts, blocks) - starts);
}

// A chunk begins where the one before it ends, and the first one where the text begins.
std::size_t Scanner::scan_compiled(std::uint32_t* starts, std::size_t bytes) {
  const std::size_t begin = state_.at;
  const std::size_t end = std::min(begin + bytes, text_.size());
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
    const std::size_t to = cutter_.compiled().next_safe_place(text_, cut_to_ + part);
    cutter_.compiled().chunk_ends(text_, cut_to_, to, ends_);
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
