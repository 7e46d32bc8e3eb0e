// A tokenizer in parts (TokenizerParts): one function for each step. A mutant (a deliberately wrong
// tokenizer) may replace each of them. reference_parts gives the parts of the reference, assembled
// builds an implementation from parts, cut_by splits texts with another pattern, and
// require_well_formed checks a text that one part passes to another. Three operations as examples:
//
//   encode   text -read-> text -split-> segments -cut-> chunks -encode_chunk-> ids
//   render   JSON -read_conversation-> messages -render_parts-> stretches -finish_tokens-> tokens
//   train    corpus -read, texts-> texts -pretokenize-> chunks -count_chunks, learn_merges-> merges
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conform/program/implementation.hpp"
#include "core/unicode.hpp"
#include "reference/conversation.hpp"
#include "reference/train.hpp"

namespace bpetite::conform::program {

// The ordinary text between special tokens, or the id of a special token.
using Segment = std::variant<std::string, TokenId>;

struct TokenizerParts {
  // Checks a text before every other step: UnicodeDecodeError if it is not UTF-8 (S1a).
  std::function<std::string(std::string_view text)> read;
  // Splits a text into chunks (FR-4), for the operation and for training.
  std::function<std::vector<std::string>(std::string_view text)> pretokenize;
  // Splits a segment into chunks for encoding. If this function is empty, `pretokenize` is used.
  std::function<std::vector<std::string>(std::string_view segment)> cut;

  std::function<std::vector<Segment>(std::string_view text, const std::vector<SpecialToken>&)>
      split;
  std::function<std::vector<TokenId>(std::string_view chunk, const Table&)> encode_chunk;
  std::function<std::vector<TokenId>(const json::Array& ids)> read_ids;
  std::function<std::string(std::span<const TokenId> ids, const Table&)> decode;

  // Reads a conversation from JSON (S57e).
  std::function<Conversation(std::string_view json)> read_conversation;
  // The stretches of a conversation. For a completion, without those of the last message (S57f to
  // S57j).
  std::function<std::vector<reference::RenderedPart>(const Conversation&, bool is_completion)>
      render_parts;
  // Cuts the list of tokens at its limit. For a completion, adds the token that begins the
  // assistant's answer (S57k, S57l).
  std::function<RenderedConversation(RenderedConversation tokens, const Rendering& asked)>
      finish_tokens;

  // Texts in motion. A fault in one of these has the reference's ids for whole texts, of every
  // profile.
  Motion motion;

  std::function<Loaded(std::string_view artifact)> load;

  // The number of merges for a vocab_size. ValueError if the size is not allowed (FR-9, S16).
  std::function<std::size_t(TokenId vocab_size)> planned_merges;
  // The texts to train on (S20).
  std::function<std::vector<std::string>(std::string corpus)> texts;
  // Lists each distinct chunk once, with its count, in the order of first occurrence (S5).
  std::function<std::vector<reference::CountedChunk>(std::span<const CountedText>)> count_chunks;
  std::function<std::vector<Pair>(std::vector<reference::CountedChunk>, std::size_t planned)>
      learn_merges;

  std::function<std::string(const Loaded&)> serialize;
  std::function<void(const std::filesystem::path&, std::string_view bytes, bool overwrite)> save;
};

// The parts of the reference, with the character classes of this Unicode version.
TokenizerParts reference_parts(unicode::Version version = unicode::pinned);

// Throws an error of class Internal for an ill-formed text. The parts of the reference never get
// one, but with two faults at once one part may pass it to another.
void require_well_formed(std::string_view text);

// A function that splits texts with another pattern.
std::function<std::vector<std::string>(std::string_view text)> cut_by(std::string_view pattern,
                                                                      unicode::Version version);

// Builds the implementation that consists of these parts.
Implementation assembled(TokenizerParts parts);

}  // namespace bpetite::conform::program
