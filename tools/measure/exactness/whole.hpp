// Whole texts: boundaries, ids at each level and for each number of threads, and the way back.
//
//   Vocabulary cl100k{"cl100k_base", table, patterns};
//   compare_boundaries(report, "udhr.txt", text, scanned);       1,160,000 chunks, 3 levels
//   compare_ids(report, "udhr.txt", text, vocabulary, wanted);   3 levels, 5 numbers of threads
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "report.hpp"
#include "support/scanned.hpp"

namespace bpetite::test {

// A table, and the scanner of its pattern.
struct Vocabulary {
  std::string name;
  Table table;
  const Scanned& scanned;
};

// The public ones of a directory that are there, each with its pattern, and one that is trained on
// a text, by pairs. Without special tokens, but for that one.
std::vector<Vocabulary> vocabularies(const std::string& data, std::string_view training_text);

// The reference's chunks, and whether those of each level are the same.
std::vector<std::string_view> compare_boundaries(Report& report, std::string_view name,
                                                 std::string_view text, const Scanned& scanned);

// Whether the engine has these ids for the text: at each level cold and warm, on 1, 2, 3, 8 and 16
// threads; and whether the text comes back from them.
void compare_ids(Report& report, std::string_view name, std::string_view text,
                 const Vocabulary& vocabulary, const std::vector<TokenId>& wanted);

}  // namespace bpetite::test
