// Search cuts texts by one pattern that has no cut table (cut_table.hpp): it looks for a match at
// one place after the other. piece_ends() gives the ends of the pieces.
//
//   \d*     on "a12"      an empty match at 0, and 12 at 1: the pieces are a and 12
//
// Cost: each scalar is read twice (futures.hpp). If there are too many sets of states, each scalar
// also costs as much as the automaton has states (states_for_each_scalar).
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
  // `left`: see Futures.
  Search(Automaton automaton, std::size_t& left);

  // How many states each scalar of a text costs: none if all sets of them are known (S25i).
  std::size_t states_for_each_scalar() const { return futures_.are_few() ? 0 : futures_.states(); }

  // Appends the ends of the pieces of a well-formed text. The last one is the end of the text.
  void piece_ends(std::string_view text, std::vector<std::size_t>& ends) const;

 private:
  std::optional<std::size_t> match_end(std::string_view text, std::size_t begin,
                                       FuturesOfText& futures) const;

  Automaton automaton_;
  Futures futures_;
};

}  // namespace bpetite::engine::compile
