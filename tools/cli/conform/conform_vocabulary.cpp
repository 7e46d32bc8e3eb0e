// bpetite conform run --tokenizer: a program that contains its vocabulary (S71, S72b).
#include "cli/conform/conform_vocabulary.hpp"

#include <algorithm>
#include <filesystem>
#include <span>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "conform/ask/judge_profiles.hpp"
#include "conform/ask/lines.hpp"
#include "conform/ask/vocabulary_fuzz.hpp"
#include "conform/ask/vocabulary_text.hpp"

namespace bpetite::cli {
namespace {

// The first word of the ids: the profile's name, if it makes one, or that of the file.
std::string name_of(const Table& table, const std::string& path) {
  if (table.profile.name != "tokenizer.json") return table.profile.name;
  std::string name;
  for (const char c : std::filesystem::path(path).stem().string()) {
    const bool is_fine = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    name += is_fine ? c : '_';
  }
  return name;
}

conform::drive::Duration timeout_of(const Arguments& arguments) {
  return seconds_of(arguments, "--timeout", conform::drive::SessionOptions().timeout);
}

}  // namespace

AskedProgram asked_program(const Arguments& arguments) {
  arguments.require_one_of("--impl", "--lines");
  if (const auto command = arguments.value("--lines")) {
    return {conform::ask::by_lines(*command, timeout_of(arguments)), nullptr};
  }
  const conform::drive::SessionOptions options{arguments.required("--impl"), timeout_of(arguments)};
  auto session = std::make_shared<conform::ask::SessionProgram>(
      options, conform::ask::builtin(arguments.value("--builtin").value_or("vocabulary")));
  return {[session](std::span<const std::string> texts) { return session->ids(texts); }, session};
}

int driven(int (*judge)(const Arguments&), const Arguments& arguments) {
  try {
    return judge(arguments);
  } catch (const conform::ask::NotDriven& error) {
    write_error(error.kind(), error.what());
    return 3;
  }
}

int run_profiles(const Arguments& arguments) {
  const auto verdicts =
      conform::ask::judge_profiles({arguments.required("--impl"), timeout_of(arguments)},
                                   arguments.value("--only").value_or(""));
  write_result(conform::ask::to_text(verdicts, arguments.given("--all")));
  return std::ranges::all_of(verdicts, &conform::ask::ProfileVerdict::conforms) ? 0 : 1;
}

int run_vocabulary(const Arguments& arguments) {
  const std::string& path = arguments.required("--tokenizer");
  const OpenedModel model = open_path(arguments, path);
  const AskedProgram program = asked_program(arguments);
  conform::ask::Decoding decoding;
  if (program.session != nullptr && program.session->has_decode()) {
    decoding = [&](std::span<const std::vector<TokenId>> lists) {
      return program.session->texts(lists);
    };
  }
  const auto verdict =
      conform::ask::run_vocabulary(name_of(TokenizerAccess::table(model.tokenizer), path),
                                   model.tokenizer, program.ids, decoding);
  write_result(conform::ask::to_text(verdict, arguments.given("--all")));
  return verdict.conforms() ? 0 : 1;
}

int fuzz_vocabulary(const Arguments& arguments) {
  const OpenedModel model = open_path(arguments, arguments.required("--tokenizer"));
  const AskedProgram program = asked_program(arguments);
  conform::ask::VocabularyFuzzOptions options;
  options.seed = number_of(arguments, "--seed", options.seed, 0, UINT64_MAX);
  options.time = seconds_of(arguments, "--seconds", options.time);
  options.cases = number_of(arguments, "--cases", options.cases, 1, SIZE_MAX);
  options.findings = number_of(arguments, "--findings", options.findings, 1, 1000);
  options.interrupted = interrupted;
  watch_for_interrupts();
  const auto report = conform::ask::fuzz_vocabulary(model.tokenizer, program.ids, options);
  write_result(conform::ask::to_text(report));
  return report.findings.empty() ? 0 : 1;
}

}  // namespace bpetite::cli
