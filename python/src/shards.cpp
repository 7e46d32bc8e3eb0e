// Calls the library of shards for Python, and turns its results into dictionaries and JSON.
#include "shards.hpp"

#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <utility>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "shards/dataset.hpp"
#include "shards/plan.hpp"
#include "shards/receipt.hpp"
#include "shards/task.hpp"
#include "text.hpp"

namespace bpetite::python {
namespace {

shards::Format format_of(std::string_view given) {
  std::string names;
  for (const shards::Format format : shards::formats) {
    if (name(format) == given) return format;
    names += (names.empty() ? "" : ", ") + std::string(name(format));
  }
  throw ValueError("plan: format: " + utf8::quoted(given) + " is none of " + names);
}

shards::Plan plan_of(const ShardPlan& given) {
  shards::Plan plan;
  plan.options.format = format_of(given.format);
  plan.options.field = given.field;
  plan.options.separator = given.separator;
  plan.options.on_bad = given.skips_bad ? shards::OnBad::skip : shards::OnBad::stop;
  plan.options.finds_specials = given.finds_specials;
  plan.options.has_loss = given.has_loss;
  plan.options.prepend = given.prepend;
  plan.options.append = given.append;
  plan.options.task_bytes = given.task_bytes;
  plan.tasks = given.tasks;
  plan.tokenizer = given.name;
  return plan;
}

// S82g: a signal of the user ends the task. Each block of an input calls it.
void stop_if_asked(std::uint64_t /*bytes*/) {
  const nb::gil_scoped_acquire acquired;
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

}  // namespace

nb::dict plan_shards(const std::filesystem::path& directory, const std::filesystem::path& root,
                     const std::vector<std::filesystem::path>& inputs, const Core& tokenizer,
                     const ShardPlan& given) {
  shards::Plan plan;
  std::string sha256;
  std::uint64_t bytes = 0;
  {
    const nb::gil_scoped_release released;
    plan = shards::make_folder(directory, root, inputs, tokenizer.tokenizer(), plan_of(given));
    sha256 = corpus::sha256_hex(write_plan(plan));
    for (const shards::Input& input : plan.inputs) bytes += input.bytes;
  }
  nb::dict made;
  made["tasks"] = tasks_of(plan).size();
  made["inputs"] = plan.inputs.size();
  made["bytes"] = bytes;
  made["format"] = given.format;
  made["width"] = plan.width;
  made["plan"] = sha256;
  return made;
}

ShardFolder::ShardFolder(const std::filesystem::path& directory,
                         const std::optional<std::filesystem::path>& root)
    : folder_(shards::open_folder(directory, root)) {}

std::vector<std::size_t> ShardFolder::tasks(const std::optional<std::vector<std::size_t>>& asked,
                                            std::size_t number, std::size_t of) const {
  return tasks_to_run(folder_, asked, number, of);
}

std::optional<std::string> ShardFolder::receipt(std::size_t task) const {
  require_task(folder_, task);
  const auto receipt = receipt_of(folder_, task);
  return receipt ? std::optional(write_receipt(*receipt)) : std::nullopt;
}

std::string ShardFolder::run(std::size_t task, unsigned threads) const {
  const nb::gil_scoped_release released;
  return write_receipt(run_task(folder_, task, threads, shards::Writes::files, stop_if_asked));
}

nb::dict ShardFolder::finish() const {
  shards::Totals totals;
  {
    const nb::gil_scoped_release released;
    totals = shards::finish(folder_);
  }
  nb::dict made;
  made["tasks"] = totals.tasks;
  made["documents"] = totals.documents;
  made["empty"] = totals.empty;
  made["ids"] = totals.ids;
  made["skipped"] = totals.skipped;
  made["bytes"] = totals.bytes;
  made["dataset"] = totals.sha256;
  return made;
}

std::vector<std::string> ShardFolder::verify(std::optional<std::size_t> sample,
                                             unsigned threads) const {
  const nb::gil_scoped_release released;
  return shards::verify(folder_, sample, threads, stop_if_asked);
}

GivenShard::GivenShard(const std::filesystem::path& directory, std::size_t task, unsigned threads)
    : folder_(shards::open_folder(directory)) {
  documents_.emplace(folder_, task, threads);
}

shards::GivenDocuments& GivenShard::open() {
  if (!documents_) throw ValueError("ShardWriter: finished, or had an error: required an open one");
  return *documents_;
}

void GivenShard::add_batch(nb::handle texts) {
  const Texts given(texts);
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  shards::GivenDocuments& documents = open();
  try {
    for (const std::string_view text : given.views()) documents.add(text);
  } catch (const Error&) {
    documents_.reset();
    throw;
  }
}

std::string GivenShard::finish() {
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  shards::GivenDocuments& documents = open();
  try {
    const shards::Receipt receipt = documents.finish();
    documents_.reset();
    return write_receipt(receipt);
  } catch (const Error&) {
    documents_.reset();
    throw;
  }
}

void GivenShard::abandon() {
  const nb::gil_scoped_release released;
  const std::lock_guard lock(mutex_);
  documents_.reset();
}

}  // namespace bpetite::python
