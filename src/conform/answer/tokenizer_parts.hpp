// A tokenizer in parts: the functions of the reference, each of which a mutant may replace.
//
//   encode   text -read-> text -split-> segments -cut-> chunks -encode_chunk-> ids
//   train    corpus -texts-> texts -read, pretokenize-> chunks -count_chunks, learn_merges-> merges
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conform/answer/implementation.hpp"
#include "core/unicode.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::answer {

// Ordinary text between specials, or the id of a special.
using Segment = std::variant<std::string, TokenId>;

struct TokenizerParts {
  // What becomes of a text before all else: UnicodeDecodeError if it is not UTF-8 (S1a).
  std::function<std::string(std::string_view text)> read;
  // The chunks of a text (FR-4), for the operation and for training.
  std::function<std::vector<std::string>(std::string_view text)> pretokenize;
  // The same for the segments of a text that is encoded. Empty: by pretokenize.
  std::function<std::vector<std::string>(std::string_view segment)> cut;

  std::function<std::vector<Segment>(std::string_view text, const std::vector<SpecialToken>&)>
      split;
  std::function<std::vector<TokenId>(std::string_view chunk, const Table&)> encode_chunk;
  std::function<std::vector<TokenId>(const json::Array& ids)> read_ids;
  std::function<std::string(std::span<const TokenId> ids, const Table&)> decode;

  std::function<Loaded(std::string_view artifact)> load;

  // How many merges a size asks for: ValueError if it is no size (FR-9, S16).
  std::function<std::size_t(TokenId vocab_size)> planned_merges;
  // The texts that a corpus is trained on (S20).
  std::function<std::vector<std::string>(std::string corpus)> texts;
  // Each distinct chunk once, in the order of their first occurrence (S5).
  std::function<std::vector<reference::CountedChunk>(std::span<const CountedText>)> count_chunks;
  std::function<std::vector<Pair>(std::vector<reference::CountedChunk>, std::size_t planned)>
      learn_merges;

  std::function<std::string(const Loaded&)> serialize;
  std::function<void(const std::filesystem::path&, std::string_view bytes, bool overwrite)> save;
};

// Those of the reference, with the classes of this Unicode version.
TokenizerParts reference_parts(unicode::Version version = unicode::pinned);

// A text cut by another pattern.
std::function<std::vector<std::string>(std::string_view text)> cut_by(std::string_view pattern,
                                                                      unicode::Version version);

// The implementation that consists of these parts.
Implementation assembled(TokenizerParts parts);

}  // namespace bpetite::conform::answer
