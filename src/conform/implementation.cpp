// The two implementations of the house, served as strangers are judged.
#include "conform/implementation.hpp"

#include <fmt/format.h>

#include <limits>

#include <bpetite/errors.hpp>

#include "bpetite/access.hpp"
#include "bpetite/backend.hpp"
#include "core/artifact.hpp"
#include "core/file.hpp"
#include "reference/decode.hpp"
#include "reference/encode.hpp"
#include "reference/merge.hpp"
#include "reference/pretokenize.hpp"
#include "reference/train.hpp"

namespace bpetite::conform {

std::vector<TokenId> read_ids(const json::Array& array) {
  std::vector<TokenId> ids;
  for (const json::Value& value : array) {
    const auto* integer = std::get_if<json::Integer>(&value.data);
    if (integer == nullptr) {
      throw ValueError(fmt::format("decode: ids[{}]: not an integer", ids.size()), "FR-20");
    }
    const bool fits = !integer->negative && integer->magnitude &&
                      *integer->magnitude <= std::numeric_limits<TokenId>::max();
    if (!fits) {
      throw KeyError(
          fmt::format("decode: ids[{}]: unknown token id {}{}", ids.size(),
                      integer->negative ? "-" : "",
                      integer->magnitude ? fmt::format("{}", *integer->magnitude) : integer->text),
          "FR-22");
    }
    ids.push_back(static_cast<TokenId>(*integer->magnitude));
  }
  return ids;
}

Implementation reference_implementation() {
  Implementation it;
  it.name = "bpetite-reference";
  it.caps = {"pair-keyed", "same-bytes", "counts", "big-ids"};
  it.pretokenize = [](std::string_view text) {
    const auto chunks = reference::pretokenize(text);
    return std::vector<std::string>(chunks.begin(), chunks.end());
  };
  it.load = [](std::string_view artifact) { return Loaded{artifact::parse(artifact)}; };
  it.encode = [](std::string_view text, const Loaded& loaded) {
    return reference::encode(text, loaded.table, loaded.pattern);
  };
  it.read_ids = read_ids;
  it.decode = [](std::span<const TokenId> ids, const Loaded& loaded) {
    return reference::decode(ids, loaded.table);
  };
  it.train = [](std::string_view corpus, TokenId vocab_size) {
    return Loaded{reference::train({&corpus, 1}, vocab_size)};
  };
  it.train_counts = [](std::span<const CountedText> counts, TokenId vocab_size) {
    reference::check_vocab_size(vocab_size);
    const Table bytes = v1_table({});
    std::vector<reference::CountedChunk> chunks;
    for (const auto& [chunk, count] : counts) {
      chunks.push_back({reference::byte_tokens(chunk, bytes), count});
    }
    return Loaded{v1_table(reference::learn_merges(std::move(chunks), vocab_size - 256))};
  };
  it.serialize = [](const Loaded& loaded) { return artifact::serialize(loaded.table); };
  it.save = file::save_atomically;
  return it;
}

Implementation tokenizer_implementation() {
  Implementation it = reference_implementation();
  it.name = "bpetite";
  it.encode = [](std::string_view text, const Loaded& loaded) {
    return loaded.table.lookup == Lookup::pairs
               ? backend::encode(text, loaded.table)
               : reference::encode(text, loaded.table, loaded.pattern);
  };
  it.decode = [](std::span<const TokenId> ids, const Loaded& loaded) {
    return backend::decode(ids, loaded.table);
  };
  it.train = [](std::string_view corpus, TokenId vocab_size) {
    return Loaded{backend::train({&corpus, 1}, vocab_size, {})};
  };
  return it;
}

}  // namespace bpetite::conform
