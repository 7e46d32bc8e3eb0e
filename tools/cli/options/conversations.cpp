// Checks the options for conversations, reads the conversations of a file, renders them on several
// threads, by the engine or the reference, and keeps the good ones apart from the errors of those
// that fail. `report` writes these errors to standard error.
#include "cli/options/conversations.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>

#include <bpetite/conversation.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "engine/machine/parallel.hpp"
#include "reference/conversation.hpp"

namespace bpetite::cli {
namespace {

std::size_t max_tokens(const Arguments& arguments) {
  return limit_argument(arguments, "--max-tokens").value_or(default_max_tokens);
}

RenderedConversation rendered(const Arguments& arguments, const Tokenizer& tokenizer,
                              const Conversation& conversation) {
  const std::size_t most = max_tokens(arguments);
  const Table& table = TokenizerAccess::table(tokenizer);
  const bool by_reference = arguments.given("--reference");
  const bool strict = arguments.given("--strict");
  if (arguments.given("--completion")) {
    return {by_reference ? reference::render_for_completion(conversation, most, table, strict)
                         : render_for_completion(tokenizer, conversation, most, strict),
            {}};
  }
  return by_reference ? reference::render(conversation, most, table, strict)
                      : render(tokenizer, conversation, most, strict);
}

}  // namespace

int RenderedLines::report() const {
  for (const std::string& message : bad) write_error("ValueError", message);
  return bad.empty() ? 0 : 1;
}

void check_conversation_options(const Arguments& arguments) {
  max_tokens(arguments);
  threads_argument(arguments);
}

RenderedLines rendered_lines(const Arguments& arguments, const Tokenizer& tokenizer) {
  check_can_render(tokenizer);
  const std::string file = read_data(arguments.required("--input"));
  const std::vector<ConversationText> texts = conversation_texts(file);

  // S57n "the others come out": an error concerns only its own conversation.
  std::vector<RenderedLine> all(texts.size());
  std::vector<std::optional<std::string>> errors(texts.size());
  engine::machine::for_each_index(texts.size(), threads_argument(arguments), [&](std::size_t i) {
    const auto& [line, json] = texts[i];
    try {
      all[i] = {line, rendered(arguments, tokenizer,
                               read_conversation(json, fmt::format("line {}", line)))};
    } catch (const ValueError& error) {
      errors[i] = error.what();
    }
  });

  RenderedLines lines;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (errors[i]) {
      lines.bad.push_back(*std::move(errors[i]));
    } else {
      lines.good.push_back(std::move(all[i]));
    }
  }
  return lines;
}

}  // namespace bpetite::cli
