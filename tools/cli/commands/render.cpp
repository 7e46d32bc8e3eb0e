// bpetite render: writes the ids and masks of conversations (S57o), a line of JSON for each. The
// mask says which ids the assistant is trained on. With --completion the last message is left out,
// for the assistant to write it again, and there is no mask. Lists bad conversations on standard
// error, and then the exit code is 1.
#include <iterator>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/conversations.hpp"
#include "cli/options/model.hpp"
#include "cli/options/threads.hpp"
#include "cli/terminal/output.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

// {"line":1,"ids":[256,72],"mask":[0,0]}
void append_line(std::string& result, const RenderedLine& line, bool has_mask) {
  fmt::format_to(std::back_inserter(result), R"({{"line":{},"ids":[{}])", line.line,
                 fmt::join(line.tokens.ids, ","));
  if (has_mask) {
    fmt::format_to(std::back_inserter(result), R"(,"mask":[{}])", fmt::join(line.tokens.mask, ","));
  }
  result += "}\n";
}

int run_render(const Arguments& arguments) {
  check_conversation_options(arguments);
  const std::string format = arguments.value("--format").value_or("json");
  if (format != "json") {
    throw UsageError(
        fmt::format("render: --format: {} is unknown, required json", utf8::quoted(format)));
  }
  const Tokenizer tokenizer = open_model(arguments);
  const RenderedLines lines = rendered_lines(arguments, tokenizer);
  std::string result;
  for (const RenderedLine& line : lines.good) {
    append_line(result, line, !arguments.given("--completion"));
  }
  write_result(result);
  return lines.report();
}

}  // namespace

Command render_command() {
  return {
      "render",
      "Turn conversations into token ids, and say which of them the assistant is trained on.",
      with_model_options({
          conversations_option,
          completion_option,
          max_tokens_option,
          strict_texts_option,
          {"--format", "json", "json (default): a line of JSON for each conversation"},
          threads_option,
          {"--reference", "", "Render by the reference implementation"},
      }),
      "A line is {\"messages\":[{\"role\":\"user\",\"content\":\"Hi\"}, ...]}. Bad ones are listed "
      "on standard\n"
      "error, the others come out, and the exit code is 1.\n\n"
      "Example:\n"
      "  bpetite render --model nanochat --profile nanochat --input conversations.jsonl",
      run_render,
  };
}

}  // namespace bpetite::cli
