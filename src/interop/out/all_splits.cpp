// Turns a table that merges neighbours whose joined bytes are a token into one that merges by a
// list of pairs (with_all_splits). Finds all pairs that make a token: tries each place at which the
// token can be cut in two, and looks both parts up in a hash table. Refuses a table with a token
// that no chunk becomes.
#include "interop/out/all_splits.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash.hpp"
#include "interop/out/refuse.hpp"

namespace bpetite::interop::out {

Table with_all_splits(const Table& ranks) {
  if (!ranks.text_tokens.empty()) {
    refuse("hf", fmt::format("token {} is not a chunk's, and any rank is one",
                             ranks.text_tokens.front()));
  }
  Table table = ranks;
  table.profile.merging = Merging::pairs;
  table.profile.whole_chunks = true;
  boost::unordered_flat_map<std::string_view, TokenId, BytesHash> ids;
  ids.reserve(ranks.tokens.size());
  for (TokenId id = 0; id < ranks.tokens.size(); ++id) {
    if (!ranks.tokens[id].empty()) ids.emplace(ranks.tokens[id], id);
  }
  std::vector<Pair> splits;
  for (TokenId id = 0; id < ranks.tokens.size(); ++id) {
    const std::string_view bytes = ranks.tokens[id];
    splits.clear();
    for (std::size_t at = 1; at < bytes.size(); ++at) {
      const auto left = ids.find(bytes.substr(0, at));
      if (left == ids.end()) continue;
      const auto right = ids.find(bytes.substr(at));
      if (right != ids.end()) splits.push_back({left->second, right->second});
    }
    std::ranges::sort(splits);
    table.merges.insert(table.merges.end(), splits.begin(), splits.end());
    table.results.insert(table.results.end(), splits.size(), id);
  }
  return table;
}

}  // namespace bpetite::interop::out
