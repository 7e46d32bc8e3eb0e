// Compares engine and reference for lists that have several merges for a token, and for whole
// chunks (S26c, S26h).
#include <algorithm>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "engine/encode.hpp"
#include "engine/merge/pairs_of_tokens.hpp"
#include "reference/encode.hpp"
#include "support/property.hpp"
#include "support/texts/generators.hpp"
#include "support/texts/tables.hpp"
#include "support/v1.hpp"

namespace bpetite::test {
namespace {

std::string some_letters(std::size_t least, std::size_t most) {
  std::string text;
  for (auto left = *number_between<std::size_t>(least, most); left > 0; --left) {
    text += *number_between(0, 2) == 0 ? 'b' : 'a';
  }
  return text;
}

// Tokens of some letters. Each has some of the merges that could make it, in any order, or none;
// their parts may have higher ids. Some tokens are never made, and have the bytes of others.
Table listed_table() {
  Table table = v1_table({});
  table.specials.clear();
  table.profile.whole_chunks = *number_between(0, 1) == 1;
  for (auto left = *number_between(0, 12); left > 0; --left) {
    table.tokens.push_back(some_letters(2, 5));
    const auto first = std::ranges::find(table.tokens, table.tokens.back());
    if (first + 1 == table.tokens.end()) continue;
    table.text_tokens.push_back(static_cast<TokenId>(table.tokens.size() - 1));
  }
  for (TokenId token = 256; token < table.tokens.size(); ++token) {
    if (std::ranges::binary_search(table.text_tokens, token)) continue;
    const std::string& bytes = table.tokens[token];
    if (*number_between(0, 5) == 0) continue;
    for (std::size_t i = 1; i < bytes.size(); ++i) {
      const std::size_t size = *number_between(0, 1) == 0 ? i : bytes.size() - i;
      const auto begin = std::ranges::find(table.tokens, bytes.substr(0, size));
      const auto end = std::ranges::find(table.tokens, bytes.substr(size));
      if (begin == table.tokens.end() || end == table.tokens.end()) continue;
      const Pair pair{static_cast<TokenId>(begin - table.tokens.begin()),
                      static_cast<TokenId>(end - table.tokens.begin())};
      if (std::ranges::find(table.merges, pair) != table.merges.end()) continue;
      table.merges.push_back(pair);
      table.results.push_back(token);
    }
  }
  return table;
}

PROPERTY("S26c S26h", "several merges for a token, and whole chunks, give the reference's ids") {
  const Table table = listed_table();
  RC_ASSERT(engine::merge::is_ascending(table));
  const std::string text =
      some_letters(1, 12) + " " + some_letters(0, 6) + "1" + some_letters(0, 40);
  const engine::Encoder encoder(table);
  const auto wanted = reference::encode(text, table);
  RC_ASSERT(encoder.encode(text) == wanted);
  RC_ASSERT(encoder.encode(text) == wanted);  // now from the cache
  RC_CLASSIFY(table.profile.whole_chunks, "whole chunks");
  RC_CLASSIFY(std::ranges::adjacent_find(table.results) != table.results.end(),
              "several merges for a token");
  bool is_part_later = false;
  for (std::size_t rank = 0; rank < table.merges.size(); ++rank) {
    const auto [left, right] = table.merges[rank];
    is_part_later = is_part_later || std::max(left, right) > table.results[rank];
  }
  RC_CLASSIFY(is_part_later, "a part with a higher id");
}

PROPERTY("S26h", "whole chunks are taken where ranks are not the order of ids") {
  Table table = listed_table();
  table.profile.whole_chunks = true;
  std::ranges::reverse(table.merges);
  std::ranges::reverse(table.results);
  const std::string text = some_letters(1, 12) + " " + some_letters(0, 6);
  RC_ASSERT(engine::Encoder(table).encode(text) == reference::encode(text, table));
  RC_CLASSIFY(!engine::merge::is_ascending(table), "ranks are not the order of ids");
}

}  // namespace
}  // namespace bpetite::test
