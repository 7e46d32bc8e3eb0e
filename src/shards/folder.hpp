// The folder of a set of shards (S80b): makes one with its plan and tokenizer (make_folder), and
// opens it for a worker (open_folder).
//
//   out/plan.json         what is to be done
//   out/tokenizer.json    the artifact of the tokenizer
//   out/root.txt          where the inputs are, if a worker is not told another place; not there if
//                         a program gives the documents (S81e)
//   out/shards/           00000.bin, 00000.idx, ...
//   out/receipts/         00000.json, ...: one for each finished task
//   out/dataset.json      all of them together, when every task is finished
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "shards/plan.hpp"

namespace bpetite::shards {

struct Folder {
  std::filesystem::path directory;
  std::filesystem::path root;  // the names of inputs are below it
  Plan plan;
  std::string plan_sha256;
  Tokenizer tokenizer;
  std::vector<Task> tasks;

  std::filesystem::path shards() const { return directory / "shards"; }
  std::filesystem::path receipts() const { return directory / "receipts"; }
  // How the names of a task's files begin: "00000".
  std::string stem(std::size_t task) const;
};

// Makes the folder, or finds that it is there with the same plan. `plan` has the options and the
// name of the tokenizer; the rest of it is filled in. Returns the whole plan.
// ValueError: an input is not below the root, or is given twice, or its name is not UTF-8; an id
// does not fit into the format; or the tokenizer lets no special token be found that the options
// want. FileExistsError: the folder has another plan, or is not one of shards. OSError,
// FileNotFoundError: an input cannot be read, or the folder cannot be written.
Plan make_folder(const std::filesystem::path& directory, const std::filesystem::path& root,
                 const std::vector<std::filesystem::path>& inputs, const Tokenizer& tokenizer,
                 Plan plan);

// Opens a folder, with another root if one is given. FileNotFoundError: there is no plan.
// ValueError: the plan is damaged, or the tokenizer is not that of the plan.
Folder open_folder(const std::filesystem::path& directory,
                   const std::optional<std::filesystem::path>& root = std::nullopt);

// S82b: which special tokens documents may hold: none, or all.
SpecialChoice special_choice(const Options& options, const Tokenizer& tokenizer);

// ValueError: there is no such task (S82f).
void require_task(const Folder& folder, std::size_t task);

// ValueError: a program gives the documents, so nothing else can encode them (S81e).
void require_inputs(const Folder& folder);

}  // namespace bpetite::shards
