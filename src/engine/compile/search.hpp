// Cuts texts by one pattern, matched from place to place.
//
//   \d*     on "a12"      nothing at 0, 12 at 1
//
// Cost: each scalar is read twice (futures.hpp), or as often as a match goes on in vain over it, if
// the automaton has too many futures.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/compile/automaton.hpp"
#include "engine/compile/futures.hpp"

namespace bpetite::engine::compile {

class Search {
 public:
  explicit Search(Automaton automaton);

  // Appends the ends of the pieces of a well-formed text. The last one is the end of the text.
  void piece_ends(std::string_view text, std::vector<std::size_t>& ends) const;

 private:
  std::optional<std::size_t> match_end(std::string_view text, std::size_t begin,
                                       std::optional<FuturesOfText>& known) const;

  Automaton automaton_;
  std::optional<Futures> futures_;
};

}  // namespace bpetite::engine::compile
