// Implementation: a tokenizer with one function for each operation of the protocol, such as load,
// encode, decode and train. Also declares what these functions take and return: a chunk with its
// count (CountedText), a request to render a conversation (Rendering),
// and the ids of a decode request (read_ids).
//
//   const Implementation it = reference_implementation();
//   it.encode("  a", it.load(artifact_file))        the ids of the text
//
// The reference (reference_implementation) and the engine (tokenizer_implementation) are
// implementations. So is each mutant (a deliberately wrong tokenizer): the reference with one or
// two functions replaced.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/messages.hpp>

#include "conform/program/motion.hpp"
#include "core/json.hpp"
#include "core/table.hpp"
#include "core/unicode.hpp"

namespace bpetite::conform::program {

using CountedText = std::pair<std::string, Count>;  // a chunk and how often it occurs

// What a render request asks for.
struct Rendering {
  std::string conversation;                  // in JSON
  std::vector<SpecialToken> special_tokens;  // in place of those of the tokenizer
  std::size_t max_tokens = 0;
  bool is_completion = false;  // a completion has no mask
};

// Each function may throw a bpetite::Error, which becomes the answer.
struct Implementation {
  std::string name;
  std::vector<std::string> caps;
  std::string unicode = std::string(unicode::name(unicode::pinned));  // the version that hello
                                                                      // names
  bool reads_profiles = false;  // hello names the profiles of S74b
  std::function<std::vector<std::string>(std::string_view text)> pretokenize;
  std::function<Loaded(std::string_view artifact)> load;
  std::function<Loaded(Table table)> adopt;  // for a table without an artifact
  std::function<std::vector<TokenId>(std::string_view text, const Loaded&)> encode;
  std::function<std::vector<TokenId>(const json::Array& array)> read_ids;  // the ids of a decode
                                                                           // request
  std::function<std::string(std::span<const TokenId> ids, const Loaded&)> decode;
  std::function<Loaded(std::string_view corpus, TokenId vocab_size)> train;
  std::function<Loaded(std::span<const CountedText> counts, TokenId vocab_size)> train_counts;
  std::function<RenderedConversation(const Rendering&, const Loaded&)> render;
  Motion motion;
  std::function<std::string(const Loaded&)> serialize;  // the bytes that save writes
  std::function<void(const std::filesystem::path&, std::string_view bytes, bool overwrite)> save;
};

// S11, FR-22: an id that does not fit in a TokenId is unknown.
std::vector<TokenId> read_ids(const json::Array& array);

// The reference, and the engine behind bpetite::Tokenizer.
Implementation reference_implementation();
Implementation tokenizer_implementation();

}  // namespace bpetite::conform::program
