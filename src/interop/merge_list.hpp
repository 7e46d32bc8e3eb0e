// Makes merges of ids from merges of names, as the files of GPT-2 and of Hugging Face's library
// have them (S50c).
//
//   names a = 97, b = 98, ab = 256      add("a", "b") is the merge (97, 98) -> 256
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/table.hpp"
#include "interop/token_names.hpp"

namespace bpetite::interop {

// The two names of a merge that is written "a b". Nothing unless there is one space.
std::optional<std::pair<std::string_view, std::string_view>> names_in(std::string_view merge);

// Adds merges to a table that has its tokens.
class MergeList {
 public:
  // Throws the error for the merge that was added as number `rank`, from 0 on.
  using Refuse = std::function<void(std::size_t rank, const std::string& what)>;

  MergeList(const TokenNames& names, Table& table, std::size_t expected, Refuse refuse);

  // Adds a merge. Names are looked up many at a time, and must stay where they are until resolve().
  void add(std::string_view left, std::string_view right);

  // Looks up what was added so far, and refuses the first merge with a name that is not in the
  // vocabulary. To be called before a fault that comes after these merges is reported.
  void resolve();

  // The same when all merges were added, and refuses a merge that was there before.
  void finish();

 private:
  TokenId find_result(std::string_view left, std::string_view right);

  const TokenNames& names_;
  Table& table_;
  Refuse refuse_;
  std::vector<std::string_view> waiting_;  // the two names of each merge
  std::vector<TokenId> found_;
  std::string joined_;
};

}  // namespace bpetite::interop
