// bpetite visualize: shows people the tokens of conversations, and which of them the assistant is
// trained on (S57p, S57q). Divides the tokens into rows, and makes the heading of a conversation;
// visualize_view.cpp writes them for a terminal, visualize_page.cpp as HTML.
#include "cli/commands/visualize.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include <bpetite/decoding.hpp>

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/conversations.hpp"
#include "cli/options/model.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"
#include "core/wording/counted.hpp"
#include "core/wording/shown.hpp"

namespace bpetite::cli {
namespace {

ShownToken shown_token(const Tokenizer& tokenizer, TokenId id) {
  const auto specials = tokenizer.special_tokens();
  const bool is_special = std::ranges::find(specials, id, &SpecialToken::id) != specials.end();
  return {id, bpetite::shown(token_bytes(tokenizer, id), "\\"), is_special};
}

// A message begins with its own special token.
bool begins_message(const ShownToken& token) {
  return token.is_special &&
         (token.text == "<|user_start|>" || token.text == "<|assistant_start|>");
}

ShownConversation shown_conversation(const Tokenizer& tokenizer, const RenderedLine& line) {
  const auto& [ids, mask] = line.tokens;
  ShownConversation shown{line.line, ids.size(), std::nullopt, {}};
  const bool has_mask = mask.size() == ids.size();
  if (has_mask) shown.trained = static_cast<std::size_t>(std::ranges::count(mask, 1));
  bool begins_row = true;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ShownToken token = shown_token(tokenizer, ids[i]);
    const std::optional<bool> is_trained =
        has_mask ? std::optional(mask[i] == 1) : std::optional<bool>();
    begins_row = begins_row || begins_message(token) || shown.rows.back().is_trained != is_trained;
    if (begins_row) shown.rows.push_back({is_trained, {}});
    // A line of the text ends a row.
    begins_row = token_bytes(tokenizer, ids[i]).ends_with('\n');
    shown.rows.back().tokens.push_back(std::move(token));
  }
  return shown;
}

// Whether --format asks for the page.
bool wants_page(const Arguments& arguments) {
  const std::string format = arguments.value("--format").value_or("text");
  if (format != "text" && format != "html") {
    throw UsageError(
        fmt::format("visualize: --format: {} is none of text, html", utf8::quoted(format)));
  }
  return format == "html";
}

int run_visualize(const Arguments& arguments) {
  check_conversation_options(arguments);
  const bool is_page = wants_page(arguments);
  const Tokenizer tokenizer = open_model(arguments);
  const RenderedLines lines = rendered_lines(arguments, tokenizer);
  std::vector<ShownConversation> shown;
  for (const RenderedLine& line : lines.good) shown.push_back(shown_conversation(tokenizer, line));
  const bool with_ids = arguments.given("--ids");
  write_result(is_page ? page_of(shown, with_ids)
                       : view_of(shown, with_ids, view_for(STDOUT_FILENO)));
  return lines.report();
}

}  // namespace

std::string heading_of(const ShownConversation& conversation) {
  return fmt::format(
      "line {}: {}{}", conversation.line, counted(conversation.tokens, "token"),
      conversation.trained ? fmt::format(", {} of them trained", *conversation.trained) : "");
}

Command visualize_command() {
  return {
      "visualize",
      "Show the tokens of conversations, and which of them the assistant is trained on.",
      with_model_options({
          conversations_option,
          completion_option,
          max_tokens_option,
          strict_texts_option,
          {"--ids", "", "Show the id of each token too"},
          {"--format", "text|html", "text (default), or html: a page that needs no other file"},
          threads_option,
          {"--reference", "", "Render by the reference implementation"},
      }),
      "What is trained is green and has a +, everything else is red and has a -. Colours are for "
      "a\n"
      "terminal only. Control characters are shown as \\n and \\x07.\n\n"
      "Example:\n"
      "  bpetite visualize --model nanochat --profile nanochat --input conversations.jsonl --ids",
      run_visualize,
  };
}

}  // namespace bpetite::cli
