// The conversations of `render` and `visualize`: read, rendered on several threads, and the bad
// ones named (S57m, S57n).
//
//   --input talks.jsonl --completion --max-tokens 512
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <bpetite/messages.hpp>
#include <bpetite/tokenizer.hpp>

#include "cli/command.hpp"

namespace bpetite::cli {

inline constexpr Option conversations_option{
    "--input", "PATH", "Conversations in JSON Lines, or one in JSON; - is standard input",
    Count::once};
inline constexpr Option completion_option{
    "--completion", "", "Without the last message, for the assistant to write it anew"};
inline constexpr Option max_tokens_option{
    "--max-tokens", "N", "Keep the first N tokens of each (2048); a completion has one more"};

// A conversation that was rendered. That of a completion has no mask.
struct RenderedLine {
  std::size_t line = 1;
  RenderedConversation tokens;
};

// The results of all conversations.
struct RenderedLines {
  std::vector<RenderedLine> good;
  std::vector<std::string> bad;  // the errors of the others, each a line for standard error

  // Writes the errors, and gives the exit code.
  int report() const;
};

// UsageError if options exclude each other: called before anything is read.
void check_conversation_options(const Arguments& arguments);

// Reads and renders all of --input. KeyError if the tokenizer lacks a special token (S57h).
RenderedLines rendered_lines(const Arguments& arguments, const Tokenizer& tokenizer);

}  // namespace bpetite::cli
