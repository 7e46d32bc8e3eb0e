// Makes the folder of a set of shards, or opens it. The plan is written last, so a folder that has
// one is complete. Names of inputs are relative to the root: the plan is the same wherever the
// inputs are.
//
//   root /data/web, input /data/web/2024/a.jsonl      name "2024/a.jsonl"
#include "shards/folder.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <bpetite/encoding.hpp>
#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "corpus/compressed.hpp"
#include "corpus/sha256.hpp"
#include "shards/final_file.hpp"

namespace bpetite::shards {
namespace {

using std::filesystem::path;

constexpr std::string_view plan_name = "plan.json";
constexpr std::string_view tokenizer_name = "tokenizer.json";
constexpr std::string_view root_name = "root.txt";

std::string name_below(const path& root, const path& input) {
  if (input.empty()) {
    throw ValueError("shards: an input has no name, required the name of a file", "S81a");
  }
  const path below = std::filesystem::absolute(input).lexically_normal().lexically_relative(root);
  if (below.empty() || below == "." || *below.begin() == "..") {
    throw ValueError(
        fmt::format("shards: {}: not below the root, required inputs below it", shown_path(input)),
        "S81a");
  }
  if (utf8::first_ill_formed(below.native())) {
    throw ValueError(
        fmt::format("shards: {}: the name is not UTF-8, required UTF-8", shown_path(input)),
        "S81a");
  }
  return below.generic_string();
}

Input input_at(const path& root, const path& where) {
  Input input{name_below(root, where)};
  require_file(where);
  file::Input file(where);
  input.bytes = std::filesystem::file_size(where);
  std::array<char, 4> first{};
  const std::size_t size = file.read(first.data(), first.size());
  input.is_compressed = corpus::is_compressed({first.data(), size});
  return input;
}

// S80a: what the plan names must exist in the tokenizer.
void check_tokenizer(const Plan& plan, const Tokenizer& tokenizer) {
  const Table& table = TokenizerAccess::table(tokenizer);
  for (const auto& id : {plan.options.prepend, plan.options.append}) {
    if (!id) continue;
    const bool is_token = (*id < table.tokens.size() && !table.tokens[*id].empty()) ||
                          std::ranges::count(table.specials, *id, &SpecialToken::id) > 0;
    if (!is_token) {
      throw ValueError(
          fmt::format("shards: no token has the id {}, required one of the tokenizer", *id),
          "S82b");
    }
  }
  encode(tokenizer, "", special_choice(plan.options, tokenizer));  // S27d: it may be refused
  const unsigned width = width_in(plan.options.format, table);
  if (plan.width != width) {
    throw ValueError(fmt::format("shards: the plan writes ids with {} bits, required {} for this "
                                 "tokenizer",
                                 8 * plan.width, 8 * width),
                     "S80b");
  }
}

// Whether a folder of shards can be made here: it is new or empty, is one, or is one that another
// process is making, or began to make.
bool may_be_planned(const path& directory) {
  if (!file::is_there(directory) || file::is_there(directory / plan_name)) return true;
  if (!file::is_directory(directory)) {
    throw FileExistsError(
        fmt::format("shards: {}: is a file, required a directory", shown_path(directory)), "S81a");
  }
  return std::ranges::all_of(std::filesystem::directory_iterator(directory), [](const auto& entry) {
    const std::string name = entry.path().filename().string();
    return name == "shards" || name == "receipts" || name == tokenizer_name || name == root_name ||
           name.starts_with(".bpetite-");
  });
}

// Saves a file of the plan, unless it is there with the same bytes.
void save_or_find_same(const path& where, const std::string& bytes) {
  try {
    file::save_atomically(where, bytes, false);
  } catch (const FileExistsError&) {
    if (file::read(where) == bytes) return;
    throw FileExistsError(fmt::format("shards: {}: belongs to another plan, required a new or "
                                      "empty directory, or one with the same plan",
                                      shown_path(where)),
                          "S81a");
  }
}

}  // namespace

std::string Folder::stem(std::size_t task) const {
  const std::size_t digits = std::max<std::size_t>(5, fmt::formatted_size("{}", tasks.size() - 1));
  return fmt::format("{:0{}}", task, digits);
}

Plan make_folder(const path& directory, const path& root, const std::vector<path>& inputs,
                 const Tokenizer& tokenizer, Plan plan) {
  if (directory.empty() || root.empty()) {
    throw ValueError(fmt::format("shards: the {} has no name, required the name of a directory",
                                 root.empty() ? "root" : "folder"),
                     "S81a");
  }
  path base = std::filesystem::absolute(root).lexically_normal();
  if (!base.has_filename()) base = base.parent_path();
  std::set<std::string> names;
  for (const path& where : inputs) {
    plan.inputs.push_back(input_at(base, where));
    if (!names.insert(plan.inputs.back().name).second) {
      throw ValueError(
          fmt::format("shards: {}: given twice, required each input once", shown_path(where)),
          "S81a");
    }
  }
  plan.width = width_in(plan.options.format, TokenizerAccess::table(tokenizer));
  check_tokenizer(plan, tokenizer);
  tasks_of(plan);  // ValueError if there are too many

  for (const std::string& text : {plan.options.field, plan.options.separator, plan.tokenizer}) {
    if (!utf8::first_ill_formed(text)) continue;
    throw ValueError(fmt::format("shards: {}: not UTF-8, required UTF-8", utf8::quoted(text, 200)),
                     "S81a");
  }
  read_plan(write_plan(plan), "shards: this plan");  // what could not be read is not written

  if (!may_be_planned(directory)) {
    throw FileExistsError(fmt::format("shards: {}: has other files, required a new or empty "
                                      "directory, or one with the same plan",
                                      shown_path(directory)),
                          "S81a");
  }
  file::make_directories(directory / "shards");
  file::make_directories(directory / "receipts");
  const std::string artifact = artifact_of(tokenizer);
  plan.tokenizer_sha256 = corpus::sha256_hex(artifact);
  save_or_find_same(directory / tokenizer_name, artifact);
  if (plan.tasks == 0) save_or_find_same(directory / root_name, base.native() + "\n");
  save_or_find_same(directory / plan_name, write_plan(plan));
  return plan;
}

Folder open_folder(const path& directory, const std::optional<path>& root) {
  const path where = directory / plan_name;
  for (const auto name : {plan_name, tokenizer_name, root_name}) require_file(directory / name);
  const std::string bytes = file::read(where);
  Plan plan = read_plan(bytes, fmt::format("shards: {}", shown_path(where)));
  const std::string artifact = file::read(directory / tokenizer_name);
  if (corpus::sha256_hex(artifact) != plan.tokenizer_sha256) {
    throw ValueError(fmt::format("shards: {}: is not the tokenizer of the plan, required the "
                                 "SHA-256 {}",
                                 shown_path(directory / tokenizer_name), plan.tokenizer_sha256),
                     "S80b");
  }
  path base = root.value_or(path());
  if (!root && plan.tasks == 0) {
    std::string line = file::read(directory / root_name);
    if (line.ends_with('\n')) line.pop_back();
    base = line;
  }
  Folder folder{directory,
                std::move(base),
                std::move(plan),
                corpus::sha256_hex(bytes),
                Tokenizer::load(directory / tokenizer_name),
                {}};
  check_tokenizer(folder.plan, folder.tokenizer);
  folder.tasks = tasks_of(folder.plan);
  return folder;
}

SpecialChoice special_choice(const Options& options, const Tokenizer& tokenizer) {
  if (!options.finds_specials) return SpecialChoice::ordinary();
  // Where texts always yield them, nobody may ask for it.
  const SpecialRule rule = TokenizerAccess::table(tokenizer).profile.added.rule;
  return rule == SpecialRule::matched ? SpecialChoice() : SpecialChoice::all();
}

void require_task(const Folder& folder, std::size_t task) {
  if (task < folder.tasks.size()) return;
  throw ValueError(fmt::format("shards: task {} does not exist, required a task below {}", task,
                               folder.tasks.size()),
                   "S82f");
}

void require_inputs(const Folder& folder) {
  if (folder.plan.tasks == 0) return;
  throw ValueError(fmt::format("shards: {}: a program has the documents of this plan, required a "
                               "plan with inputs",
                               shown_path(folder.directory)),
                   "S81e");
}

}  // namespace bpetite::shards
