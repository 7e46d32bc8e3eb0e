// Checks UTF-8, and finds the first place at which no well-formed sequence begins
// (first_ill_formed). First, vector instructions check as much of the text as they can
// (engine/kernels/utf8_lanes.inl). In the rest, runs of ASCII are skipped 32 bytes at a time.
// Elsewhere an automaton reads 32 bytes without a branch that depends on them, and the last bytes
// one by one. Each byte selects a word, in which six bits for each state say what the next state is
// (after Bjoern Hoehrmann's "Flexible and Economical UTF-8 Decoder", 2010, in the form of Per
// Vognsen's shift-based automata, 2020). After a fault, the last bytes are read once more to find
// its exact place.
#include "engine/scan/utf8.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <iterator>

#include "core/utf8.hpp"
#include "engine/kernels/kernels.hpp"
#include "engine/machine/parallel.hpp"

namespace bpetite::engine::scan {
namespace {

// What may come next. Every state is the number of bits by which a word is shifted for it.
enum State : std::uint64_t {
  at_start = 0,
  ill_formed = 6,
  one_more = 12,
  two_more = 18,
  three_more = 24,
  after_e0 = 30,  // no over-long form
  after_ed = 36,  // no surrogate
  after_f0 = 42,
  after_f4 = 48,  // nothing above U+10FFFF
};

constexpr std::uint64_t word_of(unsigned byte) {
  const auto in = [&](unsigned low, unsigned high) { return low <= byte && byte <= high; };
  const bool trailing = in(0x80, 0xBF);
  const State from_start = byte < 0x80      ? at_start
                           : in(0xC2, 0xDF) ? one_more
                           : byte == 0xE0   ? after_e0
                           : byte == 0xED   ? after_ed
                           : in(0xE1, 0xEF) ? two_more
                           : byte == 0xF0   ? after_f0
                           : in(0xF1, 0xF3) ? three_more
                           : byte == 0xF4   ? after_f4
                                            : ill_formed;
  const auto then = [](State from, bool allowed, State to) {
    return (allowed ? to : ill_formed) << from;
  };
  return then(at_start, true, from_start) | then(ill_formed, false, at_start) |
         then(one_more, trailing, at_start) | then(two_more, trailing, one_more) |
         then(three_more, trailing, two_more) | then(after_e0, in(0xA0, 0xBF), one_more) |
         then(after_ed, in(0x80, 0x9F), one_more) | then(after_f0, in(0x90, 0xBF), two_more) |
         then(after_f4, in(0x80, 0x8F), two_more);
}

constexpr std::array<std::uint64_t, 256> words = [] {
  std::array<std::uint64_t, 256> all{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    all[byte] = word_of(byte);
  }
  return all;
}();

}  // namespace

std::optional<std::size_t> first_ill_formed(std::string_view bytes, machine::Level level) {
  const char* const begin = bytes.data();
  auto at = static_cast<std::size_t>(
      kernels::of_level(level).skip_well_formed(begin, begin + bytes.size()) - begin);
  std::size_t good = at;  // the last place at which a scalar had to begin
  std::uint64_t state = at_start;
  while (bytes.size() - at >= ascii_run) {
    if ((state & 63) == at_start && are_ascii(bytes.data() + at)) {
      at += ascii_run;
      continue;
    }
    if ((state & 63) == at_start) good = at;
    for (std::size_t end = at + ascii_run; at < end; ++at) {
      state = words[static_cast<unsigned char>(bytes[at])] >> (state & 63);
    }
    if ((state & 63) == ill_formed) break;
  }
  while (at < bytes.size() && (state & 63) != ill_formed) {
    state = words[static_cast<unsigned char>(bytes[at++])] >> (state & 63);
  }
  if ((state & 63) == at_start) return std::nullopt;

  // Finds the exact place: reads once more, from a place that begins a scalar.
  const auto offset = utf8::first_ill_formed(bytes.substr(good));
  return offset ? std::optional(good + *offset) : std::nullopt;
}

std::vector<std::string_view> scalar_blocks(std::string_view bytes, std::size_t size) {
  constexpr std::size_t most = 4;  // bytes of a scalar
  std::vector<std::string_view> blocks;
  while (bytes.size() > std::max(size, most)) {
    std::size_t end = std::max(size, most);
    const std::size_t least = end - (most - 1);
    while (end > least && utf8::is_continuation(bytes[end])) --end;
    blocks.push_back(bytes.substr(0, end));
    bytes.remove_prefix(end);
  }
  blocks.push_back(bytes);
  return blocks;
}

bool are_well_formed(std::span<const std::string_view> texts, unsigned threads) {
  constexpr std::size_t block = std::size_t{1} << 20;
  std::vector<std::string_view> blocks;
  for (const std::string_view text : texts)
    std::ranges::copy(scalar_blocks(text, block), std::back_inserter(blocks));
  std::atomic<bool> are_all = true;
  machine::for_each_slice(blocks, threads, [&](std::size_t from, std::size_t count) {
    for (std::size_t i = from; i < from + count; ++i) {
      if (first_ill_formed(blocks[i])) are_all = false;
    }
  });
  return are_all;
}

}  // namespace bpetite::engine::scan
