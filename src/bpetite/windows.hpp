// Divides texts by numbers of ids: windows of at most so many ids (windows), the number of ids of
// any slice of a text (SliceCounts), and a count that stops at a limit (count_up_to).
//
//   const std::string_view text = "ab ab ab";
//   for (const bpetite::Window& window : bpetite::windows(tokenizer, text, {.most_ids = 2})) {
//     embed(text.substr(window.begin, window.end - window.begin));  // "ab ab", " ab"
//   }
//   const bpetite::SliceCounts counts(tokenizer, text);  // `text` must outlive it
//   counts.count(2, 8);                                  // the number of ids of " ab ab"
//   bpetite::count_up_to(tokenizer, text, 100);          // 3; or 101 if there are more than 100
//
// Places are bytes of the text as it is given. The last argument says which literals of special
// tokens become ids (<bpetite/special.hpp>). Errors are those of encode for the whole text, and
// come before all others. The ids of a template (S26i) are not counted (S65b).
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/motion.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

namespace bpetite {

// The windows of a text (S64c to S64f): each has at most `most_ids` ids, encoded alone. Without an
// overlap the windows, joined, are the text. The empty text has no windows.
//
//   windows(tokenizer, text, {.most_ids = 512, .overlap = 64, .at = WindowEnd::line})
//
// ValueError: `overlap` is not below `most_ids`; or one scalar, or a group of the normalizer, has
// more ids than a window. Then there are no windows.
std::vector<Window> windows(const Tokenizer& tokenizer, std::string_view text,
                            const WindowOptions& options, const SpecialChoice& specials = {});

// Counts the ids of slices of one text. It encodes the text once, and then, for each slice, only
// its two ends, about 60 bytes together. It keeps the tokenizer alive, but not the text: the bytes
// of the text must outlive it. Any number of threads may use one object. Copies share their state.
class SliceCounts {
 public:
  SliceCounts(const Tokenizer& tokenizer, std::string_view text,
              const SpecialChoice& specials = {});

  // The number of ids of the slice from byte `begin` to before byte `end`, encoded alone (S64a).
  // ValueError: a place is inside a scalar or beyond the text, `begin` is after `end`, or the slice
  // has a special token that is not allowed and that the whole text does not have.
  std::size_t count(std::size_t begin, std::size_t end) const;

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

// The number of ids of the text, or `limit` + 1 if there are more than `limit` (S65a). Encoding
// stops there; the checks of encode read the whole text.
std::size_t count_up_to(const Tokenizer& tokenizer, std::string_view text, std::size_t limit,
                        const SpecialChoice& specials = {});

}  // namespace bpetite
