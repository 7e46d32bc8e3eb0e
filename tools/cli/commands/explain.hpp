// The explanation of how a text becomes ids, as data for the JSON and for the view of `bpetite
// explain`. `explain` makes an `Explanation`, whose parts are chunks with their merges
// (`ExplainedChunk`) and special tokens. `view_of` writes it for people.
//
//   "ab<|endoftext|>"     two parts of a text
//     chunk "ab"          merges: rank 0 (97,98) -> 256, after which its ids are [256]
//     special 258         the literal is one id
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>

#include "cli/terminal/terminal.hpp"
#include "core/table.hpp"
#include "reference/encode.hpp"

namespace bpetite::cli {

struct ExplainedChunk {
  std::string text;
  std::vector<TokenId> bytes;                // the ids of its bytes, before any merge
  std::vector<reference::MergeStep> merges;  // in the order in which they happen
  std::vector<TokenId> ids;                  // after the last merge
};

// A chunk, or the id of a special token.
using ExplainedPart = std::variant<ExplainedChunk, TokenId>;

struct Explanation {
  std::string_view text;
  std::vector<ExplainedPart> parts;
  std::vector<TokenId> ids;
};

// Explains how a text becomes ids. Throws UnicodeDecodeError if the text is not UTF-8, and
// ValueError if it has a special token that is not allowed. The explanation holds a view of `text`.
Explanation explain(std::string_view text, const Table& table, const SpecialChoice& choice);

// For people. Of a long chunk only the first columns and merges are shown.
std::string view_of(const Explanation& explanation, const Table& table, const View& view);

}  // namespace bpetite::cli
