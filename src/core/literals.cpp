// Builds the automaton that finds literals in bytes (Literals), and goes from one of its states to
// the next. The states are made by their length: first those of the first byte of each literal,
// then those of the second, and so on. So the shorter states that a new one needs exist already.
// Each state gets the longest literal that ends there, and the two longest that begin so.
#include "core/literals.hpp"

#include <algorithm>

namespace bpetite {

Literals::Literals(std::span<const std::string_view> literals) : nodes_(1) {
  struct Unfinished {
    std::uint32_t literal;
    State state;
  };
  std::vector<Unfinished> all;
  for (std::uint32_t i = 0; i < literals.size(); ++i) all.push_back({i, start});
  // The longest literals come first, so the first two that reach a state are the longest.
  std::ranges::stable_sort(all, std::ranges::greater(),
                           [&](const Unfinished& it) { return literals[it.literal].size(); });
  for (std::size_t size = 0;; ++size) {
    while (!all.empty() && literals[all.back().literal].size() == size) all.pop_back();
    if (all.empty()) return;
    for (Unfinished& it : all) {
      const std::string_view literal = literals[it.literal];
      it.state = longer(it.state, static_cast<unsigned char>(literal[size]));
      Node& node = nodes_[it.state];
      for (std::uint32_t& longest : node.longest_with) {
        if (longest != none) continue;
        longest = it.literal;
        break;
      }
    }
    // The literals that end here. Of equal ones the first comes last, and stays.
    for (auto it = all.rbegin(); it != all.rend(); ++it) {
      if (literals[it->literal].size() != size + 1) break;
      nodes_[it->state].longest_end = it->literal;
    }
  }
}

// The state that is longer by a byte. It is made if there is none.
Literals::State Literals::longer(State state, unsigned char byte) {
  const auto known = longer_.find(key(state, byte));
  if (known != longer_.end()) return known->second;
  const State shorter = state == start ? start : after(nodes_[state].shorter, byte);
  const auto made = static_cast<State>(nodes_.size());
  longer_.emplace(key(state, byte), made);
  nodes_.push_back({.shorter = shorter, .longest_end = nodes_[shorter].longest_end});
  return made;
}

Literals::State Literals::after(State state, unsigned char byte) const {
  for (;; state = nodes_[state].shorter) {
    const auto found = longer_.find(key(state, byte));
    if (found != longer_.end()) return found->second;
    if (state == start) return start;
  }
}

}  // namespace bpetite
