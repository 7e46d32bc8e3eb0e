// Shards for Python (python/bpetite/shards.py): plans them (plan_shards), does the tasks of a
// folder (ShardFolder), and writes shards of documents that a program gives (GivenShard). While the
// library works, the lock of the interpreter is released; a signal, such as Ctrl-C, ends a task
// between two blocks of its inputs. Receipts are JSON, as in their files.
//
//   ShardFolder("out", None).run(0, 1)      '{"task":0,"plan":"9f86...",...}'
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <bpetite/ids.hpp>

#include "core.hpp"
#include "shards/folder.hpp"
#include "shards/given.hpp"

namespace bpetite::python {

namespace nb = nanobind;

// What a plan says beside its inputs, as Python names it.
struct ShardPlan {
  std::string format;
  std::string field;
  std::string separator;  // none: the inputs are JSON Lines
  bool skips_bad = false;
  bool finds_specials = false;
  bool has_loss = false;
  std::optional<TokenId> prepend;
  std::optional<TokenId> append;
  std::uint64_t task_bytes = 0;
  std::size_t tasks = 0;  // 0: there are inputs
  std::string name;       // of the tokenizer
};

// Makes the folder, and gives what `bpetite shards plan` prints, as a dictionary.
nb::dict plan_shards(const std::filesystem::path& directory, const std::filesystem::path& root,
                     const std::vector<std::filesystem::path>& inputs, const Core& tokenizer,
                     const ShardPlan& given);

class ShardFolder {
 public:
  ShardFolder(const std::filesystem::path& directory,
              const std::optional<std::filesystem::path>& root);

  std::size_t size() const { return folder_.tasks.size(); }  // the number of tasks
  // The tasks that are asked for, or those of worker `number` of `of`.
  std::vector<std::size_t> tasks(const std::optional<std::vector<std::size_t>>& asked,
                                 std::size_t number, std::size_t of) const;
  std::optional<std::string> receipt(std::size_t task) const;
  std::string run(std::size_t task, unsigned threads) const;
  nb::dict finish() const;
  std::vector<std::string> verify(std::optional<std::size_t> sample, unsigned threads) const;

 private:
  shards::Folder folder_;
};

class GivenShard {
 public:
  GivenShard(const std::filesystem::path& directory, std::size_t task, unsigned threads);

  // ValueError: it was finished or abandoned, or had an error before.
  void add_batch(nb::handle texts);
  std::string finish();
  void abandon();  // saves nothing, and removes the unfinished files

 private:
  shards::GivenDocuments& open();

  std::mutex mutex_;  // guards the documents
  shards::Folder folder_;
  std::optional<shards::GivenDocuments> documents_;  // none: nothing can be added any more
};

}  // namespace bpetite::python
