// bpetite shards plan: makes the folder of a set of shards, with the plan of its tasks and the
// tokenizer (S81a). Reads the sizes and the first bytes of the inputs, and nothing else of them.
// Writes the number of tasks and the digest of the plan as a line of JSON.
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands/shards/shards.hpp"
#include "cli/options/corpus.hpp"
#include "cli/options/ids.hpp"
#include "cli/options/input.hpp"
#include "cli/options/model.hpp"
#include "cli/options/suggestion.hpp"
#include "cli/terminal/output.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "shards/plan.hpp"

namespace bpetite::cli {
namespace {

shards::Format shard_format(const Arguments& arguments) {
  const std::string& given = arguments.required("--format");
  std::vector<std::string_view> names;
  for (const shards::Format format : shards::formats) {
    if (name(format) == given) return format;
    names.push_back(name(format));
  }
  throw UsageError(fmt::format("plan: --format: {} is none of {}{}", utf8::quoted(given),
                               fmt::join(names, ", "), did_you_mean(given, names)));
}

// The options of the plan, without those that name tokens.
shards::Options options_of_plan(const Arguments& arguments) {
  shards::Options options;
  options.format = shard_format(arguments);
  options.separator = arguments.value("--separator").value_or("");
  if (arguments.given("--separator")) {
    if (options.separator.empty()) {
      throw UsageError("plan: --separator: at least a character is required");
    }
    options.field.clear();
  }
  options.field = arguments.value("--field").value_or(options.field);
  options.on_bad = skips_bad_lines(arguments) ? shards::OnBad::skip : shards::OnBad::stop;
  options.has_loss = arguments.given("--loss");
  if (options.has_loss && options.format != shards::Format::ds) {
    throw UsageError("plan: --loss is given, required with --format ds");
  }
  options.task_bytes = size_argument(arguments, "--task-bytes", options.task_bytes);
  if (const auto specials = arguments.value("--allow-special")) {
    if (*specials != "all") {
      throw UsageError(
          fmt::format("plan: --allow-special: {} is not all", utf8::quoted(*specials)));
    }
    options.finds_specials = true;
  }
  return options;
}

// The inputs of --input, and then those of --input-list.
std::vector<std::filesystem::path> inputs_of(const Arguments& arguments) {
  const std::vector<std::string> names = arguments.values("--input");
  std::vector<std::filesystem::path> inputs(names.begin(), names.end());
  if (const auto list = arguments.value("--input-list")) {
    std::istringstream lines(read_data(*list));
    for (std::string line; std::getline(lines, line);) inputs.emplace_back(line);
  }
  if (inputs.empty()) throw UsageError("plan: no input is given, required --input or --input-list");
  return inputs;
}

// For people: inputs that one task has to read alone.
void note_undivided(const shards::Plan& plan) {
  constexpr std::uint64_t large = 4;
  for (const shards::Input& input : plan.inputs) {
    const bool is_whole = input.is_compressed || !shards::is_divisible(plan.options);
    if (!is_whole || input.bytes / large < plan.options.task_bytes) continue;
    write_note(fmt::format(
        "bpetite: plan: {} has {} bytes and cannot be divided: {}\n", utf8::quoted(input.name, 200),
        input.bytes,
        input.is_compressed ? "it is compressed" : "the separator can overlap with itself"));
  }
}

int run_shards_plan(const Arguments& arguments) {
  shards::Plan plan;
  plan.options = options_of_plan(arguments);
  const std::vector<std::filesystem::path> inputs = inputs_of(arguments);
  const OpenedModel model = open_path(arguments, arguments.required("--model"));
  plan.options.prepend = token_argument(arguments, "--prepend", model.tokenizer);
  plan.options.append = token_argument(arguments, "--append", model.tokenizer);
  const std::filesystem::path file = arguments.required("--model");
  plan.tokenizer = arguments.value("--name").value_or(
      (file.has_filename() ? file : file.parent_path()).filename().string());
  {
    const SignalsHeld held;  // S81a: the folder has a plan, or it can be planned again
    plan =
        shards::make_folder(arguments.required("--output"), arguments.value("--root").value_or("."),
                            inputs, model.tokenizer, std::move(plan));
  }
  note_undivided(plan);
  std::uint64_t bytes = 0;
  for (const shards::Input& input : plan.inputs) bytes += input.bytes;
  write_result(fmt::format(
      "{{\"tasks\":{},\"inputs\":{},\"bytes\":{},\"format\":{},\"width\":{},\"plan\":{}}}\n",
      tasks_of(plan).size(), plan.inputs.size(), bytes, json::quoted(name(plan.options.format)),
      plan.width, json::quoted(corpus::sha256_hex(write_plan(plan)))));
  return 0;
}

}  // namespace

Command shards_plan_command() {
  return {
      "plan",
      "Divide corpora into tasks.",
      with_model_options({
          {"--input", "FILE...",
           "JSON Lines, or texts between separators; may be compressed by gzip or zstd",
           Count::words},
          {"--input-list", "FILE", "The names of more inputs, one on a line; - is standard input"},
          {"--root", "DIR",
           "The names of the inputs in the plan are relative to it; the current directory if left "
           "out"},
          {"--format", "megatron|ds|raw|llmc", "How the shards are written", Count::once},
          {"--field", "NAME", "The field of each line that is a document; text if left out"},
          {"--separator", "STRING", "Inputs are plain text, with documents between these"},
          corpus_bad_line,
          {"--allow-special", "all",
           "Special tokens in documents become their ids; they are ordinary text if left out"},
          {"--prepend", "TOKEN", "A special token, or the id of any token, before each document"},
          {"--append", "TOKEN", "The same, behind each document"},
          {"--loss", "", "With ds, also write the file with a byte for each id"},
          {"--name", "NAME", "The tokenizer's name in the files; that of --model if left out"},
          {"--task-bytes", "BYTES", "How much a task reads: 64M, 1G; 256M if left out"},
          {"--output", "DIR", "A new or empty directory, or one with the same plan", Count::once},
      }),
      "Writes one line of JSON.\n\n"
      "Example:\n"
      "  bpetite shards plan --input corpus/*.jsonl.zst --model tokenizer.json --format ds \\\n"
      "    --output out",
      run_shards_plan,
      {},
      {{"--separator", {}, {"--field"}}},
  };
}

}  // namespace bpetite::cli
