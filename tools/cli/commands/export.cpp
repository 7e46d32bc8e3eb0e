// bpetite export: writes a model as files that other libraries load (S58a to S58g): those of
// Hugging Face (hf), tiktoken, or GPT-2. --without leaves out parts that a format cannot express.
// Writes the names of the files as a line of JSON, and notes on standard error if libraries that
// load them find special tokens in every text and the model does not.
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <bpetite/export.hpp>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

constexpr std::array<std::pair<std::string_view, ExportFormat>, 3> formats = {{
    {"hf", ExportFormat::huggingface},
    {"tiktoken", ExportFormat::tiktoken},
    {"gpt2", ExportFormat::gpt2},
}};

ExportFormat format_named(const std::string& name) {
  std::vector<std::string_view> names;
  for (const auto& [known, format] : formats) {
    if (known == name) return format;
    names.push_back(known);
  }
  throw UsageError(fmt::format("export: {} is none of {}{}", utf8::quoted(name),
                               fmt::join(names, ", "), did_you_mean(name, names)));
}

// For people: rules of the tokenizer that the files cannot express (S58d).
void note_rule(const Table& table, ExportFormat format) {
  const bool finds_all = format != ExportFormat::tiktoken;
  if (table.specials.empty() || !finds_all || table.profile.added.rule == SpecialRule::matched) {
    return;
  }
  write_note(
      "bpetite: export: libraries that load these files find special tokens in every text, as "
      "--allow-special all does\n");
}

LeftOut left_out(const Arguments& arguments) {
  LeftOut parts;
  for (const std::string& word : arguments.values("--without")) {
    if (word == "template") {
      parts.ids_around = true;
    } else if (word == "plain") {
      parts.plain_tokens = true;
    } else {
      throw UsageError(
          fmt::format("export: --without: {} is none of template, plain", utf8::quoted(word)));
    }
  }
  return parts;
}

int run_export(const Arguments& arguments) {
  const ExportFormat format = format_named(arguments.required("format"));
  const std::string& output = arguments.required("--output");
  const LeftOut without = left_out(arguments);
  const Tokenizer tokenizer = open_path(arguments, arguments.required("--model")).tokenizer;
  std::vector<std::string> names;
  {
    const SignalsHeld held;  // S58g
    names = export_to(tokenizer, format, output, arguments.given("--force"), without);
  }
  for (std::string& name : names) name = json::quoted(name);
  note_rule(TokenizerAccess::table(tokenizer), format);
  write_result(fmt::format("{{\"format\":{},\"files\":[{}]}}\n",
                           json::quoted(arguments.required("format")), fmt::join(names, ",")));
  return 0;
}

}  // namespace

Command export_command() {
  return {
      "export",
      "Write a model as files that other libraries load: Hugging Face's, tiktoken, or GPT-2's.",
      {
          {"format", "hf|tiktoken|gpt2", "hf, tiktoken or gpt2", Count::once},
          model_option,
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          {"--output", "DIRECTORY", "A directory that does not exist, or is empty", Count::once},
          {"--force", "", "Replace the files of an earlier export"},
          {"--without", "template|plain",
           "Leave out the template, or the added tokens that are not special; may be repeated",
           Count::any},
      },
      "Example:\n"
      "  bpetite export hf --model tokenizer.json --output out\n"
      "  python3 -c 'from transformers import AutoTokenizer as T; "
      "print(T.from_pretrained(\"out\").encode(\"Hello\"))'",
      run_export,
  };
}

}  // namespace bpetite::cli
