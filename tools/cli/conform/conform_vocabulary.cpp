// The commands for a program that contains its vocabulary (S71, S72b): `conform run --tokenizer`
// judges it by texts for that vocabulary, also by texts that grow, `conform fuzz --tokenizer` looks
// for more texts that it encodes wrongly, and `conform run --profiles` judges it by small
// vocabularies. If the program does not say which version of Unicode it has, its replies show the
// version. Also finds the program to ask (--impl or --lines), the exit code if that program cannot
// be driven, and the name with which the ids of the texts begin.
#include "cli/conform/conform_vocabulary.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include <fmt/format.h>

#include "bpetite/access.hpp"
#include "cli/conform/conform.hpp"
#include "cli/conform/conform_outputs.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/model.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "conform/judge/lengths.hpp"
#include "conform/judge/profiles.hpp"
#include "conform/program/lines.hpp"
#include "conform/report/vocabulary_report.hpp"
#include "conform/search/smaller.hpp"
#include "conform/search/vocabulary_fuzz.hpp"
#include "conform/suite/text_edits.hpp"
#include "core/wording/counted.hpp"

namespace bpetite::cli {
namespace {

conform::program::Duration timeout_of(const Arguments& arguments) {
  return seconds_of(arguments, "--timeout", conform::program::SessionOptions().timeout);
}

// The version of Unicode of the table's pattern, or the pinned one if it has no pattern.
std::string_view unicode_of(const Table& table) {
  const auto& splits = table.profile.splits;
  return unicode::name(splits.empty() ? unicode::pinned : splits.front().pattern.version);
}

// How the failures agree with the list of known failures, in a line for each finding.
std::string known_lines(const conform::report::Report& report) {
  const auto count = [&](conform::program::Status status) {
    return std::ranges::count(report.results, status, &conform::explain::Result::status);
  };
  std::string text;
  if (const auto known = count(conform::program::Status::xfail); known > 0) {
    text += fmt::format("known     {} of the list\n",
                        counted(static_cast<std::size_t>(known), "failure"));
  }
  if (const auto passed = count(conform::program::Status::xpass); passed > 0) {
    text += fmt::format("passed    {} of the list, which should not\n",
                        counted(static_cast<std::size_t>(passed), "text"));
  }
  for (const std::string& remark : report.remarks) text += fmt::format("note      {}\n", remark);
  return text;
}

// How long a text of each kind was asked at least, for the last line.
std::string longest_asked(const conform::judge::VocabularyVerdict& verdict) {
  if (verdict.lengths.empty() || !verdict.conforms()) return "";
  const auto least = std::ranges::min(verdict.lengths, {}, &conform::judge::LengthAsked::right);
  return fmt::format("; one chunk asked to {}", conform::suite::counted(least.right, "byte"));
}

// How the versions of Unicode differ from those of the file, if they do.
std::string class_line(const Table& file, const Table& judged) {
  const auto words = [](const Table& table) {
    const Normalizer form = table.profile.normalizer;
    return fmt::format("Unicode {}{}", unicode_of(table),
                       form == Normalizer::none ? "" : fmt::format(" and {}", bpetite::name(form)));
  };
  if (words(file) == words(judged)) return "";
  return fmt::format("class     {}, as the program says or its replies show; the file has {}\n",
                     words(judged), words(file));
}

// The tokenizer with the versions of Unicode that the program names in its answer to hello. With
// --unicode the version is the one that is given there.
Tokenizer as_said(const Arguments& arguments, const Tokenizer& tokenizer,
                  const conform::program::Hello& hello) {
  if (arguments.given("--unicode")) return tokenizer;
  return TokenizerAccess::open(
      conform::judge::with_said_unicode(TokenizerAccess::table(tokenizer), hello));
}

// The verdict, and the tokenizer that it is about.
struct VerdictAbout {
  Tokenizer tokenizer;
  conform::judge::VocabularyVerdict verdict;
};

// Whether the program has not said which version of Unicode it has, so that its replies have to
// show it.
bool is_measured(const Arguments& arguments, const conform::program::Program& program) {
  return !arguments.given("--unicode") && program.hello.unicode.empty();
}

// Judges the program by the texts that are selected. If only the version of Unicode differs and the
// program has not said which it has, judges it again by the version that its replies show (S71e).
VerdictAbout judged(const Arguments& arguments, const conform::judge::SelectsText& selects,
                    const std::string& name, const Tokenizer& tokenizer,
                    const conform::program::Program& program) {
  auto verdict = conform::judge::judge_texts(
      conform::judge::model_vectors_and_basis(name, tokenizer), tokenizer, program, selects);
  if (is_measured(arguments, program)) {
    const Table& table = TokenizerAccess::table(tokenizer);
    if (auto measured = conform::judge::with_measured_unicode(table, verdict)) {
      const Tokenizer other = TokenizerAccess::open(*std::move(measured));
      auto again = conform::judge::judge_texts(conform::judge::model_vectors_and_basis(name, other),
                                               other, program, selects);
      if (again.wrong.size() < verdict.wrong.size()) return {other, std::move(again)};
    }
  }
  return {tokenizer, std::move(verdict)};
}

// The time for all failures that are shown, together.
constexpr std::chrono::seconds time_to_shrink{20};

}  // namespace

std::string vectors_name(const Table& table, const std::string& path) {
  using conform::judge::may_be_in_name;
  const std::string& profile = table.profile.name;
  // Other profiles, such as "a given pattern", do not name a vocabulary.
  if (profile != "tokenizer.json" && std::ranges::all_of(profile, may_be_in_name)) return profile;
  std::filesystem::path file(path);
  if (!file.has_filename()) file = file.parent_path();
  std::string name = file.stem().string();
  for (char& c : name) c = may_be_in_name(c) ? c : '_';
  return name.empty() ? "_" : name;
}

conform::program::Program asked_program(const Arguments& arguments) {
  arguments.require_one_of("--impl", "--lines");
  if (const auto command = arguments.value("--lines")) {
    return conform::program::by_lines(*command, timeout_of(arguments));
  }
  return conform::program::by_session(
      {arguments.required("--impl"), timeout_of(arguments)},
      conform::program::builtin(arguments.value("--builtin").value_or("vocabulary")));
}

int driven(int (*judge)(const Arguments&), const Arguments& arguments) {
  try {
    return judge(arguments);
  } catch (const conform::program::NotDriven& error) {
    write_error(error);
    return 3;
  }
}

int run_profiles(const Arguments& arguments) {
  const auto verdicts =
      conform::judge::judge_profiles({arguments.required("--impl"), timeout_of(arguments)},
                                     arguments.value("--only").value_or(""));
  write_text(conform::report::to_text(verdicts, arguments.given("--all")));
  return std::ranges::all_of(verdicts, &conform::judge::ProfileVerdict::conforms) ? 0 : 1;
}

int run_vocabulary(const Arguments& arguments) {
  conform::judge::RunOptions options;
  read_selection(arguments, options);
  options.command = arguments.given("--lines") ? arguments.required("--lines")
                                               : arguments.value("--impl").value_or("");
  options.timeout = timeout_of(arguments);
  check_destinations(arguments);
  const auto known = read_known(arguments);
  const auto begin = std::chrono::steady_clock::now();
  const std::string& path = arguments.required("--tokenizer");
  const OpenedModel model = open_judged(arguments, path);
  const conform::program::Program program = asked_program(arguments);
  const std::string name = vectors_name(TokenizerAccess::table(model.tokenizer), path);
  const Tokenizer said = as_said(arguments, model.tokenizer, program.hello);
  const auto selects = [&](const conform::judge::ModelVector& vector) {
    return (options.levels.empty() || options.levels.contains(vector.level)) &&
           (options.only.empty() || conform::judge::is_selected(vector.id, options.only));
  };
  auto [tokenizer, verdict] = judged(arguments, selects, name, said, program);
  if (verdict.asked.empty()) throw UsageError("run: no text is selected (see export-model)");
  if (options.levels.empty() && options.only.empty()) {
    conform::judge::LengthLimits limits;
    limits.longest = size_argument(arguments, "--longest", limits.longest);
    conform::judge::ask_lengths(verdict, name, tokenizer, program, limits);
  }
  if (!arguments.given("--no-shrink")) {
    conform::search::shrink_texts(verdict, tokenizer, program, time_to_shrink);
  }

  const Table& table = TokenizerAccess::table(tokenizer);
  conform::report::Report report = conform::report::report_of(
      verdict, {name, std::string(unicode_of(table))}, options, program.hello);
  report.starts = program.starts();
  report.elapsed_ms =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(
                                     std::chrono::steady_clock::now() - begin)
                                     .count());
  if (known) settle_known(arguments, *known, report);
  write_reports(arguments, report);
  write_text(
      fmt::format("{}{}{}\n{}{}\n", conform::report::to_text(verdict, arguments.given("--all")),
                  class_line(TokenizerAccess::table(model.tokenizer), table), known_lines(report),
                  conform::report::headline_of(report).text, longest_asked(verdict)));
  return report.exit_code;
}

