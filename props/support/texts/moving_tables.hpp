// Makes tables for tests of text in motion (chapter 22): the patterns of nine profiles and random
// ones, alone and as sequences; normalizers, special tokens with all their flags, a space before
// segments. Each table has its tokenizer, since a pattern takes long to compile.
//
//   make_moving_table(7, 13)      the splits of o200k, NFC, "<|x|>" and "<|x|>y" as special tokens
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include <bpetite/special.hpp>
#include <bpetite/tokenizer.hpp>

#include "core/table.hpp"
#include "engine/encode.hpp"

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

}  // namespace bpetite::test
