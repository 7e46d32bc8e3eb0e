// Makes tables and texts for tests of text in motion (chapter 22): the patterns of eight profiles
// and random ones, alone and as sequences; normalizers, special tokens with all their flags, a
// space before segments; and texts with all that waits for what follows: halves of literals, marks,
// blanks, line feeds, apostrophes, digits, upper case behind Chinese. Each table has its encoder,
// since a pattern takes long to compile.
//
//   some_moving_table()      the splits of o200k, NFC, "<|x|>" and "<|x|>y" as special tokens
//   some_moving_text()       "ab\n\n 'll<|x|12\u0301"
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <bpetite/special.hpp>

#include "core/table.hpp"
#include "engine/encode.hpp"

namespace bpetite::test {

struct MovingTable {
  Table table;
  SpecialChoice choice;
  engine::Encoder encoder;

  MovingTable(Table made, SpecialChoice chosen)
      : table(std::move(made)), choice(std::move(chosen)), encoder(table) {}
};

// All of them, made at the first call.
const std::vector<std::unique_ptr<MovingTable>>& moving_tables();

// The patterns, the special tokens with their flags, and the choice, for a counterexample.
std::string shown(const MovingTable& moving);

// For properties of RapidCheck: one of the tables, and a text of up to `most` pieces.
const MovingTable& some_moving_table();
std::string some_moving_text(int most = 16);

}  // namespace bpetite::test
