// Gives the slow parts of a tokenizer caches for their results: chunks of texts, loaded files, ids
// of chunks, and learned merges (with_memory). Errors are not cached.
#include "conform/faults/remembered_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <unordered_map>
#include <utility>

namespace bpetite::conform::faults {
namespace {

// Returns the cached answer for `key`, or calls `find` and caches its result. Errors are not
// cached.
template <typename Known, typename Find>
const auto& recalled(Known& known, std::string key, Find find) {
  const auto there = known.find(key);
  return there != known.end() ? there->second : known.emplace(std::move(key), find()).first->second;
}

// A function of a text with a cache of its results.
template <typename Answer, typename Function>
auto remembered(Function function) {
  return [function, known = std::make_shared<std::unordered_map<std::string, Answer>>()](
             std::string_view text) {
    return recalled(*known, std::string(text), [&] { return function(text); });
  };
}

// The ids of chunks for each table. There are few tables, and their merges identify them.
class ChunkMemory {
 public:
  std::vector<TokenId> ids(std::string_view chunk, const Table& table) {
    return recalled(chunks_of(table), std::string(chunk), [&] { return encode_(chunk, table); });
  }

  explicit ChunkMemory(decltype(program::TokenizerParts::encode_chunk) encode)
      : encode_(std::move(encode)) {}

 private:
  using Chunks = std::unordered_map<std::string, std::vector<TokenId>>;

  Chunks& chunks_of(const Table& table) {
    const auto known = std::find_if(tables_.begin(), tables_.end(),
                                    [&](const auto& each) { return each.first == table.merges; });
    if (known != tables_.end()) return known->second;
    tables_.emplace_back(table.merges, Chunks{});
    return tables_.back().second;
  }

  decltype(program::TokenizerParts::encode_chunk) encode_;
  std::vector<std::pair<std::vector<Pair>, Chunks>> tables_;
};

std::string key_of(const std::vector<reference::CountedChunk>& chunks, std::size_t planned) {
  std::string key = fmt::format("{}", planned);
  for (const auto& [ids, count] : chunks) {
    fmt::format_to(std::back_inserter(key), ";{}:{}", count, fmt::join(ids, ","));
  }
  return key;
}

}  // namespace

program::TokenizerParts with_memory(program::TokenizerParts parts) {
  parts.pretokenize = remembered<std::vector<std::string>>(parts.pretokenize);
  parts.load = remembered<program::Loaded>(parts.load);
  parts.encode_chunk = [memory = std::make_shared<ChunkMemory>(parts.encode_chunk)](
                           std::string_view chunk, const Table& table) {
    return memory->ids(chunk, table);
  };
  parts.learn_merges =
      [learn = parts.learn_merges,
       known = std::make_shared<std::unordered_map<std::string, std::vector<Pair>>>()](
          const std::vector<reference::CountedChunk>& chunks, std::size_t planned) {
        return recalled(*known, key_of(chunks, planned), [&] { return learn(chunks, planned); });
      };
  return parts;
}

}  // namespace bpetite::conform::faults
