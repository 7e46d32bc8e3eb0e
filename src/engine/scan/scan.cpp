// Finds where the chunks of a text begin (Scanner), and lists the chunks (chunks). A pattern with a
// scanner written by hand is read in parts, each by the faster of two ways: this scanner, or the
// compiled table. Any other profile is read by its compiled table, or by several tables one after
// the other. Cutter has these ways for a profile. is_safe_place(), last_safe_place() and
// safe_parts() find the places at which a text may be divided so that its chunks stay the same.
#include "engine/scan/scan.hpp"

#include <algorithm>
#include <array>
#include <memory>

#include "core/lazy.hpp"

namespace bpetite::engine::scan {

// S26d "It is never cut by another pattern instead."
Cutter::Cutter(const Profile& profile) : by_hand_(kernels::find_scan_pattern(profile)) {
  if (!by_hand_) compiled_ = std::make_shared<const compile::Splitter>(profile.splits);
}

const compile::Splitter& Cutter::compiled() const {
  if (!by_hand_) return *compiled_;
  static std::array<Lazy<compile::Splitter>, kernels::scan_patterns> all;
  return all.at(static_cast<std::size_t>(*by_hand_)).get([&] {
    return std::make_unique<const compile::Splitter>(kernels::profile_of(*by_hand_).splits);
  });
}

// A scanner written by hand cuts as the compiled patterns do, so these are asked.
bool is_safe_place(const Cutter& cutter, std::string_view text, std::size_t at) {
  return cutter.compiled().is_safe_place(text, at);
}

std::size_t last_safe_place(const Cutter& cutter, std::string_view text, std::size_t from,
                            CutAt cut_at) {
  const compile::Splitter& compiled = cutter.compiled();
  for (std::size_t at = text.size(); at-- > std::max<std::size_t>(from, 1);) {
    if (cut_at == CutAt::blanks && text[at] != ' ') continue;
    if (compiled.is_safe_place(text, at)) return at;
  }
  return 0;
}

std::vector<std::string_view> safe_parts(const Cutter& cutter, std::string_view text,
                                         std::size_t size, CutAt cut_at) {
  return parts_at(text, size, [&](std::string_view all, std::size_t at) {
    return (cut_at != CutAt::blanks || all[at] == ' ') && is_safe_place(cutter, all, at);
  });
}

namespace {

bool is_beyond_ascii(char byte) { return static_cast<unsigned char>(byte) >= 0x80; }

}  // namespace

Scanner::Scanner(std::string_view text, const Cutter& cutter, machine::Level level)
    : text_(text), cutter_(cutter), kernels_(kernels::of_level(level)) {
  if (!cutter.by_hand()) return;
  scan_ = kernels_.scan.at(static_cast<std::size_t>(*cutter.by_hand()));
  table_from_ = kernels_.table_from;
  // This scanner stops in some text beyond ASCII. With more such bytes, to begin again after each
  // stop costs more than its masks save.
  if (kernels::is_cased(*cutter.by_hand())) {
    table_from_ = std::min(table_from_, kernels::scan_sample / 16);
  }
}

// Whether the table is faster than the scanner from a place on.
bool Scanner::is_for_table(std::size_t at) const {
  if (scan_ == nullptr) return true;
  if (table_from_ > kernels::scan_sample) return false;
  const std::string_view sample = text_.substr(at, kernels::scan_sample);
  const auto beyond = std::count_if(sample.begin(), sample.end(), is_beyond_ascii);
  return static_cast<std::size_t>(beyond) >= table_from_;
}

// Where a stretch of about `bytes` bytes may end: the first safe place that is at most `near` bytes
// too early. The scanners have not read as far yet.
std::size_t Scanner::end_after(std::size_t bytes) const {
  constexpr std::size_t near = 256;
  return cutter_.compiled().next_safe_place(text_, at() + std::max(bytes, 2 * near) - near);
}

void Scanner::begin_stretch(std::size_t bytes) {
  const bool stopped = state_.stopped;
  const bool by_table = stopped || is_for_table(end_);
  reader_.reset();
  state_ = {};
  begin_ = stopped ? std::max<std::size_t>(next_start_, 1) - 1 : end_;
  if (stopped) {
    constexpr std::size_t shortest = 192;  // bytes, from where the scanner stopped
    end_ = cutter_.compiled().next_safe_place(text_, end_ + shortest);
  } else if (by_table && scan_ != nullptr && text_.size() - end_ > bytes) {
    end_ = end_after(bytes);
  } else {
    end_ = text_.size();
  }
  const std::string_view stretch = text_.substr(begin_, end_ - begin_);
  if (!by_table) {
    state_.text = stretch;
    kernels_.first_blocks.at(static_cast<std::size_t>(*cutter_.by_hand()))(state_);
  } else if (const auto* const table = cutter_.compiled().table()) {
    reader_.emplace(*table, stretch);
  }
}

std::size_t Scanner::scan(std::uint32_t* starts, std::size_t blocks) {
  const std::size_t bytes = blocks * kernels::block_size;
  const std::size_t from = at();
  const std::size_t to = std::min(from + bytes, text_.size());
  std::size_t count = 0;
  while (at() < to) {
    if (at() == end_) begin_stretch(bytes);
    const std::size_t begin = at();
    constexpr std::size_t fewest = 4;  // bytes: the longest scalar, since a table reads whole ones
    std::uint32_t* const found = starts + count;
    const std::size_t more = scan_stretch(found, std::clamp(to - begin, fewest, bytes));
    // A table that goes on for a scanner finds the last start again.
    const std::size_t known = begin < next_start_ ? std::min<std::size_t>(more, 1) : 0;
    if (begin != from || known > 0) {
      for (std::size_t i = known; i < more; ++i) {
        found[i - known] = static_cast<std::uint32_t>(found[i] + (begin - from));
      }
    }
    count += more - known;
    if (count > 0) next_start_ = from + starts[count - 1] + 1;
  }
  return count;
}

std::size_t Scanner::scan_stretch(std::uint32_t* starts, std::size_t bytes) {
  if (reader_) return reader_->read(starts, bytes);
  if (scan_ == nullptr) return scan_compiled(starts, bytes);
  // The scanner must know the end of its stretch before it comes there.
  if (end_ == text_.size() && end_ - at() > bytes && is_for_table(at() + bytes)) {
    end_ = end_after(bytes);
    state_.text = text_.substr(begin_, end_ - begin_);
  }
  const std::size_t blocks = (bytes + kernels::block_size - 1) / kernels::block_size;
  const auto count = static_cast<std::size_t>(scan_(state_, starts, blocks) - starts);
  if (state_.stopped) end_ = at();
  return count;
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

// Cuts one part after the other, until all text before `end` is cut.
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
