// Patterns with one thing changed, for hypotheses: other white space, no look-ahead, digits by two.
//
//   with_class(splits, "\\s", "\t ")      \s+(?!\S)     becomes   [\t ]+(?![^\t ])
//   with_text(splits, "\\p{N}{1,3}", "\\p{N}")
//
// What does not occur in any pattern cannot be changed: then there is nothing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/profile.hpp"

namespace bpetite::conform::hypotheses {

using ChangedSplits = std::optional<std::vector<Split>>;

// Every `from` replaced by `to`.
ChangedSplits with_text(const std::vector<Split>& splits, std::string_view from,
                        std::string_view to);

// A class such as \s or \p{N} replaced by a set, which is the inside of brackets. Nothing if it
// stands as \S within brackets, where its complement cannot be written.
ChangedSplits with_class(const std::vector<Split>& splits, std::string_view name,
                         std::string_view set);

}  // namespace bpetite::conform::hypotheses
