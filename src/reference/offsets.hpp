// Finds the bytes of a text that each token came from (byte_spans, spec/04-encode.md, S28b to
// S28d), and the same places in scalars (scalar_spans).
//
//   "café" with the tokens "caf" "é"      bytes  0..3 3..5      scalars  0..3 3..4
//
// encode_up_to() gives the first ids of a text, up to a limit, and where the text is cut.
// encode_with_template_up_to() does so between the ids of a template, which count.
#pragma once

#include <cstddef>
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

// The first ids of the text, at most `limit`, and where it is cut (S28d). Errors are those of
// encode(text, table, choice).
EncodedPrefix encode_up_to(std::string_view text, std::size_t limit, const Table& table,
                           const SpecialChoice& choice = {});

// The same between the ids of the profile's template, which count (S28d). ValueError if there are
// more of them than `limit`.
EncodedPrefix encode_with_template_up_to(std::string_view text, std::size_t limit,
                                         const Table& table, const SpecialChoice& choice = {});

}  // namespace bpetite::reference
