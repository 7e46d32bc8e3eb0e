// An implementation that can be served: what each operation of the protocol does.
//
// The reference is one, the engine is one, and each mutant is the reference with one function
// replaced.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/json.hpp"
#include "core/table.hpp"
#include "core/unicode.hpp"

namespace bpetite::backend {
class Model;
}

namespace bpetite::conform::answer {

// A tokenizer behind a handle.
struct Loaded {
  Table table;
  std::shared_ptr<const backend::Model> model = nullptr;  // of what stands behind Tokenizer
};

using CountedText = std::pair<std::string, Count>;  // a chunk and how often it occurs

// Every function may throw a bpetite::Error, which becomes the answer.
struct Implementation {
  std::string name;
  std::vector<std::string> caps;
  std::string unicode = std::string(unicode::name(unicode::pinned));  // what hello names
  std::function<std::vector<std::string>(std::string_view text)> pretokenize;
  std::function<Loaded(std::string_view artifact)> load;
  std::function<Loaded(Table table)> adopt;  // one that comes from no artifact
  std::function<std::vector<TokenId>(std::string_view text, const Loaded&)> encode;
  std::function<std::vector<TokenId>(const json::Array& array)> read_ids;  // those to be decoded
  std::function<std::string(std::span<const TokenId> ids, const Loaded&)> decode;
  std::function<Loaded(std::string_view corpus, TokenId vocab_size)> train;
  std::function<Loaded(std::span<const CountedText> counts, TokenId vocab_size)> train_counts;
  std::function<std::string(const Loaded&)> serialize;  // what save writes
  std::function<void(const std::filesystem::path&, std::string_view bytes, bool overwrite)> save;
};

// S11, FR-22: an id that no TokenId can hold is unknown, whatever its size.
std::vector<TokenId> read_ids(const json::Array& array);

// The plain reference, and what stands behind Tokenizer.
Implementation reference_implementation();
Implementation tokenizer_implementation();

}  // namespace bpetite::conform::answer
