// bpetite conform list --tokenizer: lists the texts by which a program with this vocabulary is
// judged. bpetite conform explain --tokenizer: shows one of them with its chunks, its ids, and the
// ids that programs with known faults give (S71).
#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/output.hpp"
#include "conform/faults/decisions.hpp"
#include "conform/faults/fault.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/model_vectors.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"

namespace bpetite::cli {
namespace {

namespace faults = conform::faults;
using conform::judge::ModelVector;

constexpr std::size_t line_limit = 1000;
constexpr std::size_t shown_pieces = 40;
constexpr std::size_t shown_faults = 10;

std::string ids_text(const std::vector<TokenId>& ids) {
  return conform::judge::shortened(fmt::format("{}", fmt::join(ids, " ")), line_limit);
}

std::string_view level_of(const ModelVector& vector) {
  return conform::suite::level_names[static_cast<std::size_t>(vector.level)];
}

std::vector<ModelVector> vectors_of(const Arguments& arguments, const OpenedModel& model) {
  const Table& table = TokenizerAccess::table(model.tokenizer);
  const std::string name = vectors_name(table, arguments.required("--tokenizer"));
  return conform::judge::model_vectors_and_basis(name, model.tokenizer).vectors;
}

// The chunks and special tokens of the text, each with its ids.
std::string trace(const Table& table, const ModelVector& vector) {
  faults::ChunkIds chunks(table);
  faults::Decisions decisions = faults::decisions_of(table);
  if (vector.special == "text") decisions.literals = faults::Literals::text;
  faults::Answerer right(table, decisions, chunks);
  std::string text = "trace\n";
  std::size_t number = 0;
  for (const faults::ChunkOrId& piece : right.pieces(vector.text, true)) {
    if (++number > shown_pieces) return text + "    ...\n";
    const auto* chunk = std::get_if<std::string>(&piece);
    text +=
        fmt::format("    {} {}: {}\n", chunk == nullptr ? "special token" : "chunk",
                    chunk == nullptr ? "" : conform::judge::shortened(utf8::quoted(*chunk), 200),
                    ids_text(right.ids_of({piece}, decisions.lookup, decisions.whole_chunks)));
  }
  return text;
}

// For each fault that the text shows, the ids that a program with the fault gives.
std::string wrong_ids(const Table& table, const ModelVector& vector) {
  faults::ChunkIds chunks(table);
  std::string text;
  std::size_t shown = 0;
  for (const faults::Fault& it : faults::faults_of(table)) {
    if (std::ranges::count(vector.tells, it.name) == 0) continue;
    if (++shown > shown_faults) break;
    text += fmt::format("    {:<24} {}\n", it.name,
                        ids_text(faults::Answerer(table, it.decisions, chunks).ids(vector.text)));
  }
  if (text.empty()) return text;
  const std::size_t left = vector.tells.size() - std::min(vector.tells.size(), shown_faults);
  return "what known mistakes give\n" + text +
         (left == 0 ? "" : fmt::format("    and {} more\n", left));
}

}  // namespace

int list_vocabulary(const Arguments& arguments) {
  conform::judge::RunOptions options;
  read_selection(arguments, options);
  const std::string clause = arguments.value("--clause").value_or("");
  const OpenedModel model = open_judged(arguments, arguments.required("--tokenizer"));
  std::string text;
  for (const ModelVector& vector : vectors_of(arguments, model)) {
    const bool is_wanted =
        (options.levels.empty() || options.levels.contains(vector.level)) &&
        (options.only.empty() || conform::judge::is_selected(vector.id, options.only)) &&
        (clause.empty() || vector.clause == clause);
    if (!is_wanted) continue;
    text += fmt::format("{}\t{}\trequired\tencode\t{}\t\t{}\n", vector.id, level_of(vector),
                        vector.clause, vector.tests);
  }
  write_text(text);
  return 0;
}

int explain_vocabulary(const Arguments& arguments) {
  std::string id = arguments.required("id");
  constexpr std::string_view decoding = ".decode";
  if (id.ends_with(decoding)) id.resize(id.size() - decoding.size());
  const std::string& path = arguments.required("--tokenizer");
  const OpenedModel model = open_judged(arguments, path);
  const std::vector<ModelVector> vectors = vectors_of(arguments, model);
  const auto vector = std::ranges::find(vectors, id, &ModelVector::id);
  if (vector == vectors.end()) {
    throw UsageError(fmt::format(
        "explain: no text of this file is called {}; conform list --tokenizer {} shows them", id,
        path));
  }
  const Table& table = TokenizerAccess::table(model.tokenizer);
  write_text(fmt::format(
      "{}  ({})\nwhat        {}\nclause      {}\ntext        {}\nwant        {}\n{}{}"
      "try         bpetite conform run --tokenizer {} --only {} --impl ./my-harness\n",
      vector->id, level_of(*vector), vector->tests, vector->clause,
      conform::judge::shortened(json::quoted(vector->text), line_limit), ids_text(vector->ids),
      trace(table, *vector), wrong_ids(table, *vector), path, vector->id));
  return 0;
}

}  // namespace bpetite::cli
