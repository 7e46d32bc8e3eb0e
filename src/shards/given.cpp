// Takes the documents of a task from a program: computes their digest, leaves out those that are
// bad, and gives the others to the writer of the shard.
#include "shards/given.hpp"

#include <string>

#include <fmt/format.h>

#include <bpetite/errors.hpp>

#include "core/utf8.hpp"
#include "engine/count/count_stream.hpp"
#include "engine/scan/utf8.hpp"
#include "shards/final_file.hpp"

namespace bpetite::shards {
namespace {

// The documents of a program are in no input.
const std::string& no_input() {
  static const std::string none;
  return none;
}

// S81e: the folder, if a program may do this task of it.
const Folder& given(const Folder& folder, std::size_t task) {
  if (folder.plan.tasks == 0) {
    throw ValueError(fmt::format("shards: {}: the plan has inputs, required a plan of tasks whose "
                                 "documents a program gives",
                                 shown_path(folder.directory)),
                     "S81e");
  }
  require_task(folder, task);
  return folder;
}

}  // namespace

GivenDocuments::GivenDocuments(const Folder& folder, std::size_t task, unsigned threads)
    : shard_(given(folder, task), task, threads, Writes::files) {}

void GivenDocuments::add(std::string_view text) {
  // S82h "the texts in their order, each followed by the byte FF"
  digest_.add(text);
  digest_.add("\xFF");
  bytes_ += text.size() + 1;
  const std::uint64_t number = count_++;
  if (text.size() > engine::count::most_line_bytes) {
    return shard_.refuse(no_input(), number, std::string(engine::count::too_long_line));
  }
  if (const auto fault = engine::scan::first_ill_formed(text)) {
    return shard_.refuse(no_input(), number,
                         fmt::format("byte {} begins no well-formed UTF-8 sequence", *fault));
  }
  shard_.add(std::string(text), no_input(), number);
}

Receipt GivenDocuments::finish() { return shard_.finish(bytes_, digest_.hex()); }

}  // namespace bpetite::shards
