// OpenLiterals finds special tokens in an open text: a text of which more may follow. It passes on
// what is decided, and keeps the rest until more of the text is read.
//
//   literals <|x|>      read "a<|"      passes on "a", and keeps "<|"
//                       read "x|>b"     passes on the special token, and then "b"
//
// A text waits from the first place on whose rest begins a literal. A literal that takes the white
// space behind it (S27g) or has to stand by itself (S27h) waits for what follows; white space waits
// if some literal takes what is before it. Cost: that of scan::Specials, and a look at as many of
// the last bytes as the longest literal has.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "core/unicode.hpp"
#include "core/utf8.hpp"
#include "engine/scan/specials.hpp"

namespace bpetite::engine::motion {

class OpenLiterals {
 public:
  // The specials must outlive it.
  explicit OpenLiterals(const scan::Specials& specials)
      : specials_(&specials),
        looks_around_(specials.look_around()),
        takes_before_(specials.takes_before()) {}

  // Begins a text; `before` is the scalar before it, if there is one.
  void begin(std::string_view before) { keep_behind(before, before.size()); }

  // Reads more of the text. If it is over then, nothing waits, and another text begins. Calls
  // take_text(part) and take_special(found, place, end) with what is decided, in order; the literal
  // begins at `place`, and what it takes ends at `end`, in bytes of what waited and what is read.
  template <typename TakeText, typename TakeSpecial>
  void read(std::string_view more, bool is_over, const TakeText& take_text,
            const TakeSpecial& take_special) {
    if (specials_->empty()) {
      if (!more.empty()) take_text(more);
      return;
    }
    if (more.empty() && held_.empty()) return;
    const std::string joined = held_.empty() ? std::string() : held_ + std::string(more);
    const std::string_view text = held_.empty() ? more : std::string_view(joined);
    scan::Specials::Search search(*specials_, text);
    std::size_t from = before_;
    for (;;) {
      const scan::Specials::Found found = search.next(from);
      const std::size_t open = is_over ? text.size() : search.open_from(from);
      if (found.size == 0 || found.literal_at >= open || (!is_over && waits(found, text))) {
        const std::size_t end =
            is_over ? text.size() : decided_end(search, text, from, found, open);
        if (end > from) take_text(text.substr(from, end - from));
        if (is_over) return begin({});
        return keep_behind(text, end);
      }
      if (found.at > from) take_text(text.substr(from, found.at - from));
      from = found.at + found.size;
      take_special(found, found.literal_at - before_, from - before_);
    }
  }

  const scan::Specials& specials() const { return *specials_; }
  // The text that waits.
  std::string_view waiting() const { return std::string_view(held_).substr(before_); }

 private:
  // A literal at the end of the text, whose end or whose right to be there follows from what comes.
  static bool waits(const scan::Specials::Found& found, std::string_view text) {
    return (found.token->rstrip || found.token->single_word) &&
           found.at + found.size == text.size();
  }

  // Where the text ends that is ordinary text, whatever follows.
  std::size_t decided_end(const scan::Specials::Search& search, std::string_view text,
                          std::size_t from, const scan::Specials::Found& found,
                          std::size_t open) const {
    std::size_t end = std::min(open, found.at);
    if (!looks_around_) return end;
    // A token that is found here, and waits for the white space behind it, is the next one.
    const bool is_next = found.literal_at < open && !found.token->single_word;
    while (takes_before_ && !is_next && end > from) {
      const std::size_t last = utf8::scalar_begin(text, end - 1);
      if (!unicode::is_white_space(utf8::scalar_at(text, last).value)) break;
      end = last;
    }
    return std::max(search.outside_refused(end), from);
  }

  // Keeps the text from `end` on, and if some literal looks at it, the scalar before.
  void keep_behind(std::string_view text, std::size_t end) {
    const std::size_t begin = looks_around_ && end > 0 ? utf8::scalar_begin(text, end - 1) : end;
    before_ = end - begin;
    held_.assign(text.substr(begin));
  }

  const scan::Specials* specials_;
  bool looks_around_;
  bool takes_before_;
  std::string held_;        // the text that waits, behind the scalar before it
  std::size_t before_ = 0;  // the size of that scalar, if it is kept
};

}  // namespace bpetite::engine::motion
