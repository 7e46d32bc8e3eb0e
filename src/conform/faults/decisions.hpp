// The decisions that a program makes when it tokenizes with a given vocabulary (Decisions), and the
// ids that it gives by them (Answerer). ChunkIds computes the ids of chunks by any look-up of
// merges, and remembers them. Also gives the right decisions for a vocabulary (decisions_of),
// changes a text before it is read (edited), and lists the profiles, the best-known first
// (best_known_first).
//
//   cl100k    normalizer: none; pattern: its own, with Unicode 16.0; merged first: the two tokens
//             whose joined bytes have the lowest id; special tokens: become ids
//
//   ChunkIds chunks(table);
//   Answerer right(table, decisions_of(table), chunks);
//   right.ids("Hello")
//
// Most of the decisions are the parts of a profile (S26a), which is all that a tokenizer is besides
// its vocabulary. Two are always faults: a limit for the size of a chunk, and a change of the text
// before it is read.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "core/table.hpp"
#include "pattern/syntax.hpp"
#include "reference/matcher.hpp"
#include "reference/special.hpp"

namespace bpetite::conform::faults {

// How the tokens of a chunk are merged.
enum class Lookup : std::uint8_t {
  pairs,    // the pair of lowest rank first (S26c)
  bytes,    // the joined bytes of lowest id first (S19b)
  longest,  // no merges: the longest token that the rest of the chunk begins with
  in_order  // the leftmost pair that is a merge, whatever its rank
};

// What the literals of special tokens in a text become: ids, or ordinary text.
enum class Literals : std::uint8_t { ids, text };

// What happens to a text before anything else.
enum class TextEdit : std::uint8_t {
  none,
  no_mark,      // U+FEFF at the beginning is dropped
  until_nul,    // it ends before the first NUL
  line_feeds,   // CR LF becomes LF
  space_first,  // a space is put before it, unless it begins with one
  trimmed       // ASCII white space at its ends is dropped
};
std::string edited(std::string_view text, TextEdit edit);

struct Decisions {
  Normalizer normalizer = Normalizer::none;
  std::vector<pattern::Node> patterns;  // each cuts the chunks of the one before it
  Lookup lookup = Lookup::pairs;
  bool whole_chunks = false;  // a chunk that is a token is that token
  Literals literals = Literals::ids;
  std::size_t longest_chunk = 0;  // in bytes; longer chunks are cut. 0: no limit
  TextEdit edit = TextEdit::none;

  bool operator==(const Decisions&) const = default;
};

// The right decisions, which the table's profile requires. Special tokens that a caller may allow
// count as found.
Decisions decisions_of(const Table& table);

// All profiles, the best-known first. If several profiles have the same pattern, it gets the name
// of the first.
std::vector<const Profile*> best_known_first();

// The ids of chunks by any look-up. Hash tables make it fast, and the ids of each chunk are
// remembered.
//
//   ChunkIds ids(table);
//   ids.of(" the", Lookup::bytes, true)
//
// The reference searches the whole list of merges for each pair. A search asks for the ids of
// millions of chunks, so a hash table finds the pairs here. Both give the same ids; the tests
// compare them.
class ChunkIds {
 public:
  // The table must outlive it. If the table merges by bytes, all splits of each token in two are
  // the pairs (S58c).
  explicit ChunkIds(const Table& table);

  // The ids of a chunk. The span stays valid. If the table drops missing bytes, they get no ids.
  std::span<const TokenId> of(std::string_view chunk, Lookup lookup, bool whole_chunks);

  // False if no two bytes of the text begin a token. Then its ids are those of its bytes, however
  // it is cut and merged. True for most texts of a large vocabulary.
  bool may_have_token(std::string_view text) const;

  // The token with these bytes, or nullptr. Tokens that stand only for literals in a text do not
  // count.
  const TokenId* token(std::string_view bytes) const;

 private:
  struct Merge {
    std::size_t rank;
    TokenId result;
  };
  // A token, and where its bytes are.
  struct Part {
    TokenId id;
    std::size_t begin;
    std::size_t end;
  };
  using Memory = std::unordered_map<std::string, std::vector<TokenId>>;

  void add_pairs(const Table& table);
  std::vector<Part> bytes_of(std::string_view chunk) const;
  Merge merge_of(std::string_view chunk, const Part& left, const Part& right, Lookup lookup) const;
  std::vector<TokenId> merged(std::string_view chunk, Lookup lookup) const;
  std::vector<TokenId> longest_first(std::string_view chunk) const;

  const Table& table_;
  std::unordered_map<std::string_view, TokenId> tokens_;
  std::unordered_map<std::uint64_t, Merge> pairs_;
  std::size_t longest_token_ = 0;
  std::bitset<65536> first_bytes_;  // the first two bytes of each token, as one number
  std::array<Memory, 8> memories_;  // one for each look-up, without and with whole chunks
};

// A chunk, or the id of a special token.
using ChunkOrId = std::variant<std::string, TokenId>;

// The ids of texts by some decisions.
class Answerer {
 public:
  // `chunks` must be of the same table and outlive it. Several answerers may share it.
  Answerer(const Table& table, Decisions decisions, ChunkIds& chunks);

  // The decisions that were given, without the patterns.
  const Decisions& decisions() const { return decisions_; }

  // The ids of a well-formed text.
  std::vector<TokenId> ids(std::string_view text);

  // False if no part of a text can be a token of several bytes. Then its ids do not depend on how
  // it is cut and merged.
  bool may_have_token(std::string_view text) const;

  // The same as ids() in two steps, so that the chunks of one text can be merged in several ways. A
  // text without a token of several bytes stays whole, which gives the same ids, unless
  // `all_chunks`.
  std::vector<ChunkOrId> pieces(std::string_view text, bool all_chunks = false) const;
  std::vector<TokenId> ids_of(const std::vector<ChunkOrId>& pieces, Lookup lookup,
                              bool whole_chunks);

  // The chunks of a text without special tokens, as the decisions cut it.
  std::vector<std::string_view> chunks(std::string_view text) const;

 private:
  // The ids of special tokens, and the normalized text between them.
  std::vector<reference::NormalizedSegment> segments(std::string_view text) const;

  Decisions decisions_;
  Table specials_;  // a table with only the special tokens and the normalizer
  std::bitset<256> begins_literal_;
  std::vector<reference::Matcher> matchers_;
  ChunkIds& chunks_;
};

}  // namespace bpetite::conform::faults
