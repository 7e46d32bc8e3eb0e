// Compares the engine with the reference on whole texts. At each level of instructions (portable,
// AVX2, AVX-512) it compares the chunks (`compare_boundaries`) and the ids (`compare_ids`). It also
// compares the ids for several numbers of threads, and checks that decoding gives the text again.
// `vocabularies` gives the public and the trained vocabularies for this.
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

// A vocabulary, and the engine's scanner for its pattern.
struct Vocabulary {
  std::string name;
  Table table;
  const Scanned& scanned;
};

// Returns r50k_base and cl100k_base without special tokens, if `data` has their rank files. Also
// returns, for each pattern, a vocabulary that is trained on `training_text`.
std::vector<Vocabulary> vocabularies(const std::string& data, std::string_view training_text);

// Compares the engine's chunks at each level with those of the reference. Returns the chunks of the
// reference.
std::vector<std::string_view> compare_boundaries(Report& report, std::string_view name,
                                                 std::string_view text, const Scanned& scanned);

// Compares the engine's ids with `wanted`: at each level with an empty cache and with a filled one,
// and at the level of this machine on 1, 2, 3, 8 and 16 threads. Decoding them must give the text.
void compare_ids(Report& report, std::string_view name, std::string_view text,
                 const Vocabulary& vocabulary, const std::vector<TokenId>& wanted);

}  // namespace bpetite::test
