// Making tables for tests.
#include "support/tables.hpp"

#include <string>
#include <unordered_set>

namespace bpetite::test {

std::vector<std::vector<Pair>> merge_lists(std::size_t most) {
  std::vector<std::vector<Pair>> lists = {{}};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<Pair> list = lists[i];
    if (list.size() == most) {
      continue;
    }
    std::vector<TokenId> operands = {'a', 'b'};
    for (std::size_t rank = 0; rank < list.size(); ++rank) {
      operands.push_back(static_cast<TokenId>(256 + rank));
    }
    for (const TokenId left : operands) {
      for (const TokenId right : operands) {
        lists.push_back(list);
        lists.back().push_back({left, right});
      }
    }
  }
  return lists;
}

Table by_bytes(const Table& source) {
  Table table;
  table.lookup = Lookup::bytes;
  table.tokens.assign(source.tokens.begin() + 256, source.tokens.end());
  std::unordered_set<std::string> seen;
  for (std::string& bytes : table.tokens) {
    if (!seen.insert(bytes).second) bytes.clear();
  }
  for (unsigned byte = 0; byte < 256; ++byte) {
    table.byte_ids[byte] = static_cast<TokenId>(table.tokens.size());
    table.tokens.push_back(source.tokens[byte]);
  }
  table.specials = {{std::string(end_of_text), static_cast<TokenId>(table.tokens.size())}};
  return table;
}

}  // namespace bpetite::test
