// Makes tables for tests of text in motion (chapter 22): the patterns of nine profiles and random
// ones, alone and as sequences; normalizers, special tokens with all their flags, a space before
// segments, bytes that a text loses. Each table has its tokenizer, since a pattern takes long to
// compile. Also finds the special ids of a list (special_ids), and gives the reference's windows
// what they ask for (is_safe_cut, count_by_engine).
//
//   make_moving_table(7, 13)      the splits of o200k, NFC, "<|x|>" and "<|x|>y" as special tokens
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <bpetite/ids.hpp>
#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "core/table.hpp"
#include "engine/encode.hpp"
#include "reference/windows.hpp"

namespace bpetite::test {

// The name of its profile is that of the profile with these patterns, or "generated".
struct MovingTable {
  MovingTable(Table made, SpecialChoice chosen);

  Tokenizer tokenizer;
  const Table& table;
  SpecialChoice choice;
  const engine::Encoder& encoder;
};

// The first numbers are those of profiles, and all others have generated patterns.
inline constexpr std::size_t tables_a_profile = 4;
inline constexpr std::size_t profile_tables = 9 * tables_a_profile;

// The table with this number. It is the same for each call with the same seed.
std::unique_ptr<MovingTable> make_moving_table(std::uint64_t seed, std::size_t number);

// The patterns, the special tokens with their flags, and the choice, for a counterexample.
std::string shown(const MovingTable& moving);

// As `max_pending` of a stream or a session: any text may wait (S60e).
inline constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

// The choice of a call for a whole text in which every special token is found.
SpecialChoice all_allowed(const Table& table);

// Whether ordinary text can become the id: it is a token of the vocabulary.
bool is_ordinary_id(const Table& table, TokenId id);

// The ids of special tokens among these, in order.
std::vector<TokenId> special_ids(const Table& table, std::span<const TokenId> ids);

// The ids of added tokens among these, in order, each with the begin and the end of its span.
std::vector<std::tuple<TokenId, std::size_t, std::size_t>> places_of_added(
    const Table& table, std::span<const TokenId> ids, std::span<const Span> spans);

// Whether the pattern of the table may cut a text at a byte (S25l). The table must stay.
reference::IsSafeCut is_safe_cut(const MovingTable& moving);

// Counts the ids of a slice by the engine's encode, which other tests compare with the reference's.
// The table and the text must stay.
reference::CountIds count_by_engine(const MovingTable& moving, std::string_view text,
                                    const SpecialChoice& choice);

}  // namespace bpetite::test
