// Compares texts with goldens, after dates and times are replaced: texts that the conformance kit
// and the command line print, kept in props/data/conform/goldens, and a page of the specification.
// Also gives the folder props/data/conform.
//
//   check_golden("list.txt", text);    fails, with the first line that differs
//
// Only `tools/regen --write` writes goldens: it runs the tests that are called "goldens: ..." with
// BPETITE_WRITE_GOLDENS in the environment.
#pragma once

#include <string>
#include <string_view>

namespace bpetite::test {

// The folder of the goldens, and of the files that the commands of the tests read.
std::string golden_folder();

// Compares the text with the golden of this name. Dates and times are replaced in the text first.
void check_golden(const std::string& name, std::string_view text);

}  // namespace bpetite::test
