// Matcher matches any pattern of the language, as chapter 14 reads.
//
//   \s+(?!\S)|\s      on "  x":  the first alternative takes two, sees x, gives one back, sees the
//                     space, and matches one
//
// match() gives the end of the match that begins at a place. It goes back: where a choice fails
// later, the next one is tried. A choice that failed at a place fails there again, so it is not
// tried twice. That bounds the number of tries by the product of the sizes of pattern and text.
// piece_ends() gives the ends of the pieces that one pattern cuts a text into, and cut() cuts a
// text by one pattern after the other.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/profile.hpp"
#include "pattern/syntax.hpp"

namespace bpetite::reference {

class Matcher {
 public:
  // Throws PatternError for a text outside the language.
  explicit Matcher(const Pattern& pattern);
  explicit Matcher(const pattern::Node& tree);

  // The end of the match that begins at a place, or nothing.
  std::optional<std::size_t> match(std::u32string_view text, std::size_t begin) const;

  // S25h: where the pieces end that a text is cut into. The last piece ends with the text.
  std::vector<std::size_t> piece_ends(std::u32string_view text) const;

 private:
  // What to do at a place of the text.
  struct Step {
    enum class Kind {
      take,      // one scalar of the set, then `next`
      take_all,  // as many as there are from `least` to `most`, then `next`; never fewer
      look,      // at the next scalar, then `next`
      choose,    // `next`; if that fails, `other`
      match      // the pattern has matched
    };
    Kind kind;
    pattern::ScalarSet set = {};
    bool at_end = false;
    std::size_t least = 0;
    std::size_t most = 0;
    std::size_t next = 0;
    std::size_t other = 0;
  };

  std::size_t add(Step step);
  std::size_t add_node(const pattern::Node& node, std::size_t next);
  std::size_t add_repeat(const pattern::Node& node, std::size_t next);

  std::vector<Step> steps_;
  std::size_t first_ = 0;
};

// S25j: cuts a text by one pattern after the other.
std::vector<std::string_view> cut(std::string_view text, std::span<const Matcher> passes);

}  // namespace bpetite::reference
