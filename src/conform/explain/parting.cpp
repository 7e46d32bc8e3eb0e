// Compares the merges that a trainer learned with the right ones, one by one, and shows the first
// difference (parting_of): the pair that was due, the pair that was taken, and the other pairs with
// the same highest count. One of the two lists may also have ended before. Reads the merges of an
// observed result (merges_of).
#include "conform/explain/parting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include <bpetite/errors.hpp>

#include "conform/suite/judged_profile.hpp"
#include "conform/suite/protocol.hpp"
#include "conform/suite/test_material.hpp"
#include "core/table.hpp"
#include "core/utf8.hpp"
#include "reference/merge.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::explain {
namespace {

using reference::CountedChunk;
using reference::PairCounts;

constexpr std::size_t most_shown = 8;

std::optional<TokenId> token_of(const json::Value& value) {
  const auto* integer = std::get_if<json::Integer>(&value.data);
  if (integer == nullptr || integer->negative || !integer->magnitude ||
      *integer->magnitude > std::numeric_limits<TokenId>::max()) {
    return std::nullopt;
  }
  return static_cast<TokenId>(*integer->magnitude);
}

std::vector<CountedChunk> counted_chunks_of(const json::Object& input, unicode::Version version) {
  const json::Value* counts = json::find(input, "counts");
  if (counts == nullptr) {
    const std::string corpus = suite::bytes_of(input, "corpus").value_or("");
    const std::string_view text = corpus;
    return reference::count_chunks({&text, 1}, suite::judged_profile(version));
  }
  const Table bytes = suite::judged_table({});
  std::vector<CountedChunk> chunks;
  for (const json::Value& value : std::get<json::Array>(counts->data)) {
    const auto& pair = std::get<json::Array>(value.data);
    const std::string chunk = suite::from_hex(std::get<std::string>(pair.at(0).data)).value();
    chunks.push_back({reference::byte_tokens(chunk, bytes),
                      std::get<json::Integer>(pair.at(1).data).magnitude.value()});
  }
  return chunks;
}

// Shows a pair and its count: "a"+"b" (97,98) x4.
std::string shown_pair(const Pair& pair, const PairCounts& counts,
                       const std::vector<std::string>& tokens) {
  const auto text = [&](TokenId id) {
    return id < tokens.size() ? utf8::quoted(tokens[id]) : std::string("?");
  };
  const auto count = counts.find(pair);
  return fmt::format("{}+{} ({},{}) x{}", text(pair.left), text(pair.right), pair.left, pair.right,
                     count == counts.end() ? 0 : count->second);
}

// Lists the pairs with the highest count. Returns an empty text if there is only one.
std::string tie_group(const PairCounts& counts, Count most,
                      const std::vector<std::string>& tokens) {
  std::string list;
  std::size_t size = 0;
  for (const auto& [pair, count] : counts) {
    if (count != most) continue;
    if (++size <= most_shown) list += (size == 1 ? "" : ", ") + shown_pair(pair, counts, tokens);
  }
  if (size == 1) return {};
  return fmt::format("; tied are {} pairs: {}{}", size, list, size > most_shown ? ", ..." : "");
}

}  // namespace

std::optional<Parting> parting_of(const suite::Vector& vector, const std::vector<Pair>& merges,
                                  unicode::Version version) {
  const auto size = token_of(*json::find(vector.input, "vocab_size"));
  if (!size || *size < 256) {
    return std::nullopt;
  }
  std::vector<CountedChunk> chunks;
  try {
    chunks = counted_chunks_of(vector.input, version);
  } catch (const Error&) {
    return std::nullopt;  // a corpus that has to be refused
  }
  std::vector<std::string> tokens = suite::judged_table({}).tokens;
  const std::size_t planned = *size - 256;
  for (std::size_t i = 0;; ++i) {
    const PairCounts counts = reference::count_pairs(chunks);
    const auto due = i < planned ? reference::best_pair(counts) : std::nullopt;
    const auto taken = i < merges.size() ? std::optional(merges[i]) : std::nullopt;
    if (due != taken) {
      const std::string wanted = due            ? shown_pair(*due, counts, tokens) + " was due"
                                 : i == planned ? "the size was reached"
                                                : "no pair was left";
      const std::string got =
          taken ? shown_pair(*taken, counts, tokens) + " was taken" : "it stopped";
      return Parting{fmt::format("merge {} of {}", i + 1, planned),
                     fmt::format("{}, {}{}", wanted, got,
                                 due ? tie_group(counts, counts.at(*due), tokens) : "")};
    }
    if (!due) return std::nullopt;
    for (CountedChunk& chunk : chunks) {
      reference::merge_pass(chunk.ids, *due, static_cast<TokenId>(tokens.size()));
    }
    tokens.push_back(tokens[due->left] + tokens[due->right]);
  }
}

std::optional<std::vector<Pair>> merges_of(const json::Object& result) {
  const json::Value* list = json::find(result, "merges");
  const auto* array = list == nullptr ? nullptr : std::get_if<json::Array>(&list->data);
  if (array == nullptr) {
    return std::nullopt;
  }
  std::vector<Pair> merges;
  for (const json::Value& value : *array) {
    const auto* pair = std::get_if<json::Array>(&value.data);
    if (pair == nullptr || pair->size() != 2) return std::nullopt;
    const auto left = token_of(pair->front());
    const auto right = token_of(pair->back());
    if (!left || !right) return std::nullopt;
    merges.push_back({*left, *right});
  }
  return merges;
}

}  // namespace bpetite::conform::explain
