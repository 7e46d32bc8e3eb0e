// A second opinion: pre-tokenizing, training and encoding, written another way than the reference
// and sharing no code with it.
//
//                 reference                            oracle
//   chunks        Boost.Regex on the pattern's text    a scanner written by hand, one `if` a rule
//   training      distinct chunks, recounted           one linked list, counts kept up to date
//   encoding      one pass for each rank               the lowest rank first, the leftmost first
//   UTF-8         ranges of bytes                      decode loosely, encode strictly, compare
//
// Where the two differ, one is wrong; a property shows the smallest text on which they do.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/table.hpp"
#include "core/unicode.hpp"
#include "profiles/profiles.hpp"

namespace bpetite::test::oracle {

// S1a: the first byte at which no well-formed sequence begins.
std::optional<std::size_t> first_ill_formed(std::string_view bytes);

// FR-4, S3: the chunks of well-formed text under v1 or nanochat; it knows no other pattern.
std::vector<std::string_view> chunks(std::string_view text, const Profile& profile = profiles::v1(),
                                     unicode::Version version = unicode::pinned);

// S5: how often each pair of bytes is adjacent within the chunks of the texts.
std::map<Pair, Count> count_pairs(std::span<const std::string_view> texts,
                                  const Profile& profile = profiles::v1());

// FR-7..FR-11: the merges learned from well-formed texts.
std::vector<Pair> train(std::span<const std::string_view> texts, TokenId vocab_size,
                        const Profile& profile = profiles::v1());

// FR-16: the ids of well-formed text, of one chunk of any bytes.
std::vector<TokenId> encode(std::string_view text, const Table& table);
std::vector<TokenId> encode_chunk(std::string_view chunk, const Table& table);

// The same for many chunks, one after the other: what the table says is looked through once.
std::vector<TokenId> encode_chunks(std::span<const std::string_view> chunks, const Table& table);

}  // namespace bpetite::test::oracle
