// bpetite add-tokens: writes a model with more added tokens as an artifact (S58h). Reads the new
// tokens from --special and --plain, and writes a line of JSON with the numbers of tokens, merges
// and added tokens, and with each new token and its id.
//
//   --special '<|end|>=300'    the special token <|end|> with the id 300; without =300: the next id
#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <bpetite/adding.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/table.hpp"

namespace bpetite::cli {
namespace {

// S58h "LITERAL=ID": what stands behind the last = is an id if it is a number.
NewToken token_of(const std::string& word, bool is_special) {
  const std::size_t sign = word.rfind('=');
  if (sign == std::string::npos || sign + 1 == word.size()) return {word, is_special};
  const std::string_view digits = std::string_view(word).substr(sign + 1);
  TokenId id = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), id);
  if (end != digits.data() + digits.size()) return {word, is_special};
  if (error != std::errc()) id = max_vocab_size;  // too long for an id, and so refused
  return {word.substr(0, sign), is_special, id};
}

std::vector<NewToken> new_tokens(const Arguments& arguments) {
  std::vector<NewToken> tokens;
  for (const std::string& word : arguments.values("--special"))
    tokens.push_back(token_of(word, true));
  for (const std::string& word : arguments.values("--plain"))
    tokens.push_back(token_of(word, false));
  if (tokens.empty()) {
    throw UsageError("add-tokens: no token is given, required --special or --plain");
  }
  return tokens;
}

int run_add_tokens(const Arguments& arguments) {
  const std::string& output = arguments.required("--output");
  if (output == "-") {
    throw UsageError(
        "add-tokens: --output: an artifact is saved to a file, not to standard output");
  }
  const std::vector<NewToken> tokens = new_tokens(arguments);
  const Tokenizer tokenizer =
      with_added_tokens(open_path(arguments, arguments.required("--model")).tokenizer, tokens);
  {
    const SignalsHeld held;  // S14f
    tokenizer.save(output, arguments.given("--force"));
  }
  const Table& table = TokenizerAccess::table(tokenizer);
  std::vector<std::string> shown;
  for (const NewToken& given : tokens) {
    const auto token = std::ranges::find(table.specials, given.literal, &SpecialToken::literal);
    shown.push_back(fmt::format(R"({{"id":{},"literal":{},"special":{}}})", token->id,
                                json::quoted(token->literal), token->is_special));
  }
  write_result(fmt::format("{{\"schema_version\":2,{},\"new_tokens\":[{}]}}\n", figures_of(table),
                           fmt::join(shown, ",")));
  return 0;
}

}  // namespace

Command add_tokens_command() {
  return {
      "add-tokens",
      "Write a model with more added tokens, as an artifact. Ids that exist never move.",
      {
          model_option,
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          special_rule_option,
          {"--special", "LITERAL[=ID]",
           "A special token to add, with its id if the next one will not do; may be repeated",
           Count::any},
          {"--plain", "LITERAL[=ID]", "The same for a token that every text may hold", Count::any},
          {"--output", "PATH", "The artifact to write", Count::once},
          {"--force", "", "Replace the artifact if there is one"},
      },
      "Example:\n"
      "  bpetite add-tokens --model tokenizer.json --special '<|im_start|>' --special "
      "'<|im_end|>' --output chat.json",
      run_add_tokens,
  };
}

}  // namespace bpetite::cli
