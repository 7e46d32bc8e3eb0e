// bpetite conform identify: finds out which tokenizer a program is (S73). Sends it at most forty
// texts, compares its ids with those of every candidate, and writes which candidates agree. A
// candidate is one of the given vocabularies with one choice for each decision on which tokenizers
// differ.
#include <filesystem>
#include <string>
#include <vector>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "conform/explain/identify.hpp"

namespace bpetite::cli {
namespace {

int identify_program(const Arguments& arguments) {
  std::vector<OpenedModel> models;
  std::vector<std::string> names;
  for (const std::string& path : arguments.values("--tokenizer")) {
    models.push_back(open_judged(arguments, path));
    names.push_back(std::filesystem::path(path).filename().string());
  }
  std::vector<conform::explain::Combinations> vocabularies;
  vocabularies.reserve(models.size());
  for (const OpenedModel& model : models) {
    vocabularies.emplace_back(TokenizerAccess::table(model.tokenizer));
  }
  const conform::program::Program program = asked_program(arguments);
  const auto questions = conform::explain::questions_about(vocabularies);
  const auto found = conform::explain::identify(vocabularies, questions, program);
  const conform::program::IdsReply& shown = found.shows.reply;
  if (found.given == 0 && shown.status != conform::program::Status::pass) {
    throw conform::program::NotDriven(shown.detail);
  }
  write_text(conform::explain::to_text(found, vocabularies, names));
  return found.same.empty() ? 1 : 0;
}

int run_conform_identify(const Arguments& arguments) { return driven(identify_program, arguments); }

}  // namespace

Command conform_identify_command() {
  return {
      "identify",
      "Say which tokenizer a program is, from the ids of at most forty texts.",
      {
          {"--impl", "COMMAND", "The program, as /bin/sh understands it"},
          lines_option,
          {"--tokenizer", "PATH", "A vocabulary that it may have; may be repeated",
           Count::at_least_once},
          profile_option,
          pattern_option,
          dialect_option,
          judged_unicode_option,
          missing_option,
          builtin_name_option,
          {"--timeout", "S", "Seconds for an answer (5)"},
      },
      "The exit code is 0 if it was identified, 1 if it is not one of the known ones, and 3 if it "
      "could\n"
      "not be driven.\n\n"
      "Example:\n"
      "  bpetite conform identify --lines ./encode --tokenizer cl100k_base.tiktoken",
      run_conform_identify,
  };
}

}  // namespace bpetite::cli
