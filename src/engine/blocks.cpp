// From bytes to masks of classes: ASCII by the classifier of the level, other scalars one by one.
#include "engine/blocks.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "core/unicode.hpp"
#include "core/unicode_tables.hpp"

namespace bpetite::engine {
namespace {

constexpr std::size_t scalar_limit = 0x110000;

constexpr std::array<std::string_view, 3> level_names = {"portable", "avx2", "avx512"};

Level best_level() {
  Level best = Level::portable;
  for (const Level level : {Level::avx2, Level::avx512}) {
    best = is_supported(level) ? level : best;
  }
  const char* const wish = std::getenv("BPETITE_SIMD");
  for (std::size_t i = 0; wish != nullptr && i < level_names.size(); ++i) {
    if (level_names[i] == wish) best = std::min(best, static_cast<Level>(i));
  }
  return best;
}

std::uint64_t low_bits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

bool is_supported(Level level) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (level == Level::avx2) return __builtin_cpu_supports("avx2") != 0;
  if (level == Level::avx512) return __builtin_cpu_supports("avx512bw") != 0;
#endif
  return level == Level::portable;
}

Level machine_level() {
  static const Level level = best_level();
  return level;
}

AsciiClassifier ascii_classifier(Level level) {
#if defined(__x86_64__)
  if (level == Level::avx2) return ascii_avx2;
  if (level == Level::avx512) return ascii_avx512;
#endif
  static_cast<void>(level);
  return ascii_portable;
}

// 1.1 MB of addresses, of which only the pages of letters, numbers and white space are touched.
const std::uint8_t* scalar_classes() {
  static const std::unique_ptr<std::uint8_t, decltype(&std::free)> table = [] {
    auto* const classes = static_cast<std::uint8_t*>(std::calloc(scalar_limit, 1));
    if (classes == nullptr) throw std::bad_alloc();
    const auto fill = [&](std::span<const unicode::ScalarRange> ranges, std::uint8_t value) {
      for (const auto& range : ranges) {
        if (range.since <= unicode::pinned) {
          std::memset(classes + range.first, value, range.last - range.first + 1);
        }
      }
    };
    fill(unicode::letters(), letter_scalar);
    fill(unicode::numbers(), number_scalar);
    fill(unicode::white_space(), space_scalar);
    return std::unique_ptr<std::uint8_t, decltype(&std::free)>(classes, std::free);
  }();
  return table.get();
}

BlockReader::BlockReader(std::string_view text, Level level)
    : text_(reinterpret_cast<const unsigned char*>(text.data())),
      size_(text.size()),
      classify_(ascii_classifier(level)),
      classes_(scalar_classes()) {}

Block BlockReader::next() {
  const std::size_t left = size_ - at_;
  AsciiMasks masks;
  if (left >= block_size) {
    masks = classify_(text_ + at_);
  } else {
    // The end is copied, so that nothing beyond it is read.
    std::array<unsigned char, block_size> end;
    end.fill(0);
    std::copy_n(text_ + at_, left, end.begin());
    masks = classify_(end.data());
  }
  const std::uint64_t valid = low_bits(left);
  Block block{masks.letters, masks.numbers,     masks.spaces | ~valid,  masks.blanks,
              masks.breaks,  masks.apostrophes, valid & ~masks.trailing};
  if (masks.high != 0) {
    add_scalars(block, masks, std::min(left, block_size));
  }
  at_ += std::min(left, block_size);
  return block;
}

void BlockReader::add_scalars(Block& block, const AsciiMasks& masks, std::size_t limit) {
  // The bytes of a scalar, from the bit of its first one on.
  const auto add = [&](std::uint8_t scalar_class, std::uint64_t bits) {
    block.letters |= scalar_class == letter_scalar ? bits : 0;
    block.numbers |= scalar_class == number_scalar ? bits : 0;
    block.spaces |= scalar_class == space_scalar ? bits : 0;
  };
  add(carried_class_, low_bits(carried_bytes_));
  carried_bytes_ = 0;

  for (std::uint64_t leads = masks.high & ~masks.trailing; leads != 0; leads &= leads - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(leads));
    const unsigned char* const p = text_ + at_ + i;
    const unsigned first = p[0];
    const std::uint64_t bit = std::uint64_t{1} << i;
    unsigned size = 2;
    std::uint32_t scalar = (first & 0x1FU) << 6 | (p[1] & 0x3FU);
    if (first >= 0xE0) {
      size = 3;
      scalar = (first & 0x0FU) << 12 | (p[1] & 0x3FU) << 6 | (p[2] & 0x3FU);
    }
    if (first >= 0xF0) {
      size = 4;
      scalar = (first & 0x07U) << 18 | (p[1] & 0x3FU) << 12 | (p[2] & 0x3FU) << 6 | (p[3] & 0x3FU);
    }
    const std::uint8_t scalar_class = classes_[scalar];
    add(scalar_class, low_bits(size) << i);
    (size == 2 ? block.two : size == 3 ? block.three : block.four) |= bit;
    if (i + size > limit) {
      carried_class_ = scalar_class;
      carried_bytes_ = i + size - static_cast<unsigned>(limit);
    }
  }
}

}  // namespace bpetite::engine
