// The tokens of conversations, as data for the two forms of `bpetite visualize` (S57p, S57q): a
// token, a row of tokens, and a conversation (`ShownToken`, `ShownRow`, `ShownConversation`).
// `view_of` writes them for a terminal, `page_of` as an HTML page, and both use `heading_of`.
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
  std::string text;  // with control and incomplete characters made visible
  bool is_special = false;
};

// Successive tokens that are shown together. They belong to one message, and all are trained or all
// are not.
struct ShownRow {
  std::optional<bool> is_trained;  // nullopt in a completion
  std::vector<ShownToken> tokens;
};

struct ShownConversation {
  std::size_t line = 1;
  std::size_t tokens = 0;
  std::optional<std::size_t> trained;  // the number of trained tokens; nullopt in a completion
  std::vector<ShownRow> rows;
};

// "line 1: 9 tokens, 3 of them trained"
std::string heading_of(const ShownConversation& conversation);

// As lines for a terminal. Without colours if the output is not a terminal.
std::string view_of(const std::vector<ShownConversation>& conversations, bool with_ids,
                    const View& view);

// As an HTML page that does not need other files.
std::string page_of(const std::vector<ShownConversation>& conversations, bool with_ids);

}  // namespace bpetite::cli
