// Does a task: reads its documents, encodes many at a time, and writes them in their order. The
// receipt is saved last, so a task that has one is finished, whatever happened to its worker.
#include "shards/task.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/directory.hpp"
#include "core/file.hpp"
#include "core/utf8.hpp"
#include "corpus/sha256.hpp"
#include "shards/documents.hpp"

namespace bpetite::shards {
namespace {

// How many bytes and documents are encoded together.
constexpr std::size_t together_bytes = std::size_t{1} << 22;
constexpr std::size_t together = std::size_t{1} << 14;
// S82e: how many bad documents a receipt lists.
constexpr std::size_t most_listed = 1000;

std::string receipt_name(const Folder& folder, std::size_t task) {
  return folder.stem(task) + ".json";
}

// Where a document is: in an input, or among those that a program gave (S82h).
std::string place_of(const std::string& input, std::uint64_t at) {
  if (input.empty()) return fmt::format("shards: document {}", at);
  return fmt::format("shards: {}: the document at byte {}", utf8::quoted(input, 200), at);
}

}  // namespace

ShardWriter::ShardWriter(const Folder& folder, std::size_t task, unsigned threads, Writes writes)
    : folder_(folder),
      task_(task),
      threads_(threads),
      writes_(writes),
      specials_(special_choice(folder.plan.options, folder.tokenizer)),
      files_(folder.plan, folder.stem(task),
             writes == Writes::files ? std::optional(folder.shards()) : std::nullopt) {
  receipt_.task = task;
  receipt_.plan_sha256 = folder.plan_sha256;
}

void ShardWriter::add(std::string text, const std::string& input, std::uint64_t at) {
  waiting_bytes_ += text.size();
  texts_.push_back(std::move(text));
  places_.push_back({&input, at});
  if (waiting_bytes_ >= together_bytes || texts_.size() >= together) encode_waiting();
}

void ShardWriter::refuse(const std::string& input, std::uint64_t at, std::string reason) {
  encode_waiting();  // an error of an earlier document comes first
  if (folder_.plan.options.on_bad == OnBad::stop) {
    throw ValueError(fmt::format("{}: {}", place_of(input, at), reason), "S82c");
  }
  ++receipt_.skipped;
  if (receipt_.bad.size() < most_listed) receipt_.bad.push_back({input, at, std::move(reason)});
}

void ShardWriter::encode_waiting() {
  if (texts_.empty()) return;
  // Their memory goes with this call, even if it throws.
  const std::vector<std::string> texts = std::exchange(texts_, {});
  const std::vector<Place> places = std::exchange(places_, {});
  waiting_bytes_ = 0;
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  bool have_faults = false;
  try {
    encode_into(folder_.tokenizer, views, ids_, threads_, specials_);
  } catch (const ValueError&) {
    have_faults = true;  // which of them?
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!have_faults) {
      add_ids(ids_[i]);
      continue;
    }
    std::vector<TokenId> ids;
    try {
      encode_into(folder_.tokenizer, views[i], ids, specials_);
    } catch (const ValueError& error) {
      refuse(*places[i].input, places[i].at, std::string(error.message()));
      continue;
    }
    add_ids(ids);
  }
}

// S82b: the ids of a document, between those of the options.
void ShardWriter::add_ids(std::span<const TokenId> ids) {
  const Options& options = folder_.plan.options;
  ++receipt_.documents;
  if (ids.empty()) ++receipt_.empty;
  const bool leaves_empty = options.format == Format::megatron || options.format == Format::ds;
  if ((ids.empty() && leaves_empty) || (!options.prepend && !options.append)) {
    return files_.add(ids);
  }
  document_.clear();
  if (options.prepend) document_.push_back(*options.prepend);
  document_.insert(document_.end(), ids.begin(), ids.end());
  if (options.append) document_.push_back(*options.append);
  files_.add(document_);
}

Receipt ShardWriter::finish(std::uint64_t input_bytes, std::string input_sha256) {
  encode_waiting();
  receipt_.ids = files_.ids();
  receipt_.input_bytes = input_bytes;
  receipt_.input_sha256 = std::move(input_sha256);
  receipt_.files = files_.save();
  if (writes_ == Writes::files) {
    FinalFile file(receipt_name(folder_, task_), folder_.receipts());
    file.write(write_receipt(receipt_));
    file.save();
  }
  return receipt_;
}

std::vector<std::size_t> tasks_to_run(const Folder& folder,
                                      const std::optional<std::vector<std::size_t>>& asked,
                                      std::size_t number, std::size_t of) {
  require_inputs(folder);
  std::vector<std::size_t> tasks;
  if (asked) {
    std::set<std::size_t> seen;
    for (const std::size_t task : *asked) {
      require_task(folder, task);
      if (seen.insert(task).second) tasks.push_back(task);
    }
    return tasks;
  }
  for (std::size_t task = number - 1; task < folder.tasks.size(); task += of) tasks.push_back(task);
  return tasks;
}

Receipt run_task(const Folder& folder, std::size_t task, unsigned threads, Writes writes,
                 const std::function<void(std::uint64_t)>& progress) {
  require_inputs(folder);
  ShardWriter shard(folder, task, threads, writes);
  corpus::Sha256 digest;
  std::uint64_t bytes = 0;
  for (const Input& input : folder.plan.inputs) {
    if (input.bytes == 0) require_same_input(input, folder.root);  // no task reads it
  }
  for (const Piece& piece : folder.tasks.at(task)) {
    const std::string& input = folder.plan.inputs[piece.input].name;
    bytes += read_piece(
        folder.plan, folder.root, piece, digest,
        {[&](std::uint64_t at, std::string&& text) { shard.add(std::move(text), input, at); },
         [&](std::uint64_t at, std::string reason) { shard.refuse(input, at, std::move(reason)); },
         progress});
  }
  return shard.finish(bytes, digest.hex());
}

std::optional<Receipt> receipt_of(const Folder& folder, std::size_t task) {
  const std::filesystem::path path = folder.receipts() / receipt_name(folder, task);
  if (!file::is_there(path)) return std::nullopt;
  require_file(path);
  const std::string place = fmt::format("shards: {}", shown_path(path));
  Receipt receipt = read_receipt(file::read(path), place);
  if (receipt.task != task || receipt.plan_sha256 != folder.plan_sha256) {
    throw ValueError(fmt::format("{}: the receipt of another task or plan, required task {} of "
                                 "this one",
                                 place, task),
                     "S82e");
  }
  const std::vector<std::string> names = names_of_files(folder.plan.options, folder.stem(task));
  if (!std::ranges::equal(names, receipt.files, {}, {}, &SavedFile::name)) {
    throw ValueError(fmt::format("{}: /files: not those of the task, required {}", place,
                                 fmt::join(names, ", ")),
                     "S82e");
  }
  return receipt;
}

}  // namespace bpetite::shards
