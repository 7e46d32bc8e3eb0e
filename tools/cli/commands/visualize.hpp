// Conversations as their tokens, in the two forms of `bpetite visualize` (S57p, S57q).
//
//   line 1: 9 tokens, 3 of them trained
//   - <|bos|>
//   - <|user_start|>│Hi│<|user_end|>
//   - <|assistant_start|>
//   + Yo│<|assistant_end|>
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "cli/terminal/terminal.hpp"

namespace bpetite::cli {

// A token as it is shown.
struct ShownToken {
  TokenId id = 0;
  std::string text;  // control characters and incomplete ones are visible
  bool is_special = false;
};

// Tokens side by side that are shown together: of one message, and all trained or all not.
struct ShownRow {
  std::optional<bool> is_trained;  // nothing in a completion
  std::vector<ShownToken> tokens;
};

struct ShownConversation {
  std::size_t line = 1;
  std::size_t tokens = 0;
  std::optional<std::size_t> trained;  // how many of them; nothing in a completion
  std::vector<ShownRow> rows;
};

// "line 1: 9 tokens, 3 of them trained"
std::string heading_of(const ShownConversation& conversation);

// For a terminal, or without colours for anything else.
std::string view_of(const std::vector<ShownConversation>& conversations, bool with_ids,
                    const View& view);

// As a page of HTML that needs no other file.
std::string page_of(const std::vector<ShownConversation>& conversations, bool with_ids);

}  // namespace bpetite::cli
