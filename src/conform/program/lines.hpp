// Asks a program that knows no protocol (S72a): a text on each line of its input as a JSON string,
// its ids on each line of its output as a JSON array, in the same order.
//
//   > "Hello"              < [9906]
//   > "a\u00a0\nb"         < [64, 4194, 198, 65]
//   > "<|endoftext|>"      < null                  it refuses this text
//
// The program may read all lines before it writes the first, and it may leave its output in a
// buffer until it ends. So a batch of texts is given as a file that has an end, and the program
// ends by itself. If it dies or is silent, the batch is made smaller until one text is left, which
// is the cause.
#pragma once

#include <string>

#include "conform/program/program.hpp"

namespace bpetite::conform::program {

// `timeout` is for each line; the first one has six times as long, since a vocabulary is loaded
// before. The command is started again for each call, and after each fault; after eight faults of
// single texts the rest is not sent, and after three, if it has not written a line in time so far.
// Its only operation is encode. A refusal is an error of no class.
Program by_lines(const std::string& command, Duration timeout);

}  // namespace bpetite::conform::program