int fuzz_vocabulary(const Arguments& arguments) {
  const OpenedModel model = open_judged(arguments, arguments.required("--tokenizer"));
  const conform::program::Program program = asked_program(arguments);
  conform::search::FuzzOptions options;
  options.seed = number_of(arguments, "--seed", options.seed, 0, UINT64_MAX);
  options.time = seconds_of(arguments, "--seconds", options.time);
  options.cases = number_of(arguments, "--cases", options.cases, 1, SIZE_MAX);
  options.findings = number_of(arguments, "--findings", options.findings, 1, 1000);
  options.interrupted = interrupted;
  watch_for_interrupts();
  const Table& file = TokenizerAccess::table(model.tokenizer);
  const std::string name = vectors_name(file, arguments.required("--tokenizer"));
  Tokenizer tokenizer = as_said(arguments, model.tokenizer, program.hello);
  if (is_measured(arguments, program)) {
    const auto all = [](const auto&) { return true; };
    tokenizer = judged(arguments, all, name, tokenizer, program).tokenizer;
  }
  const auto report = conform::search::fuzz_vocabulary(tokenizer, program, options);
  write_text(class_line(file, TokenizerAccess::table(tokenizer)) +
             conform::search::to_text(report));
  return report.findings.empty() && !report.order ? 0 : 1;
}

}  // namespace bpetite::cli
