// Asks a program that does not have the protocol (by_lines, S72a). Each line of its input is a text
// as a JSON string. Each line of its output is the ids of that text as a JSON array, or null, in
// the same order.
//
//   > "Hello"              < [9906]
//   > "a\u00a0\nb"         < [64, 4194, 198, 65]
//   > "<|endoftext|>"      < null                  it refuses this text
//
// The program may read all lines before it writes the first, and it may leave its output in a
// buffer until it ends. So the program gets a batch of texts as a file, and ends by itself at the
// end of the file. If it dies or is silent, the batch is made smaller until one text is left, which
// is the cause. After eight failures, or three of a program that has never written a line in time,
// the other texts are not sent.
#pragma once

#include <string>

#include "conform/program/program.hpp"

namespace bpetite::conform::program {

// `timeout` is for each line. The first line has six times as long, because the program loads a
// vocabulary before it. The command is started again for each call and after each failure. After
// eight failures of single texts, or of starts with wrong lines only, the other texts are not sent.
// If the program has not yet written a line in time, three failures are enough. Its only operation
// is encode. A refusal is an error without a class.
Program by_lines(const std::string& command, Duration timeout);

}  // namespace bpetite::conform::program
