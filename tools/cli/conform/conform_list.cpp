// bpetite conform list: lists, one a line, the vectors (test cases) of the suite and the
// accumulated sets, each of which stands for thousands of computed cases; with --clause, only those
// of one clause. bpetite conform explain: shows a vector with its purpose, its input and result,
// and the chunks and merges of the reference, or shows a clause with the vectors that test it and
// the mutants (wrong tokenizers) that break it. With --tokenizer, conform_list_vocabulary.cpp does
// the work of both.
#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "artifact/artifact.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_vocabulary.hpp"
#include "cli/options/arguments.hpp"
#include "cli/options/model.hpp"
#include "cli/options/pattern.hpp"
#include "cli/terminal/output.hpp"
#include "conform/judge/accumulate.hpp"
#include "conform/judge/expected.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/repro.hpp"
#include "conform/suite/judged_profile.hpp"
#include "conform/suite/test_material.hpp"
#include "core/utf8.hpp"
#include "reference/encode.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::cli {
namespace {

constexpr Option own_texts_option{"--tokenizer", "PATH",
                                  "The texts of run --tokenizer with this file"};
constexpr std::size_t shown_chunks = 40;
constexpr std::ptrdiff_t shown_vectors = 20;  // for each clause

// The first case of an accumulated set stands for all its cases.
conform::suite::Vector first_case_of(const conform::suite::AccumulatedSet& set,
                                     const conform::suite::Suite& suite) {
  conform::suite::Vector vector = conform::suite::case_of(set, suite, 0);
  vector.comment =
      fmt::format("{}; here case 0 of {}", set.comment, 1U << (set.checkpoints.size() - 1));
  vector.expect = conform::judge::reference_answer(vector, suite, unicode::pinned);
  return vector;
}

conform::suite::Vector vector_named(const conform::suite::Suite& suite, const std::string& id) {
  if (const auto found = std::ranges::find(suite.vectors, id, &conform::suite::Vector::id);
      found != suite.vectors.end()) {
    return *found;
  }
  const auto sets = conform::suite::accumulated_sets();
  const auto set = std::ranges::find(sets, id, &conform::suite::AccumulatedSet::name);
  if (set == sets.end()) {
    throw UsageError(fmt::format(
        "explain: no vector is called {} (see conform list). An id of run --tokenizer FILE "
        "belongs to the file: explain {} --tokenizer FILE",
        id, id));
  }
  return first_case_of(*set, suite);
}

// Shows a chunk before any merge, and then after each merge that changes it.
std::string merges_of(std::string_view chunk, const Table& table) {
  std::string text;
  for (const reference::MergeStep& step : reference::merge_steps(chunk, table)) {
    text += fmt::format("      merge {} ({},{}) -> {}: {}\n", step.rank, step.pair.left,
                        step.pair.right, step.token, fmt::join(step.ids, " "));
  }
  return text;
}

// What the reference does with the text of a vector, chunk by chunk.
std::string trace(const conform::suite::Suite& suite, const conform::suite::Vector& vector) {
  const auto bytes = conform::suite::bytes_of(vector.input, "text");
  if (!bytes || utf8::first_ill_formed(*bytes)) {
    return {};
  }
  const bool encode = vector.op == "encode";
  const Table table = encode
                          ? artifact::parse(conform::suite::artifact_bytes(suite, vector.artifact))
                          : conform::suite::judged_table({});
  std::string text = "trace of the reference\n";
  std::size_t number = 0;
  for (const std::string_view chunk :
       reference::pretokenize(*bytes, conform::suite::judged_profile())) {
    if (++number > shown_chunks) {
      text += "    ...\n";
      break;
    }
    text += fmt::format("    chunk {} {}\n", number, utf8::quoted(chunk));
    if (encode) text += merges_of(chunk, table);
  }
  return text;
}

std::string line(std::string_view title, std::string_view text) {
  return text.empty() ? "" : fmt::format("{:<12}{}\n", title, text);
}

std::string list_line(const conform::suite::Vector& vector, std::string_view comment) {
  return fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", vector.id,
                     conform::suite::level_names[static_cast<std::size_t>(vector.level)],
                     conform::suite::tier_names[static_cast<std::size_t>(vector.tier)], vector.op,
                     fmt::join(vector.clauses, " "), fmt::join(vector.flags, " "), comment);
}

// The title of a clause that vectors can cite. Throws UsageError if no clause has this name.
std::string_view clause_title(const conform::suite::Suite& suite, std::string_view clause) {
  const auto found =
      std::ranges::find(suite.clauses, clause, &std::pair<std::string, std::string>::first);
  if (found == suite.clauses.end()) {
    throw UsageError(
        fmt::format("{}: no vector tests a clause of this name; bpetite spec lists them", clause));
  }
  return found->second;
}

bool cites(const std::vector<std::string>& clauses, const std::string& clause) {
  return clause.empty() || std::ranges::find(clauses, clause) != clauses.end();
}

