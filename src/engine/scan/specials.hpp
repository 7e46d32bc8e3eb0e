// Specials finds special tokens in one pass over the text, whatever their number (S10): one of them
// (find), or one after the other (Search).
//
//   literals  <|a|>  <|a|b>  <s>        text  "x<|a|> y"
//   how many of them fit at the <:      <  3      <|  2      <|a  2      <|a|  2      <|a|>  1
//
// A literal can only begin where a text has the first two bytes of one. There, each further byte
// leaves fewer literals, which are neighbours in the sorted list. Cost: a search for the first
// bytes, at the speed of memchr if there are few of them; at the few places that it finds, a binary
// search for each byte that fits. If more than 64 bytes fit, an automaton of the longer literals
// reads a window of the text from its end. So the time grows only with the text, even for many
// literals, or for the literal a...ab in a text aaaa. A special token may take the white space
// beside it, or be found only as a word of its own. may_take_blank() says whether some token may
// contain or take a blank, and look_around() whether some token looks at what stands beside it.
// open_from() finds where a literal may begin that the end of the text cuts. for_each_stretch()
// calls a function with each special token and the text before it.
// props/engine/engine_scan.cpp compares what is found with the reference.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/literals.hpp"

namespace bpetite::engine::scan {

class Specials {
 public:
  // No special tokens.
  Specials() = default;
  enum class Which { all, plain };  // or only those that are not special (S27f)

  // The special tokens that are found in a text as it is given, or in normalized text (S30e). The
  // literals must outlive it. An empty literal is never found.
  Specials(const std::vector<SpecialToken>& specials, bool normalized, Which which = Which::all);

  bool empty() const { return first_bytes_.empty(); }
  // The bytes of the longest literal.
  std::size_t longest() const { return longest_; }

  // Whether some special may have a blank in what it takes.
  bool may_take_blank() const;

  // Whether some special takes the white space before it (S27g); takes some beside it, or has to
  // stand by itself (S27h); has to stand by itself.
  bool takes_before() const;
  bool look_around() const;
  bool stand_alone() const;

  // The first place from `from` on whose rest begins some literal and is shorter; the end of the
  // text if there is none. If the text goes on, such a literal may stand there.
  std::size_t open_from(std::string_view text, std::size_t from) const;

  // A special, with the white space beside it that it takes (S27g).
  struct Found {
    std::size_t at = 0;
    std::size_t size = 0;  // 0: there is none up to the end
    std::size_t literal_at = 0;
    const SpecialToken* token = nullptr;
  };
  // The leftmost special from `from` on, and of those that begin there the longest. A special that
  // came before must end at `from`.
  Found find(std::string_view text, std::size_t from) const;

  // Finds one after the other in a text.
  class Search {
   public:
    // Both must outlive it.
    Search(const Specials& specials, std::string_view text) : specials_(specials), text_(text) {}

    // Like find(). `from` may not be less than before.
    Found next(std::size_t from);
    // A place, or if it is inside a literal that next() has refused since a word goes on beside it
    // (S27h), where that literal begins.
    std::size_t outside_refused(std::size_t place) const;
    // Like Specials::open_from(), but not inside a literal that next() has refused.
    std::size_t open_from(std::size_t from) const;

   private:
    using Refused = std::pair<std::size_t, std::size_t>;
    static constexpr std::size_t few = 4;

    const Refused* refused_around(std::size_t place) const;
    std::size_t next_place(std::size_t from);
    std::size_t nearest(std::span<const unsigned char> firsts, std::size_t from);
    std::size_t offset_of(const void* byte) const;
    std::optional<Found> found(const SpecialToken& token, std::size_t at, std::size_t from) const;
    const SpecialToken* longest_at(std::size_t at);
    const SpecialToken* longer_at(std::size_t at);
    void read_window(std::size_t begin);

    const Specials& specials_;
    std::string_view text_;
    std::array<std::size_t, few> not_before_{};  // each first byte is not before this place
    std::size_t window_begin_ = 0;
    std::vector<std::uint32_t> window_;  // in Longer, of the literal at each place
    std::vector<Refused> refused_;       // where each begins and ends, ascending
  };

 private:
  // The literals of more than `most_tried` bytes (specials.cpp).
  struct Longer {
    std::vector<const SpecialToken*> all;
    Literals reversed;
  };

  std::vector<const SpecialToken*> sorted_;  // by their literals
  std::vector<unsigned char> first_bytes_;   // each once
  std::array<bool, 256> is_first_{};
  std::bitset<65536> two_bytes_;  // with which a literal may begin, see pair_at()
  std::size_t longest_ = 0;       // in bytes
  std::optional<Longer> longer_;
};

// Calls take(at, stretch, special) with the text before each special token, where it begins, and
// that token, and with the rest of the text; up to `end`, where no special token may go on.
template <typename Take>
void for_each_stretch(const Specials& specials, std::string_view text, std::size_t end,
                      const Take& take) {
  Specials::Search search(specials, text);
  for (std::size_t at = 0; at < end;) {
    Specials::Found special = search.next(at);
    if (special.at >= end) special = {end, 0, end, nullptr};
    take(at, text.substr(at, special.at - at), special);
    at = special.at + special.size;
  }
}

template <typename Take>
void for_each_stretch(const Specials& specials, std::string_view text, const Take& take) {
  for_each_stretch(specials, text, text.size(), take);
}

}  // namespace bpetite::engine::scan
