// bpetite explain: shows each merge that turns a text into its ids (FR-32f). Makes the explanation
// with the reference, and writes it as JSON; explain_view.cpp writes the view for people.
#include "cli/commands/explain.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "core/assertion.hpp"
#include "core/json.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "reference/special.hpp"

namespace bpetite::cli {
namespace {

std::string as_json(const reference::MergeStep& step) {
  return fmt::format("{{\"rank\":{},\"pair\":[{},{}],\"token\":{},\"ids\":[{}]}}", step.rank,
                     step.pair.left, step.pair.right, step.token, fmt::join(step.ids, ","));
}

std::string as_json(const ExplainedPart& part) {
  if (const auto* special = std::get_if<TokenId>(&part)) {
    return fmt::format("{{\"special\":{}}}", *special);
  }
  const auto& chunk = std::get<ExplainedChunk>(part);
  std::vector<std::string> merges;
  for (const reference::MergeStep& step : chunk.merges) {
    merges.push_back(as_json(step));
  }
  return fmt::format("{{\"chunk\":{},\"bytes\":[{}],\"merges\":[{}],\"ids\":[{}]}}",
                     json::quoted(chunk.text), fmt::join(chunk.bytes, ","), fmt::join(merges, ","),
                     fmt::join(chunk.ids, ","));
}

std::string as_json(const Explanation& explanation) {
  std::vector<std::string> parts;
  for (const ExplainedPart& part : explanation.parts) {
    parts.push_back(as_json(part));
  }
  return fmt::format("{{\"text\":{},\"parts\":[{}],\"ids\":[{}]}}\n",
                     json::quoted(explanation.text), fmt::join(parts, ","),
                     fmt::join(explanation.ids, ","));
}

}  // namespace

Explanation explain(std::string_view text, const Table& table, const SpecialChoice& choice) {
  Explanation explanation{text, {}, reference::encode(text, table, choice)};
  const bool by_pairs = table.profile.merging == Merging::pairs;
  const auto tokens = by_pairs ? reference::TokensByBytes() : reference::tokens_by_bytes(table);
  std::vector<TokenId> ids;
  for (const reference::NormalizedSegment& segment : reference::segments_of(text, table, choice)) {
    if (const auto* special = std::get_if<TokenId>(&segment)) {
      explanation.parts.emplace_back(*special);
      ids.push_back(*special);
      continue;
    }
    for (const auto chunk : reference::pretokenize(std::get<std::string>(segment), table.profile)) {
      ExplainedChunk explained{std::string(chunk), reference::byte_tokens(chunk, table),
                               by_pairs ? reference::merge_steps(chunk, table)
                                        : reference::merge_steps_by_bytes(chunk, table, tokens),
                               by_pairs ? reference::encode_chunk(chunk, table)
                                        : reference::encode_chunk_by_bytes(chunk, table, tokens)};
      ids.insert(ids.end(), explained.ids.begin(), explained.ids.end());
      explanation.parts.emplace_back(std::move(explained));
    }
  }
  assert_internal(ids == explanation.ids, "an explanation that ends in other ids than encode");
  return explanation;
}

namespace {

int run_explain(const Arguments& arguments) {
  const SpecialChoice choice = special_choice(arguments);
  const Tokenizer tokenizer = open_model(arguments, choice);
  const std::string& text = arguments.required("--text");
  const Table& table = TokenizerAccess::table(tokenizer);
  const Explanation explanation = explain(text, table, choice);
  const View view = view_for(STDOUT_FILENO);
  write_result(arguments.given("--json") ? as_json(explanation)
                                         : view_of(explanation, table, view));
  return 0;
}

}  // namespace

Command explain_command() {
  return {
      "explain",
      "Show merge by merge how a text becomes token ids.",
      with_model_options({
          {"--text", "TEXT", "The text to explain", Count::once},
          allow_special_option,
          ordinary_option,
          {"--json", "", "The same for programs, as one line of JSON"},
      }),
      "Example:\n"
      "  bpetite explain --model tokenizer.json --text \"the theatre\"\n"
      "  bpetite explain --model cl100k_base.tiktoken --profile cl100k --text \"the theatre\"",
      run_explain,
  };
}

}  // namespace bpetite::cli
