// Finds a scalar of each class that patterns distinguish: cuts the scalars into classes by all sets
// of the patterns, and takes the first scalar of each.
#include "verify/oracle/representatives.hpp"

#include <cstddef>

#include "engine/compile/automaton.hpp"
#include "engine/compile/minterms.hpp"
#include "pattern/parse.hpp"
#include "pattern/syntax.hpp"

namespace bpetite::oracle {

std::vector<char32_t> representatives(std::span<const Split> splits) {
  std::vector<pattern::Node> trees;
  for (const Split& split : splits) trees.push_back(pattern::parse(split.pattern));
  const engine::compile::Minterms classes(engine::compile::sets_of(trees));
  std::vector<char32_t> scalars;
  for (std::size_t i = 0; i < classes.size(); ++i) scalars.push_back(classes.member(i));
  return scalars;
}

}  // namespace bpetite::oracle
