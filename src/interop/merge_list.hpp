// Makes merges of ids from merges of names, as the files of GPT-2 and of Hugging Face's library
// have them (S50c).
//
//   names a = 97, b = 98, ab = 256      add("a", "b") is the merge (97, 98) -> 256
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/hash.hpp"
#include "core/table.hpp"

namespace bpetite::interop {

// The id of each token by its characters, as the file has them.
using IdsByName = boost::unordered_flat_map<std::string_view, TokenId, BytesHash>;

// Adds merges to a table that has its tokens.
class MergeList {
 public:
  MergeList(const IdsByName& ids, Table& table, std::size_t expected);

  // Adds a merge. If a name is not in the vocabulary, gives the fault instead.
  std::optional<std::string> add(std::string_view left, std::string_view right);

  // The rank of a merge that was there before.
  std::optional<std::size_t> repeated() const;

 private:
  std::optional<TokenId> find(std::string_view name) const;
  std::optional<TokenId> find_result(std::string_view name) const;

  const IdsByName& ids_;
  Table& table_;
  std::vector<std::string_view> names_;  // by id
  std::string joined_;
};

}  // namespace bpetite::interop
