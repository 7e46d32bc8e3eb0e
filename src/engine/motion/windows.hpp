// Counts the ids of slices of a text (SliceCounts), and divides a text into windows (windows).
//
//   places      0    64    130    195 ...      safe places, about 64 bytes apart
//   sums        0    15     31     44 ...      the number of ids before each
//   slice 20..200       count(20, 64) + 44 - 15 + count(195, 200)
//
// At safe places counts add (S64b), so only the two ends of a slice are encoded: some 30 bytes
// each. The end of a window is the last safe place at which its count is small enough. Windows keep
// the ids of the text instead of sums: the sizes of their tokens say where the last one ends that
// fits, and the safe place is a few ids before. Where the sizes do not say it (the normalizer or an
// added token changes bytes), two binary searches find it: one in the sums, and one at the safe
// places between two of them, since at safe places counts never fall. A text without safe places is
// halved (S64c), which encodes it a few times over.
// Cost: the text is encoded once, and for windows the size of each token is looked up once.
// Memory: 16 bytes for 64 bytes of text, or for windows the ids.
// props/motion/windows.cpp compares both with the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>

#include "engine/encode.hpp"
#include "engine/motion/places.hpp"
#include "engine/offsets.hpp"

namespace bpetite::engine::motion {

class SliceCounts {
 public:
  enum class Use : std::uint8_t { slices, windows };

  // The encoder, the finder of its table and the text must outlive it. Errors are those of
  // encode(text, choice).
  SliceCounts(const Encoder& encoder, const SpanFinder& finder, std::string_view text,
              const SpecialChoice& choice, Use use);

  // The number of ids of a slice (S64a). ValueError: a place outside the text or inside a scalar,
  // or a special token that the slice has alone and that is not allowed.
  std::size_t count(std::size_t begin, std::size_t end) const;

  // S64c, S64d. Errors are those of check_windows and throw_small_window.
  std::vector<Window> windows(const WindowOptions& given);

 private:
  static constexpr std::size_t distance = 64;  // bytes
  static constexpr std::size_t refused = std::numeric_limits<std::size_t>::max();

  // The end of an id, and the number of ids before it.
  struct IdEnd {
    std::size_t place = 0;
    std::size_t index = 0;
  };

  void sum_parts();
  void sum_ids();
  void go_to_index(std::size_t index);
  std::size_t index_of(std::size_t at);
  std::size_t index_of_begin(std::size_t at);
  std::size_t first_safe(std::size_t at, std::size_t end) const;
  std::size_t safe_before(std::size_t at, std::size_t least) const;
  std::size_t encoded(std::size_t begin, std::size_t end) const;
  std::size_t count_by_sums(std::size_t begin, std::size_t end) const;
  std::size_t count_between(std::size_t begin, std::size_t end);
  std::size_t count_or_refused(std::size_t begin, std::size_t end);
  bool fits(std::size_t begin, std::size_t end, const WindowOptions& options);
  std::vector<std::size_t> safe_between(std::size_t begin, std::size_t end) const;
  std::size_t index_after(std::size_t at) const;
  std::size_t reach_of(std::size_t begin, const WindowOptions& options) const;
  std::size_t last_safe(std::size_t begin, const WindowOptions& options);
  std::size_t halved(std::size_t begin, const WindowOptions& options);
  std::size_t last_line(std::size_t begin, std::size_t end, const WindowOptions& options);
  std::size_t end_of(std::size_t begin, const WindowOptions& options);
  std::size_t first_overlap(std::size_t begin, std::size_t end, const WindowOptions& options);

  const Encoder& encoder_;
  const SpanFinder& finder_;
  std::string_view text_;
  SpecialChoice choice_;
  Places places_;
  std::size_t longest_id_;         // the most bytes that an id stands for
  std::vector<std::size_t> safe_;  // from 0 to the size of the text
  std::vector<std::size_t> sums_;  // the number of ids before each of them

  // For windows, if the bytes of the ids are those of the text. Then there are no sums.
  std::vector<TokenId> ids_;
  IdEnd near_;   // the last one that was asked for: the next one is near
  IdEnd begin_;  // where the window begins
};

}  // namespace bpetite::engine::motion
