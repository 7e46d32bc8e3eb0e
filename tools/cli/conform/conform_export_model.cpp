// bpetite conform export-model: chooses texts for a vocabulary on which programs with known
// mistakes give other ids, and writes them with the right ids as plain data (S70a). Writes examples
// of text in motion in the same way (S70c).
#include <string>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "conform/judge/model_vectors.hpp"
#include "conform/judge/motion_vectors.hpp"

namespace bpetite::cli {
namespace {

int run_conform_export_model(const Arguments& arguments) {
  const OpenedModel model = open_judged(arguments, arguments.required("--tokenizer"));
  if (arguments.given("--motion")) {
    write_result(conform::judge::motion_file(arguments.required("--name"), model.tokenizer,
                                             model.file.bytes));
    return 0;
  }
  const auto vectors = conform::judge::model_vectors(arguments.required("--name"), model.tokenizer);
  write_result(conform::judge::model_file(vectors, TokenizerAccess::table(model.tokenizer),
                                          model.file.bytes));
  return 0;
}

}  // namespace

Command conform_export_model_command() {
  return {
      "export-model",
      "Write texts and their ids for a vocabulary, chosen to show wrong decisions.",
      {
          {"--tokenizer", "PATH", "An artifact, tokenizer.json or rank file, or a directory",
           Count::once},
          profile_option,
          pattern_option,
          dialect_option,
          judged_unicode_option,
          missing_option,
          {"--name", "NAME", "The first word of every id, such as cl100k", Count::once},
          {"--motion", "", "Examples of text in motion instead (chapter 22)"},
      },
      "Example:\n"
      "  bpetite conform export-model --tokenizer tokenizer.json --name mine > mine.json",
      run_conform_export_model,
  };
}

}  // namespace bpetite::cli
