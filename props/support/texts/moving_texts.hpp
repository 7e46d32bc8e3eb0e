// Makes texts for tests of text in motion (chapter 22), with all that waits for what follows:
// halves of literals, marks, blanks, line feeds, apostrophes, digits, upper case behind Chinese.
// Also chooses one of the tables of moving_tables.hpp.
//
//   some_moving_table()      the splits of o200k, NFC, "<|x|>" and "<|x|>y" as special tokens
//   some_moving_text()       "ab\n\n 'll<|x|12\u0301"
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "support/texts/moving_tables.hpp"

namespace bpetite::test {

// Those of the profiles, and 40 with generated patterns, made at the first call.
const std::vector<std::unique_ptr<MovingTable>>& moving_tables();

// For properties of RapidCheck: one of the tables, one that is generated, and a text of up to
// `most` pieces. A fourth of the tables of the first are generated.
const MovingTable& some_moving_table();
const MovingTable& some_generated_table();
std::string some_moving_text(int most = 16);

}  // namespace bpetite::test
