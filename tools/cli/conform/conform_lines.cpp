// bpetite conform lines: answers as a program of --lines does, rightly or by a hypothesis (S72a).
#include <algorithm>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "conform/hypotheses/answerer.hpp"
#include "conform/hypotheses/hypotheses.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

namespace hypotheses = conform::hypotheses;

// The decisions of a hypothesis about the table.
hypotheses::Decisions decisions_named(const Table& table, const std::string& name) {
  const std::vector<hypotheses::Hypothesis> all = hypotheses::hypotheses_of(table);
  const auto found = std::ranges::find(all, name, &hypotheses::Hypothesis::name);
  if (found != all.end()) return found->decisions;
  std::vector<std::string> names;
  for (const hypotheses::Hypothesis& it : all) names.push_back(it.name);
  throw UsageError(
      fmt::format("lines: --like {}: there are {}", utf8::quoted(name), fmt::join(names, ", ")));
}

// The text of a line, which is a JSON string.
std::string text_of_line(const std::string& line) {
  if (!utf8::first_ill_formed(line)) {
    const auto parsed = json::parse(line);
    const auto* value = std::get_if<json::Value>(&parsed);
    const auto* text = value == nullptr ? nullptr : std::get_if<std::string>(&value->data);
    if (text != nullptr) return *text;
  }
  throw ValueError(fmt::format("lines: {} is no JSON string", utf8::quoted(line)), "S72a");
}

int run_conform_lines(const Arguments& arguments) {
  const OpenedModel model = open_path(arguments, arguments.required("--tokenizer"));
  const Table& table = TokenizerAccess::table(model.tokenizer);
  hypotheses::ChunkIds chunks(table);
  const auto name = arguments.value("--like");
  hypotheses::Answerer answerer(
      table, name ? decisions_named(table, *name) : hypotheses::decisions_of(table), chunks);
  for (std::string line; std::getline(std::cin, line);) {
    write_part(fmt::format("[{}]\n", fmt::join(answerer.ids(text_of_line(line)), ",")));
  }
  return 0;
}

}  // namespace

Command conform_lines_command() {
  return {
      "lines",
      "Answer the ids of texts, a JSON string on each line, as a program for --lines does.",
      {
          {"--tokenizer", "PATH", "An artifact, tokenizer.json or rank file, or a directory",
           Count::once},
          profile_option,
          pattern_option,
          dialect_option,
          unicode_option,
          missing_option,
          {"--like", "HYPOTHESIS", "Answer wrongly, as export-model names it: digits-by-two"},
      },
      "Example:\n"
      "  bpetite conform lines --tokenizer tokenizer.json < texts.jsonl > ids.jsonl",
      run_conform_lines,
  };
}

}  // namespace bpetite::cli
