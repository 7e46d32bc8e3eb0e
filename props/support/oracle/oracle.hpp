// The oracle: a second implementation of the check of UTF-8, of pre-tokenizing, counting pairs,
// training and encoding, of texts or of chunks that are cut already. `Ranking` looks up the token
// that two tokens become. The oracle uses other algorithms than the reference and shares no code
// with it.
//
//                 reference                            oracle
//   chunks        Boost.Regex runs the pattern         a scanner written by hand, one `if` per rule
//   training      counts all chunks again each time    a linked list, with counts kept up to date
//   encoding      one pass for each rank               a queue of pairs, ordered by rank and place
//   UTF-8         compares ranges of bytes             decodes loosely, encodes again, compares
//
// If the two differ, one of them is wrong. A property shows the smallest text on which they differ.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "core/unicode.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::test::oracle {

// S1a: the first byte at which no well-formed sequence begins.
std::optional<std::size_t> first_ill_formed(std::string_view bytes);

// FR-4, S3: the chunks of well-formed text. The oracle knows the patterns of v1 and nanochat only.
std::vector<std::string_view> chunks(std::string_view text, const Profile& profile = profiles::v1(),
                                     unicode::Version version = unicode::pinned);

// S5: how often each pair of bytes is adjacent within the chunks of the texts.
std::map<Pair, Count> count_pairs(std::span<const std::string_view> texts,
                                  const Profile& profile = profiles::v1());

// FR-7..FR-11: the merges learned from well-formed texts.
std::vector<Pair> train(std::span<const std::string_view> texts, TokenId vocab_size,
                        const Profile& profile = profiles::v1());

// The same for texts that are cut into chunks already.
std::vector<Pair> train_on_chunks(std::span<const std::string_view> chunks, TokenId vocab_size);

// FR-16: the ids of well-formed text, and the ids of one chunk, which may have any bytes.
std::vector<TokenId> encode(std::string_view text, const Table& table);
std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table);

// Looks up the token that two adjacent tokens become. In each kind of table, a lower token id means
// a lower rank. The table must outlive this object.
class Ranking {
 public:
  explicit Ranking(const Table& table);
  const Table& table() const { return table_; }

  std::optional<TokenId> token(const Pair& pair) const;
  std::optional<TokenId> whole(const std::string& bytes) const;

 private:
  const Table& table_;
  std::map<Pair, TokenId> by_pair_;
  std::unordered_map<std::string, TokenId> by_bytes_;
};

// The ids of many chunks, one after the other. It reads the table once, so it is faster than a call
// for each chunk. With a ranking that was made before, it does not read the table at all.
std::vector<TokenId> encode_chunks(std::span<const std::string_view> chunks, const Table& table);
std::vector<TokenId> encode_chunks(std::span<const std::string_view> chunks,
                                   const Ranking& ranking);

}  // namespace bpetite::test::oracle
