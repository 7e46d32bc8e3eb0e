// The tables of the harnesses of text in motion, by a number of one byte: those of the tests of
// text in motion, with the patterns of profiles and random ones, and those whose literals overlap
// or look beside them.
//
//   motion_table(13)      the splits of o200k, small merges, special tokens with flags
#pragma once

#include <cstddef>

#include "support/texts/moving_tables.hpp"

namespace bpetite::fuzz {

// It is made at the first call with its number.
const test::MovingTable& motion_table(std::size_t number);

}  // namespace bpetite::fuzz
