// Finds the ids of tokens and of merges by the names that files of GPT-2 and of Hugging Face's
// library have for them.
//
//   add("Ġthe", 262)      find("Ġthe") is 262
//
// A file has one name for each token and two for each merge: hundreds of thousands of look-ups,
// each of which waits for memory. So names of up to eight bytes, which most parts of merges are,
// stand in the table itself, and the places of many names are asked for before the first is read.
// Memory: 16 bytes a slot, two to four slots a name, and 16 bytes an id.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <bpetite/ids.hpp>

#include "core/hash.hpp"
#include "core/table.hpp"

namespace bpetite::interop {

class TokenNames {
 public:
  // What find_all() gives for a name that no token has.
  static constexpr TokenId none = std::numeric_limits<TokenId>::max();

  // The names of all tokens, by their ids; an empty one is the name of no token. Their bytes must
  // outlive it.
  explicit TokenNames(std::vector<std::string_view> names);

  // An id whose name a lower id has too; none if all names differ.
  std::optional<TokenId> repeated() const { return repeated_; }

  std::optional<TokenId> find(std::string_view name) const;

  // The ids of as many names.
  void find_all(std::span<const std::string_view> names, std::span<TokenId> ids) const;

  // How many tokens have a name.
  std::size_t size() const { return size_; }

  // The name of an id; empty if it has none.
  std::string_view name(TokenId id) const { return id < names_.size() ? names_[id] : ""; }

 private:
  // `check` is all of a short name, and the hash of another. No name has the size 0.
  struct Slot {
    std::uint64_t check = 0;
    std::uint32_t size = 0;
    TokenId id = 0;
  };
  struct Key {
    std::uint64_t check = 0;
    std::size_t first = 0;  // the slot where it is looked for first
  };

  Key key_of(std::string_view name) const;
  // The slot that has the name, or the free one where it would be.
  std::size_t slot_of(std::string_view name, const Key& key) const;
  // Calls for each name with its number, its key and its slot, in their order.
  template <typename Take>
  void for_each_slot(std::span<const std::string_view> names, const Take& take) const;

  HashSeed seed_ = new_hash_seed();
  std::vector<std::string_view> names_;  // by id
  std::size_t size_;
  std::vector<Slot> slots_;
  std::optional<TokenId> repeated_;
};

// The two names of a merge that is written "a b". Nothing unless there is one space.
std::optional<std::pair<std::string_view, std::string_view>> names_in(std::string_view merge);

// Makes merges of ids from merges of names, and adds them to a table that has its tokens (S50c).
//
//   names a = 97, b = 98, ab = 256      add("a", "b") is the merge (97, 98) -> 256
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