int run_conform_list(const Arguments& arguments) {
  if (arguments.given("--tokenizer")) return list_vocabulary(arguments);
  conform::judge::RunOptions options;
  read_selection(arguments, options);
  const conform::suite::Suite suite = conform::suite::embedded_suite();
  const std::string clause = arguments.value("--clause").value_or("");
  if (!clause.empty()) clause_title(suite, clause);
  std::string text;
  for (const std::size_t place : conform::judge::selected(suite, options)) {
    const conform::suite::Vector& vector = suite.vectors[place];
    if (cites(vector.clauses, clause)) text += list_line(vector, vector.comment);
  }
  for (const conform::suite::AccumulatedSet& set : conform::judge::selected_sets(options)) {
    if (cites(set.clauses, clause)) {
      text += list_line(conform::suite::case_of(set, suite, 0), set.comment);
    }
  }
  write_text(text);
  return 0;
}

}  // namespace

Command conform_list_command() {
  return {
      "list",
      "List the vectors and accumulated sets: id, level, tier, operation, clauses, flags, comment.",
      {level_option,
       only_option,
       {"--clause", "CLAUSE", "Only vectors that test this clause, such as FR-4 or S9a"},
       own_texts_option,
       profile_option,
       pattern_option,
       dialect_option,
       judged_unicode_option,
       missing_option},
      "Example:\n"
      "  bpetite conform list --level L0 --clause FR-4",
      run_conform_list,
      {},
      tokenizer_rules(),
  };
}

namespace {

// Whether a text looks like a clause, FR-4 or S9a. Ids of vectors are in lower case.
bool is_clause(std::string_view text) {
  return !text.empty() && text.front() >= 'A' && text.front() <= 'Z';
}

// A clause: its title, the mutants that break it, and the vectors that test it.
std::string explained_clause(const conform::suite::Suite& suite, const std::string& clause) {
  std::string text = fmt::format("{}  {}\n", clause, clause_title(suite, clause));
  std::map<std::string, std::size_t> levels;
  std::set<std::string> mutants;
  std::string vectors;
  for (const conform::suite::Vector& vector : suite.vectors) {
    if (!cites(vector.clauses, clause)) continue;
    ++levels[std::string(conform::suite::level_names[static_cast<std::size_t>(vector.level)])];
    mutants.insert(vector.kills.begin(), vector.kills.end());
    if (std::ranges::count(vectors, '\n') < shown_vectors)
      vectors += list_line(vector, vector.comment);
  }
  std::string counts;
  for (const auto& [level, count] : levels) {
    counts += fmt::format("{}{} of {}", counts.empty() ? "" : ", ", count, level);
  }
  text += line("vectors", counts.empty() ? "none: CATALOGUE.md says why" : counts);
  text += line("mutants", fmt::format("{}", fmt::join(mutants, " ")));
  text += line("text", "spec/, see the index in spec/README.md");
  if (!vectors.empty()) {
    text += fmt::format(
        "\n{}{}", vectors,
        levels.empty() ? "" : fmt::format("(all: bpetite conform list --clause {})\n", clause));
  }
  return text;
}

int run_conform_explain(const Arguments& arguments) {
  if (arguments.given("--tokenizer")) return explain_vocabulary(arguments);
  const conform::suite::Suite suite = conform::suite::embedded_suite();
  if (const std::string& id = arguments.required("id"); is_clause(id)) {
    write_text(explained_clause(suite, id));
    return 0;
  }
  const conform::suite::Vector vector = vector_named(suite, arguments.required("id"));
  std::string text =
      fmt::format("{}  ({}, {}, {})\n", vector.id,
                  conform::suite::level_names[static_cast<std::size_t>(vector.level)],
                  conform::suite::tier_names[static_cast<std::size_t>(vector.tier)], vector.op);
  text += line("what", vector.comment);
  text += line("clauses", fmt::format("{}", fmt::join(vector.clauses, " ")));
  for (const std::string& flag : vector.flags) {
    const auto note = std::ranges::find(suite.notes, flag, &conform::suite::Note::flag);
    text += line("flag", note == suite.notes.end()
                             ? flag
                             : fmt::format("{}: {} {}", flag, note->description, note->effect));
  }
  text += line("needs", fmt::format("{}", fmt::join(vector.requires_caps, " ")));
  text += line("artifact", std::holds_alternative<std::nullptr_t>(vector.artifact.data)
                               ? ""
                               : conform::judge::shortened(json::serialize(vector.artifact), 1000));
  text += line("input", conform::judge::shortened(json::serialize({vector.input}), 1000));
  text +=
      line("want",
           conform::judge::shortened(
               conform::judge::shown(conform::suite::expectation(vector, unicode::pinned)), 1000));
  text += line("kills", fmt::format("{}", fmt::join(vector.kills, " ")));
  text += trace(suite, vector);
  text += line("try", conform::judge::repro_of(suite, vector, "./my-harness"));
  write_text(text);
  return 0;
}

}  // namespace

Command conform_explain_command() {
  return {
      "explain",
      "Show a vector: what it asks, why, and what the reference does. Or a clause, and its "
      "vectors.",
      {
          {"id", "ID", "The vector's id, or a clause such as FR-4 or S9a", Count::once},
          own_texts_option,
          profile_option,
          pattern_option,
          dialect_option,
          judged_unicode_option,
          missing_option,
      },
      "Example:\n"
      "  bpetite conform explain pretokenize-lookahead-double",
      run_conform_explain,
      {},
      tokenizer_rules(),
  };
}

}  // namespace bpetite::cli
