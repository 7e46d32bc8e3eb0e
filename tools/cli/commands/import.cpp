// bpetite import: opens any model file, and writes it as an artifact (S55a, S55d): of Schema v1 if
// its profile is v1, or else of Schema v2. Writes the version of the schema, the size of the
// artifact, and the numbers of its tokens, merges and added tokens as a line of JSON.
#include <string>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/commands.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "core/file.hpp"
#include "core/table.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::cli {
namespace {

int run_import(const Arguments& arguments) {
  const std::string& output = arguments.required("--output");
  if (output == "-") {
    throw UsageError("import: --output: an artifact is saved to a file, not to standard output");
  }
  const Tokenizer tokenizer = open_path(arguments, arguments.required("path")).tokenizer;
  {
    const SignalsHeld held;  // S14f
    tokenizer.save(output, arguments.given("--force"));
  }
  const Table& table = TokenizerAccess::table(tokenizer);
  write_result(fmt::format("{{\"schema_version\":{},\"bytes\":{},{}}}\n",
                           table.profile == profiles::v1() ? 1 : 2, file::read(output).size(),
                           figures_of(table)));
  return 0;
}

}  // namespace

Command import_command() {
  return {
      "import",
      "Write any file that opens as an artifact: Schema v2, or v1 where it is one.",
      {
          {"path", "PATH",
           "A tokenizer.json, rank file, tekken or GGUF file, an artifact, a directory, or - for "
           "standard input",
           Count::once},
          {"--output", "PATH", "The artifact to write", Count::once},
          {"--force", "", "Replace the artifact if there is one"},
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          special_rule_option,
      },
      "Example:\n"
      "  bpetite import tokenizer.json --output artifact.json\n"
      "  bpetite import cl100k_base.tiktoken --profile cl100k --output cl100k.json",
      run_import,
  };
}

}  // namespace bpetite::cli
