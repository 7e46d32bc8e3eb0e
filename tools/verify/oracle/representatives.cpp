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
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const char32_t scalar = classes.member(i);
    const bool is_surrogate = scalar >= 0xD800 && scalar <= 0xDFFF;
    if (!is_surrogate) scalars.push_back(scalar);
  }
  return scalars;
}

}  // namespace bpetite::oracle
