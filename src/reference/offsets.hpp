// Finds the bytes of a text that each token came from (spec/04-encode.md, S28b, S28c).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "core/table.hpp"

namespace bpetite::reference {

// The span of each of `ids`, in bytes of the text (S28b). They must be those of
// encode(text, table, choice), which has the same errors.
std::vector<Span> byte_spans(std::string_view text, std::span<const TokenId> ids,
                             const Table& table, const SpecialChoice& choice = {});

// The same spans in scalars (S28c).
std::vector<Span> scalar_spans(std::string_view text, const std::vector<Span>& byte_spans);

}  // namespace bpetite::reference
