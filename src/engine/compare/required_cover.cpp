#include "engine/compare/required_cover.hpp"

#include <fmt/format.h>

#include <string_view>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/compare/gaps.hpp"

namespace bpetite::engine::compare {
namespace {

void require_cover(const Pattern& pattern, std::string_view reason, std::string_view clause) {
  const auto [answer, text] = coverage(pattern);
  if (answer == Coverage::Answer::has_gap) {
    throw ValueError(fmt::format("pattern: {} does not cover the text {}, and {}",
                                 utf8::quoted(pattern.text, 60), utf8::quoted(text, 60), reason),
                     clause);
  }
  if (answer == Coverage::Answer::undecided) {
    throw ValueError(fmt::format("pattern: {} is too large to decide whether it covers every "
                                 "text, as it must: add |[\\s\\S] at its end, if it does",
                                 utf8::quoted(pattern.text, 60)),
                     "S25i");
  }
}

}  // namespace

void require_cover(std::span<const Split> splits) {
  for (const auto& [pattern, behaviour] : splits) {
    if (behaviour == Behaviour::matches) {
      require_cover(pattern, "the library drops what it does not match", "S26g");
    } else if (pattern.dialect == Dialect::tiktoken) {
      require_cover(pattern, "tiktoken loses what a pattern does not cover", "S26e");
    }
  }
}

}  // namespace bpetite::engine::compare
