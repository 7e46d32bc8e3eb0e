// Finds two special tokens, one of each of two lists, that can overlap in a text (first_overlap).
// Reads each literal by an automaton of the literals in the other list. The time grows only with
// the sizes of the lists.
#include "interop/out/overlap.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/literals.hpp"

namespace bpetite::interop::out {
namespace {

using Tokens = std::span<const SpecialToken>;

Literals automaton_of(Tokens tokens) {
  std::vector<std::string_view> literals;
  for (const SpecialToken& token : tokens) literals.emplace_back(token.literal);
  return Literals(literals);
}

// One of the others that the token contains, or that begins with an end of the token. Null if there
// is none.
const SpecialToken* one_reached_by(const SpecialToken& token, Tokens others,
                                   const Literals& automaton) {
  const auto other = [&](std::uint32_t i) {
    return i == Literals::none || others[i].id == token.id ? nullptr : &others[i];
  };
  Literals::State end = Literals::start;
  for (const char c : token.literal) {
    end = automaton.after(end, static_cast<unsigned char>(c));
    // At most one of these two is the token itself.
    for (const Literals::State state : {end, automaton.shorter(end)}) {
      if (const auto* const held = other(automaton.longest_end(state))) return held;
    }
  }
  for (; end != Literals::start; end = automaton.shorter(end)) {
    for (const std::uint32_t i : automaton.longest_with(end)) {
      if (const auto* const reached = other(i)) return reached;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<Overlap> first_overlap(Tokens some, Tokens others) {
  const Literals of_some = automaton_of(some);
  const Literals of_others = automaton_of(others);
  for (const SpecialToken& token : some) {
    if (const auto* const other = one_reached_by(token, others, of_others)) {
      return Overlap{&token, other};
    }
  }
  for (const SpecialToken& other : others) {
    if (const auto* const token = one_reached_by(other, some, of_some)) {
      return Overlap{token, &other};
    }
  }
  return std::nullopt;
}

}  // namespace bpetite::interop::out
