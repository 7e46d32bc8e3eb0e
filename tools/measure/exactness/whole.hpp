// Compares the engine with the reference on whole texts: the ends of chunks, the ids at each level
// and with each number of threads, and decoding.
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

// The public vocabularies that exist in a directory, each with its pattern and without special
// tokens, and one that is trained on a text.
std::vector<Vocabulary> vocabularies(const std::string& data, std::string_view training_text);

// Compares the chunks of each level with the reference's, and returns the reference's.
std::vector<std::string_view> compare_boundaries(Report& report, std::string_view name,
                                                 std::string_view text, const Scanned& scanned);

// Compares the engine's ids of the text with these: at each level, with an empty cache and with a
// filled one, and on 1, 2, 3, 8 and 16 threads. Decoding them must give the text.
void compare_ids(Report& report, std::string_view name, std::string_view text,
                 const Vocabulary& vocabulary, const std::vector<TokenId>& wanted);

}  // namespace bpetite::test
