// The ids of texts under any decisions.
//
//   ChunkIds chunks(table);
//   Answerer right(table, decisions_of(table), chunks);
//   right.ids("Hello")
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "conform/hypotheses/chunk_ids.hpp"
#include "conform/hypotheses/decisions.hpp"
#include "core/table.hpp"
#include "reference/pretokenize.hpp"

namespace bpetite::conform::hypotheses {

// A chunk, or the id of a special token.
using Piece = std::variant<std::string, TokenId>;

class Answerer {
 public:
  // `chunks` is of the same table, and must outlive it; several may share it. PatternError if a
  // pattern is outside the language.
  Answerer(const Table& table, Decisions decisions, ChunkIds& chunks);

  const Decisions& decisions() const { return decisions_; }

  // The ids of a well-formed text.
  std::vector<TokenId> ids(std::string_view text);

  // The same in two steps, for several ways of merging the chunks of one text.
  std::vector<Piece> pieces(std::string_view text) const;
  std::vector<TokenId> ids_of(const std::vector<Piece>& pieces, Lookup lookup, bool whole_chunks);

  // The chunks of a text without special tokens, as the decisions cut it.
  std::vector<std::string_view> chunks(std::string_view text) const;

 private:
  Decisions decisions_;
  Table specials_;           // the special tokens alone, with the rule of the decisions
  std::string first_bytes_;  // with which their literals begin
  reference::Pretokenizer pretokenizer_;
  ChunkIds& chunks_;
};

}  // namespace bpetite::conform::hypotheses
