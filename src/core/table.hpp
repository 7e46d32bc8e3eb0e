// A table: a vocabulary and the profile that it is used with, as plain data (S19a, S26a). Encoding
// and decoding depend on nothing else of a tokenizer. Functions build the table of a trained
// tokenizer, check vocabulary sizes, bytes and added tokens, turn the added tokens of a profile
// into those of a table and back, find the bytes of an added token and the bytes that have no
// token, remove what no text uses, and say whether the merges are in the order of the ids that they
// make. Constants are the limits of ids, and the literal of v1's special token.
//
//   v1 table of the merges (97,98), (32,256):
//     profile     that of Schema v1
//     byte_ids    0 1 2 ... 255            every byte is its own id
//     merges      (97,98)  (32,256)        by rank
//     results     256      257             the token that each merge makes
//     tokens      "\0" ... "ab" " ab"      the bytes of each token, by id
//     specials    <|endoftext|> = 258
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/profile.hpp"

namespace bpetite {

struct Table {
  Profile profile;
  std::array<TokenId, 256> byte_ids{};  // the id of each single byte
  std::vector<Pair> merges;             // by rank. Only for Merging::pairs
  std::vector<TokenId> results;         // of each merge; several merges may make the same token
                                        // (S26c)
  std::vector<std::string> tokens;      // the bytes of each mergeable token, by id; empty if none
  std::vector<TokenId> text_tokens;     // ids of `tokens` that no chunk becomes, ascending (S31b)
  std::vector<SpecialToken> specials;   // literals and ids, in order of id
};

// The literal of the one special token of v1 (FR-14).
inline constexpr std::string_view end_of_text = "<|endoftext|>";

// The largest vocabulary size (S16): 2^24 tokens.
inline constexpr TokenId max_vocab_size = TokenId{1} << 24;

// How far above a small vocabulary the ids of added tokens may be. The profile of a rank file names
// such ids (S26b).
inline constexpr std::size_t most_apart = std::size_t{1} << 18;

// ValueError if a vocabulary size is below 256 or above max_vocab_size (FR-9, S16).
void check_vocab_size(TokenId vocab_size);

// The table of learned merges, with this profile. The id of a byte is its value. The token of
// rank r is 256 + r. Added tokens without an id get the first free ids, in their order (FR-8,
// FR-13). Each operand must be below the id of its own token.
Table trained_table(const Profile& profile, std::vector<Pair> merges);

// The special tokens of a profile for a vocabulary with this many ids, in order of id. Those
// without an id get the next free ids.
std::vector<SpecialToken> special_tokens(const AddedTokens& added, TokenId vocab_size);

// The added tokens of a profile that has exactly these, each with its id.
std::vector<AddedToken> added_tokens(const std::vector<SpecialToken>& specials);

// The bytes that an added token decodes to: those of its id in the vocabulary (S30f), or else its
// literal (FR-24).
std::string_view decoded_bytes(const SpecialToken& token, const Table& table);

// Whether a byte has a token of its own.
bool has_byte(const Table& table, unsigned char byte);

// The bytes without a token that a text can hold: C0, C1 and F5 to FF are in no text (S31a).
std::vector<unsigned char> missing_bytes(const Table& table);

// ValueError (S31d) if a token has a byte that is dropped: a token that a whole chunk may be, or an
// added token that is found in normalized text.
void check_dropped(const Table& table);

// ValueError if an added token cannot be found exactly: it takes white space that another one
// begins with (S27g), or is found in the text that a normalizer made, and takes or decodes to
// something else than its literal (S30f).
void check_added(const Table& table);

// Removes the bytes of the tokens with these ids, which are only added tokens from now on.
void clear_tokens(Table& table, const std::vector<TokenId>& ids);

// Removes the merges that never apply: no chunk becomes one of the tokens that they join. Such a
// token is only an added token, or is a text (S31b).
void remove_idle_merges(Table& table);

// Whether each merge joins earlier tokens to a token that is later than that of the previous
// merge. Then the order of ranks is the order of ids. Every trained table is like that.
bool is_rank_order_id_order(const Table& table);

}  // namespace bpetite
