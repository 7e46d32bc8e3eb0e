// bpetite conform lines: encodes the text on each line, correctly or with a known fault (S72a). A
// line of standard input is a JSON string, and its ids are a line of standard output. The command
// is an example of a program that does not speak the protocol bpetite-iut: other commands take such
// a program with --lines.
//
//   "ab ab"       becomes       [256,257]
#include <algorithm>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/model_vectors.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

namespace faults = conform::faults;

// The decisions of a program with the fault of this name.
faults::Decisions decisions_named(const Table& table, const std::string& name) {
  const std::vector<faults::Fault> all = faults::faults_of(table);
  const auto found = std::ranges::find(all, faults::current_name(name), &faults::Fault::name);
  if (found != all.end()) return found->decisions;
  std::vector<std::string> names;
  for (const faults::Fault& it : all) names.push_back(it.name);
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
  throw ValueError(fmt::format("lines: {} is not a JSON string", utf8::quoted(line)), "S72a");
}

int run_conform_lines(const Arguments& arguments) {
  const OpenedModel model = open_judged(arguments, arguments.required("--tokenizer"));
  const Table& table = TokenizerAccess::table(model.tokenizer);
  const auto answer = [](const auto& ids_of) {
    for (std::string line; std::getline(std::cin, line);) {
      write_part(fmt::format("[{}]\n", fmt::join(ids_of(text_of_line(line)), ",")));
    }
    return 0;
  };
  if (const auto name = arguments.value("--like")) {
    faults::ChunkIds chunks(table);
    faults::Answerer answerer(table, decisions_named(table, *name), chunks);
    return answer([&](const std::string& text) { return answerer.ids(text); });
  }
  return answer([&](const std::string& text) {
    return encode(model.tokenizer, text, conform::judge::finding_specials(table));
  });
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
          judged_unicode_option,
          missing_option,
          {"--like", "FAULT", "Answer wrongly, as export-model names it: digits-by-two"},
      },
      "Example:\n"
      "  bpetite conform lines --tokenizer tokenizer.json < texts.jsonl > ids.jsonl",
      run_conform_lines,
  };
}

}  // namespace bpetite::cli
