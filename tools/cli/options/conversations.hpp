// Reads and renders the conversations of `render` and `visualize` on several threads, and lists
// those that fail (S57m, S57n). Declares the options of both commands, the results, and the check
// of the options.
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

inline constexpr Option strict_texts_option{"--strict", "",
                                            "Find no added token at all in the texts of messages"};

// A conversation that was rendered. A completion does not have a mask.
struct RenderedLine {
  std::size_t line = 1;
  RenderedConversation tokens;
};

// The results of all conversations.
struct RenderedLines {
  std::vector<RenderedLine> good;
  std::vector<std::string> bad;  // the errors of the others, one line each

  // Writes the errors to standard error, and returns the exit code.
  int report() const;
};

// Throws UsageError if options exclude each other. Called before anything is read.
void check_conversation_options(const Arguments& arguments);

// Reads and renders all conversations of --input. Throws KeyError if the tokenizer lacks a special
// token (S57h).
RenderedLines rendered_lines(const Arguments& arguments, const Tokenizer& tokenizer);

}  // namespace bpetite::cli
